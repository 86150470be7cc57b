/** The car that secures a contract: which one, whether it still does, and how the sum comes about that it is accepted for. */
import { Link } from 'wouter';
import type { PledgeOfContract } from '../../../contract/sale/contracts.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { SelectField } from '../../ui/form/fields.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { pledgeLook } from './looks.ts';

const figure = (value: number) => formatNumber(value, { decimals: 2, trim: true });

export function Pledge({ pledge }: { pledge: PledgeOfContract }) {
  const t = useText('sale');
  const tm = useText('machines/pledgeEvaluation');
  const { id, number, status, car, market, wear, max_share, accepted } = pledge;
  const values = { market: figure(market), wear: figure(wear), share: figure(max_share), accepted: figure(accepted) };
  return (
    <div data-testid="contract-pledge">
      <Link className="code" href={withQuery(pathOf('pledgeCarEvaluations'), { row: id })}>
        {number}
      </Link>{' '}
      {car}{' '}
      <StateChip look={pledgeLook(status)} quiet>
        {tm(`states.${status}.name`)}
      </StateChip>
      <div className="num muted">{t('pledgeFormula', values)}</div>
    </div>
  );
}

interface PledgeChoiceProps {
  offered: readonly PledgeOfContract[];
  chosen: PledgeOfContract | null;
  /** T − F from which one is asked for. */
  from: number | null;
  value: number | null;
  onChange: (id: number | null) => void;
}

const bare = { onBlur: () => {}, onFault: () => {}, onPropose: () => {}, error: undefined, disabled: false };

/** One of the approved cars of the client; one that was chosen and may be chosen no more stays in sight. */
export function PledgeChoice({ offered, chosen, from, value, onChange }: PledgeChoiceProps) {
  const t = useText('sale');
  const isGone = chosen !== null && !offered.some(({ id }) => id === chosen.id);
  const cars = isGone ? [chosen, ...offered] : offered;
  if (cars.length === 0 && from === null) return null;
  const help = from === null ? undefined : t(from === 0 ? 'pledgeAlways' : 'pledgeFrom', { from: formatNumber(from) });
  const picked = cars.find(({ id }) => id === value);
  return (
    <>
      {cars.length === 0 ? (
        <p className="field-help">
          <span>
            {help} {t('pledgeNone')} <Link href={pathOf('pledgeCarEvaluations')}>{t('toEvaluations')}</Link>
          </span>
        </p>
      ) : (
        <SelectField
          {...bare}
          name="pledge"
          label={t('pledge')}
          help={help}
          empty={t('noPledge')}
          value={value === null ? null : String(value)}
          onChange={(id) => onChange(id === null ? null : Number(id))}
          options={cars.map(({ id, car, accepted, valid_until }) => ({
            value: String(id),
            title: t('pledgeOption', { car, accepted: formatNumber(accepted), until: formatDate(valid_until) }),
          }))}
        />
      )}
      {picked && <Pledge pledge={picked} />}
    </>
  );
}
