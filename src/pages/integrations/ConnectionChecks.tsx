/** The test call of a connection, and what the last ones found. */
import { Button } from '@blueprintjs/core';
import type {
  aloqabankConnectionCheck,
  aloqabankConnectionChecks,
  Check,
  CheckResult,
  integrationSettingCheck,
  integrationSettingChecks,
} from '../../../contract/integrations.ts';
import { messageOf, newKey, request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { useTask } from '../../app/useTask.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import type { SubjectRow } from '../../setting/revisions.ts';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';

interface ConnectionChecksProps {
  row: SubjectRow;
  /** Texts of the setting. */
  own: Text;
  check: typeof integrationSettingCheck | typeof aloqabankConnectionCheck;
  checks: typeof integrationSettingChecks | typeof aloqabankConnectionChecks;
  /** The right to check. */
  rule: string;
}

/** What a test call found, in a list or a pane. */
export const ResultChip = ({ result, own, quiet }: { result: CheckResult; own: Text; quiet?: boolean }) => (
  <StateChip look={result === 'answered' ? 'done' : 'bad'} {...(quiet && { quiet })}>
    {own(`values.last_answer.${result}`)}
  </StateChip>
);

export function ConnectionChecks({ row, own, check, checks, rule }: ConnectionChecksProps) {
  const t = useText('setting');
  const mayCheck = useAllows(rule);
  const call = useTask((id: number) =>
    request(check as typeof integrationSettingCheck, { params: { id }, key: newKey() }),
  );
  const read = useCall(checks as typeof integrationSettingChecks, { params: { id: row.id } });
  const found = read.data?.data;
  const now = row.in_force?.id as number | undefined;
  return (
    <section data-testid="checks">
      <h3 className="revision-head">{t('check.title')}</h3>
      <p className="muted">{own('help.enabled')}</p>
      {mayCheck && (
        <div className="revision-check">
          <Button
            text={t('check.do')}
            loading={call.busy}
            disabled={now === undefined}
            onClick={() => now !== undefined && call.begin(now)}
            data-testid="check"
          />
          {now === undefined ? (
            <Reason>{t('check.nothing')}</Reason>
          ) : (
            <span className="muted text-xs">{t('check.how')}</span>
          )}
        </div>
      )}
      {call.error !== null && <Notice tone="bad">{messageOf(call.error)}</Notice>}
      {found === undefined ? (
        read.error ? (
          <Failed title={t('check.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={2} columns={[3, 1]} />
        )
      ) : found.length === 0 ? (
        <p className="muted">{t('check.none')}</p>
      ) : (
        <ul className="revisions">
          {found.map((one) => (
            <Found key={one.id} check={one} own={own} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Found({ check: { result, status, ms, reason, by, at }, own }: { check: Check; own: Text }) {
  const t = useText('setting');
  const facts = [
    status !== null && t('check.status', { status }),
    reason !== null && t(`check.networks.${reason}`),
    t('check.ms', { figure: formatNumber(ms) }),
  ];
  return (
    <li>
      <div className="row wrap">
        <ResultChip result={result} own={own} />
        <span className="num">{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div className="muted text-xs">
        {by.fullname}, {formatDateTime(at)}
      </div>
    </li>
  );
}
