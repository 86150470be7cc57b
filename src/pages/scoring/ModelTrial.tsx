/** The trial of a version of the model: how far it is, which decisions would change, and how contracts were paid by band. */
import { Button } from '@blueprintjs/core';
import { modelTrialShow, modelTrialStart, type ModelTrial as Trial } from '../../../contract/modelTrials.ts';
import { DECISIONS } from '../../../contract/scoringRuns.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { formatNumber, formatPercent } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import type { WrittenProps } from '../../setting/revisions.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import './scoring.css';

const SOON_MS = 1_000;

export function ModelTrial({ id, isDraft, dirty }: WrittenProps) {
  const t = useText('settings/criterionSetting');
  const mayTry = useAllows('scoring_criteria.edit|scoring_criteria.confirm');
  const read = useCall(
    modelTrialShow,
    { params: { id } },
    { ...FRESH, refetchInterval: ({ state }) => (state.data?.data.stand === 'trying' ? SOON_MS : false) },
  );
  const start = useCommand(async (_: null, key: string) => {
    await orRefused(() => request(modelTrialStart, { params: { id }, key }));
  });
  if (read.error) return <Failed title={t('trial.failed')} error={read.error} onRetry={() => void read.refetch()} />;
  if (read.data === undefined) return null;
  const { stand, trial } = read.data.data;
  // a version that was settled before trials were asked for has none
  if (!isDraft && trial === null) return null;
  return (
    <section className="model-trial" data-testid="model-trial" data-stand={stand}>
      <h3 className="revision-head">{t('trial.title')}</h3>
      {start.refusal && <RefusalNotice inset refusal={start.refusal} onClose={start.dismiss} />}
      <p role="status">
        {stand === 'trying' && trial
          ? t('trial.trying', { done: formatNumber(trial.done), runs: formatNumber(trial.runs) })
          : trial?.finished_at
            ? t('trial.tried', { time: formatDateTime(trial.finished_at), name: trial.created_by.fullname })
            : t('trial.untried')}
      </p>
      {isDraft && stand === 'outdated' && (
        <Notice tone="waiting" inset>
          {t('trial.outdated')}
        </Notice>
      )}
      {isDraft && mayTry && stand !== 'trying' && (
        <>
          <Button
            size="small"
            text={t(trial === null ? 'trial.start' : 'trial.again')}
            disabled={dirty}
            loading={start.busy}
            aria-describedby={dirty ? 'trial-why' : undefined}
            onClick={() => start.act(null)}
            data-testid="trial-start"
          />
          {dirty && <Reason id="trial-why">{t('trial.saveFirst')}</Reason>}
        </>
      )}
      {trial?.finished_at && <Result trial={trial} />}
    </section>
  );
}

const share = (part: number, whole: number): string => (whole === 0 ? '—' : formatPercent((part / whole) * 100));

// texts: settings/criterionSetting trial.decision.*
function Result({ trial }: { trial: Trial }) {
  const t = useText('settings/criterionSetting');
  const { bands, changes, runs, unasked, without_run } = trial;
  const added = (side: 'was' | 'now', of: 'runs' | 'approved') => bands.reduce((sum, one) => sum + one[side][of], 0);
  if (runs === 0) return <p className="muted">{t('trial.nothing')}</p>;
  const notes = [
    unasked > 0 && t('trial.unasked', { count: formatNumber(unasked) }),
    without_run !== null && without_run > 0 && t('trial.withoutRun', { count: formatNumber(without_run) }),
  ];
  return (
    <>
      <dl className="facts">
        <dt>{t('trial.approved')}</dt>
        <dd className="num" data-testid="trial-approved">
          {t('trial.wasNow', {
            was: share(added('was', 'approved'), runs),
            now: share(added('now', 'approved'), runs),
          })}
        </dd>
      </dl>
      <p className="muted">{t('trial.since', { day: formatDate(trial.since), runs: formatNumber(runs) })}</p>
      <table className="table" data-testid="trial-changes">
        <caption>{t('trial.changes')}</caption>
        <thead>
          <tr>
            <th>
              {t('trial.was')} ↓ {t('trial.now')} →
            </th>
            {DECISIONS.map((now) => (
              <th key={now} className="end">
                {t(`trial.decision.${now}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DECISIONS.map((was) => (
            <tr key={was}>
              <th scope="row">{t(`trial.decision.${was}`)}</th>
              {changes
                .filter((one) => one.was === was)
                .map((one) => (
                  <td key={one.now} className={one.now === was ? 'end num' : 'end num trial-changed'}>
                    {formatNumber(one.runs)}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
      {(['was', 'now'] as const).map((side) => (
        <table key={side} className="table" data-testid={`trial-bands-${side}`}>
          <caption>
            {t('trial.bands')}: {t(`trial.${side}`)}
          </caption>
          <thead>
            <tr>
              <th>{t('trial.band')}</th>
              <th className="end">{t('trial.runs')}</th>
              <th className="end">{t('trial.decision.approved')}</th>
              <th className="end">{t('trial.contracts')}</th>
              <th className="end">{t('trial.overdue')}</th>
            </tr>
          </thead>
          <tbody>
            {bands.map((band) => (
              <tr key={band.from}>
                <td>
                  {band.from}–{band.to}
                </td>
                <td className="end num">{formatNumber(band[side].runs)}</td>
                <td className="end num">{formatNumber(band[side].approved)}</td>
                <td className="end num">{formatNumber(band[side].contracts)}</td>
                <td className="end num">{share(band[side].overdue, band[side].contracts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {notes.filter(Boolean).map((words) => (
        <p key={String(words)} className="field-help">
          {words}
        </p>
      ))}
    </>
  );
}
