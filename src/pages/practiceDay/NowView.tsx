/** The day of one organization now: its state and people, what blocks its closing, its rates, and the next day. */
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { type PracticeDay, type PracticeDayState, practiceDayState } from '../../../contract/practiceDay.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { useCommand } from '../../ui/question/useCommand.ts';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { Way, WayButton } from '../../ui/way/Way.tsx';
import { BlockerLink } from './BlockerLink.tsx';
import { doing, sendDay } from './commands.ts';
import { DayChip } from './DayChip.tsx';
import { type Asked, DayDialog } from './DayDialog.tsx';
import { OpenDayForm } from './OpenDayForm.tsx';
import { RatesCard } from './RatesCard.tsx';

export function NowView({ organizationId }: { organizationId: number | null }) {
  const t = useText('practiceDay');
  const read = useCall(practiceDayState, { query: organizationId === null ? {} : { organization_id: organizationId } });
  const state = read.data?.data;
  if (state === undefined)
    return read.error ? (
      <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <SkeletonRows rows={6} columns={[2, 3, 2]} />
    );
  const isOpen = state.day !== null && state.day.status !== 'closed';
  return (
    <div className="sheet-body">
      <div className="sheet-main scroll">
        <div className="day-now">
          <DayCard state={state} />
          {isOpen ? (
            <>
              <BlockersCard state={state} />
              <RatesCard key={state.rates_date} state={state} />
            </>
          ) : state.may_open ? (
            <OpenDayForm key={`${state.organization.id} ${state.next_date}`} state={state} />
          ) : (
            <section className="day-card">
              <p className="muted">{t('open.noRight')}</p>
            </section>
          )}
        </div>
      </div>
      {state.day !== null && (
        <Way
          machine="practiceDay"
          id={state.day.id}
          read={[state.day.version, state.day.status, state.blockers_total].join()}
        />
      )}
    </div>
  );
}

function DayCard({ state: { day, organization, blockers_total } }: { state: PracticeDayState }) {
  const t = useText('practiceDay');
  const reasonId = 'day-blocked';
  const [asked, setAsked] = useState<Asked | null>(null);
  if (day === null)
    return (
      <section className="day-card" data-testid="day-card">
        <h2 className="day-head">{organization.name}</h2>
        <p>{t('never')}</p>
      </section>
    );
  const { status, allowed_events: allowed } = day;
  const may = (command: string) => allowed.includes(command);
  const who = (name: string | undefined, time: string | null) =>
    t('at', { name: name ?? t('unknown'), time: time === null ? '' : formatDateTime(time) });
  const blocked = status === 'open' && blockers_total > 0;
  return (
    <section className="day-card" data-testid="day-card" data-status={status}>
      <div className="day-title">
        <div>
          <div className="muted">{organization.name}</div>
          <h2 className="day-date num">{formatDate(day.date)}</h2>
        </div>
        <DayChip status={status} />
      </div>
      <p>{status === 'closed' ? t('noDayText', { date: formatDate(day.date) }) : t(`text.${status}`)}</p>
      <dl className="facts">
        <dt>{t('opened')}</dt>
        <dd>{who(day.opened_by?.fullname, day.opened_at)}</dd>
        {day.closed_at !== null && (
          <>
            <dt>{t('closed')}</dt>
            <dd>{who(day.closed_by?.fullname, day.closed_at)}</dd>
          </>
        )}
        <dt>{t('documents')}</dt>
        <dd className="num">{formatNumber(day.documents)}</dd>
      </dl>
      <div className="row wrap">
        {status === 'open' && (may('day.startClosing') || blocked) && (
          <Button
            intent="primary"
            text={t('actions.day.startClosing')}
            disabled={!may('day.startClosing')}
            {...(blocked && { 'aria-describedby': reasonId })}
            onClick={() => setAsked({ command: 'day.startClosing', day })}
            data-testid="day-start-closing"
          />
        )}
        {may('day.close') && (
          <Button
            intent="primary"
            text={t('actions.day.close')}
            onClick={() => setAsked({ command: 'day.close', day })}
            data-testid="day-close"
          />
        )}
        {may('day.resume') && <Resume key={day.version} day={day} />}
        {may('day.reopen') && (
          <Button
            text={t('actions.day.reopen')}
            onClick={() => setAsked({ command: 'day.reopen', day })}
            data-testid="day-reopen"
          />
        )}
        <WayButton />
      </div>
      {blocked && <Reason id={reasonId}>{t('blockers.some', { count: blockers_total })}</Reason>}
      {status !== 'closed' && !blocked && allowed.length === 0 && <Reason>{t('actions.rights')}</Reason>}
      {asked !== null && <DayDialog asked={asked} onGone={() => setAsked(null)} />}
    </section>
  );
}

/** Going on hurts nobody: no question. */
function Resume({ day }: { day: PracticeDay }) {
  const t = useText('practiceDay');
  const { act, busy, refusal } = useCommand<number>((_, key) => doing(() => sendDay('day.resume', day, '', key)));
  return (
    <>
      <Button text={t('actions.day.resume')} loading={busy} onClick={() => act(day.version)} data-testid="day-resume" />
      {refusal !== null && <RefusalNotice refusal={refusal} inset />}
    </>
  );
}

function BlockersCard({ state: { blockers, blockers_total } }: { state: PracticeDayState }) {
  const t = useText('practiceDay');
  return (
    <section className="day-card" aria-label={t('blockers.title')} data-testid="day-blockers">
      <h2 className="day-head">{t('blockers.title')}</h2>
      {blockers.length === 0 ? (
        <Notice tone="done" inset>
          {t('blockers.none')}
        </Notice>
      ) : (
        <ul className="day-blockers">
          {blockers.map((blocker) => (
            <li key={blocker.id}>
              <div className="row">
                <BlockerLink blocker={blocker} />
                <span className="grow cut">{blocker.title}</span>
              </div>
              <div className="muted text-xs">
                {t(`blockers.${blocker.kind}`)}, {formatDateTime(blocker.at)}
              </div>
            </li>
          ))}
          {blockers_total > blockers.length && (
            <li className="muted">{t('blockers.more', { n: formatNumber(blockers_total - blockers.length) })}</li>
          )}
        </ul>
      )}
      <p className="muted text-xs">{t('blockers.cash')}</p>
    </section>
  );
}
