import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import {
  PRACTICE_DAY_STATUSES,
  type PracticeDay,
  practiceDayHistory,
  practiceDayIndex,
} from '../../../contract/practiceDay.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { organizations } from '../../ui/form/choices.ts';
import { Pane } from '../../ui/layout.tsx';
import { rowsFoot } from '../../ui/list/foot.tsx';
import { ListView } from '../../ui/list/ListPage.tsx';
import { stateChips } from '../../ui/list/stateChips.ts';
import { useList } from '../../ui/list/useList.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { WAY } from '../../ui/way/address.ts';
import { Way, WayButton } from '../../ui/way/Way.tsx';
import { DayChip, dayLook } from './DayChip.tsx';
import { type Asked, DayDialog } from './DayDialog.tsx';

/** Every day that was, with who opened and closed it. */
export function DaysView({ seesAll }: { seesAll: boolean }) {
  const t = useText('practiceDay');
  const tm = useText('machines/practiceDay');
  const [params, setAddress] = useAddress();
  const open = numberIn(params, 'row');
  const show = ({ id }: PracticeDay) => setAddress({ row: id }, { push: true });
  const list = useList({
    name: 'practiceDays',
    call: practiceDayIndex,
    sort: '-date',
    filters: [
      {
        kind: 'chips',
        key: 'status',
        label: t('list.status'),
        options: PRACTICE_DAY_STATUSES,
        items: stateChips({
          states: PRACTICE_DAY_STATUSES,
          title: (one) => tm(`states.${one}.name`),
          look: dayLook,
        }),
      },
      ...(seesAll
        ? [
            {
              kind: 'remote' as const,
              key: 'organization_id' as const,
              label: t('organization'),
              empty: t('everyOrganization'),
              of: organizations,
            },
          ]
        : []),
      { kind: 'period', key: 'date', label: t('list.period') },
    ],
    columns: [
      {
        key: 'date',
        title: t('list.date'),
        kind: 'date',
        width: '7rem',
        sort: true,
        value: ({ date }) => date,
        cell: (day) => (
          <button type="button" className="link num" onClick={() => show(day)}>
            {formatDate(day.date)}
          </button>
        ),
      },
      {
        key: 'organization',
        title: t('organization'),
        cut: true,
        value: ({ organization }) => organization.name,
        foot: rowsFoot,
      },
      {
        key: 'status',
        title: t('list.status'),
        kind: 'state',
        width: '9rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => <DayChip status={status} />,
      },
      { key: 'documents', title: t('documents'), kind: 'number', width: '6rem', value: ({ documents }) => documents },
      {
        key: 'opened',
        title: t('list.opened'),
        width: '12rem',
        drop: 'less',
        value: ({ opened_by }) => opened_by?.fullname ?? null,
      },
      {
        key: 'openedAt',
        title: t('list.openedAt'),
        width: '9rem',
        drop: 'least',
        value: ({ opened_at }) => formatDateTime(opened_at),
      },
      {
        key: 'closed',
        title: t('list.closed'),
        width: '12rem',
        drop: 'less',
        value: ({ closed_by }) => closed_by?.fullname ?? null,
      },
      {
        key: 'closedAt',
        title: t('list.closedAt'),
        width: '9rem',
        drop: 'least',
        value: ({ closed_at }) => (closed_at === null ? null : formatDateTime(closed_at)),
      },
    ],
  });
  const day = list.rows.find(({ id }) => id === open);
  return (
    <ListView
      list={list}
      title={t('list.title')}
      words={{
        nothing: t('list.nothing'),
        nothingText: t('list.nothingText'),
        notFound: t('list.notFound'),
        notFoundText: t('list.notFoundText'),
      }}
      selected={open}
      onOpen={show}
      {...(open !== null && { onMove: show })}
    >
      {day && <DayPane day={day} onClose={() => setAddress({ row: null, [WAY]: null }, { push: true })} />}
    </ListView>
  );
}

/** One day: its log, the way to its closing while it is not closed, and reopening while no day follows it. */
function DayPane({ day, onClose }: { day: PracticeDay; onClose: () => void }) {
  const t = useText('practiceDay');
  const read = useCall(practiceDayHistory, { params: { id: day.id } });
  const [params] = useAddress();
  const [asked, setAsked] = useState<Asked | null>(null);
  const foot = day.allowed_events.includes('day.reopen') ? (
    <Button
      text={t('actions.day.reopen')}
      onClick={() => setAsked({ command: 'day.reopen', day })}
      data-testid="pane-reopen"
    />
  ) : day.status !== 'closed' ? (
    <WayButton />
  ) : undefined;
  return (
    <>
      <Pane
        hidden={params.get(WAY) !== null}
        title={formatDate(day.date)}
        sub={day.organization.name}
        kind="history"
        onClose={onClose}
        closeLabel={t('common:close')}
        foot={foot}
      >
        <p>
          <DayChip status={day.status} />
        </p>
        <h3 className="day-head">{t('pane.history')}</h3>
        {read.data === undefined ? (
          read.error ? (
            <Failed title={t('pane.failed')} error={read.error} onRetry={() => void read.refetch()} />
          ) : (
            <SkeletonRows rows={3} columns={[3, 1]} />
          )
        ) : read.data.data.length === 0 ? (
          <p className="muted">{t('pane.nothing')}</p>
        ) : (
          <ol className="timeline" aria-label={t('pane.history')} data-testid="day-history">
            {read.data.data.map(({ id, at, user, event, after }) => (
              <li key={id} className="fam-grey" data-event={event}>
                <div>
                  <b>{user?.fullname ?? t('pane.system')}</b> {t(`history.${event}`)}
                  {typeof after.reason === 'string' && <div className="muted">{after.reason}</div>}
                </div>
                <time dateTime={at}>{formatDateTime(at)}</time>
              </li>
            ))}
          </ol>
        )}
        {asked !== null && <DayDialog asked={asked} onGone={() => setAsked(null)} />}
      </Pane>
      <Way machine="practiceDay" id={day.id} read={`${day.version} ${day.status}`} />
    </>
  );
}
