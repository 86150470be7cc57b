/** What an employee may do, and where each right comes from: by the parts of the product. */
import { Link } from 'wouter';
import { type PersonalRule, userRuleShow } from '../../../contract/rights.ts';
import { useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import './users.css';

export function RightsTab({ id }: { id: number }) {
  const t = useText('users');
  return useAllows('user_rule.show') ? <Rights id={id} /> : <p className="muted">{t('notForYou')}</p>;
}

/** Held rules, and those that were taken away: the reason why something cannot be done. */
const isTold = ({ holds, origin }: PersonalRule): boolean => holds || origin === 'taken';

function Rights({ id }: { id: number }) {
  const t = useText('users');
  const r = useText('rights');
  const ofRules = useText('directories/rule');
  const found = useCall(userRuleShow, { params: { id } });
  if (found.isPending) return <SkeletonRows rows={8} columns={[3, 1]} />;
  if (found.data === undefined)
    return <Failed title={t('rightsFailed')} error={found.error} onRetry={() => void found.refetch()} />;
  const { rules, position } = found.data.data;
  const told = rules.filter(isTold);
  const held = rules.filter(({ holds }) => holds).length;
  const why = ({ origin, until, by }: PersonalRule): string =>
    [
      r(`origins.${origin}`),
      ...(until === null ? [] : [`→ ${formatDate(until)}`]),
      ...(by === null ? [] : [by.fullname]),
    ].join(' · ');
  return (
    <>
      <p className="user-count">
        {t('mayDo', { count: held, figure: formatNumber(held), position: position.title })}{' '}
        <Link href={withQuery(pathOf('userRules'), { user_id: id })}>{t('change')}</Link>
      </p>
      {told.length === 0 && <Empty kind="nothing" title={t('mayNothing')} text={position.title} />}
      {[...new Set(told.map(({ area }) => area))].map((area) => (
        <section key={area} className="user-area">
          <h3>{ofRules(`values.area.${area}`)}</h3>
          <ul className="user-lines">
            {told
              .filter((rule) => rule.area === area)
              .map((rule) => (
                <li key={rule.id}>
                  {rule.holds ? rule.title : <s>{rule.title}</s>}
                  {rule.origin !== 'position' && <span className="user-note">{why(rule)}</span>}
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
