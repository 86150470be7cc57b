import { Button, InputGroup, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { MoreIcon, PlusIcon, SearchIcon } from '@blueprintjs/icons';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { PAGE_SIZE } from '../../../../contract/common.ts';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { type Counter, counterIndex } from '../../../../contract/counting/counters.ts';
import type { CommandType } from '../../../../machines/actWorkspace/commands.ts';
import { useCall } from '../../../api/queries.ts';
import { formatDateTime, relative, toMillis } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { pathOf } from '../../../routes/registry.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Pager } from '../../../ui/Pager.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { Avatar, Progress } from '../../../ui/small.tsx';
import { useSettled } from '../../../ui/useSettled.ts';
import type { CommandActor } from './actors.ts';
import { type Capabilities, counterLook } from './commands.ts';
import { lacksCounters } from './useFocusOnward.ts';

/** Progress of counters is asked this often while the tab is visible (issue: "live progress"). */
export const LIVE_EVERY = 5_000;

/** A counter at work whose last entry is older than this is named in amber. */
const SILENT_AFTER = 10 * 60_000;

const MENU: readonly CommandType[] = ['counter.rename', 'counter.release', 'counter.remove'];
const OWN_EVENTS: ReadonlySet<string> = new Set(['counter.start', 'entries.save', 'counter.submit']);

function Pace({ spans, label }: { spans: readonly number[]; label: string }) {
  const most = Math.max(1, ...spans);
  return (
    <span className="pace" role="img" aria-label={label} title={label}>
      {spans.map((count, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans of time, their place is what they are
        <i key={index} style={{ height: `${Math.round((count / most) * 100)}%` }} />
      ))}
    </span>
  );
}

interface CountersProps {
  act: ActDetails;
  capabilities: Capabilities;
  command: CommandActor;
}

export function Counters({ act, capabilities, command }: CountersProps) {
  const t = useText('counting');
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const search = useSettled(typed.trim());
  const counters = useCall(
    counterIndex,
    { params: { actId: act.id }, query: { page, search } },
    { placeholderData: keepPreviousData, refetchInterval: capabilities.open ? LIVE_EVERY : false },
  );
  const total = counters.data?.meta.total ?? 0;
  // of the whole act: the list may be narrowed by its search
  const all = act.facts.assigned + act.facts.counting + act.facts.submitted;

  const ask = (type: CommandType, counter: Counter) =>
    command.send({
      type: 'command.ask',
      command: {
        type,
        counter: {
          id: counter.id,
          title: counter.title,
          user_id: counter.user_id,
          name: counter.user.fullname,
        },
        of: { version: counter.version, allowed: counter.allowed_events },
      },
    });

  const add = () =>
    command.send({
      type: 'command.ask',
      command: {
        type: 'counter.add',
        title: t('counters.usualTitle', { number: all + 1 }),
        first: all + 1,
      },
    });

  const columns: Column<Counter>[] = [
    {
      key: 'person',
      title: t('counters.person'),
      cut: true,
      cell: (counter) => (
        <span className="row">
          <Avatar name={counter.user.fullname} />
          <span className="two-lines-cell">
            {counter.allowed_events.some((type) => OWN_EVENTS.has(type)) ? (
              <Link className="cut" href={pathOf('counter', { actId: act.id, counterId: counter.id })}>
                <Name>{counter.user.fullname}</Name>
              </Link>
            ) : (
              <b className="cut">
                <Name>{counter.user.fullname}</Name>
              </b>
            )}
            <span className="muted text-xs cut">{counter.title}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'status',
      title: t('list.status'),
      width: 'var(--c-status, 8.5rem)',
      cell: (counter) => (
        <StateChip look={counterLook(counter.status)}>
          {t(counter.released ? 'counters.released' : `counters.status.${counter.status}`)}
        </StateChip>
      ),
    },
    {
      key: 'counted',
      title: t('counters.counted'),
      width: 'var(--c-counted, 10rem)',
      cell: (counter) =>
        counter.status === 'assigned' ? (
          <span className="faint">—</span>
        ) : counter.status === 'submitted' ? (
          <span className="num">{formatNumber(counter.counted)}</span>
        ) : (
          <Progress value={counter.counted} all={act.lines} />
        ),
    },
    {
      key: 'pace',
      title: t('counters.pace'),
      width: '6rem',
      drop: 'less',
      cell: (counter) => (
        <Pace
          spans={counter.pace}
          label={t('counters.lastHour', { count: counter.pace.reduce((sum, count) => sum + count, 0) })}
        />
      ),
    },
    {
      key: 'last',
      title: t('counters.last'),
      numeric: true,
      side: true,
      width: '8rem',
      drop: 'less',
      cell: (counter) => {
        if (counter.last_entry_at === null) return '—';
        const silent = counter.status === 'counting' && Date.now() - toMillis(counter.last_entry_at) > SILENT_AFTER;
        return (
          <span className={silent ? 'amber' : undefined} title={formatDateTime(counter.last_entry_at)}>
            {relative(counter.last_entry_at, language)}
          </span>
        );
      },
    },
    {
      key: 'menu',
      title: <span className="unseen">{t('counters.menu')}</span>,
      width: '3rem',
      cell: (counter) => {
        // the act may have gone on since the counters were read
        const actions = MENU.filter((type) => counter.allowed_events.includes(type) && capabilities.may(type));
        if (actions.length === 0) return null;
        return (
          <PopoverNext
            arrow={false}
            animation="minimal"
            placement="bottom-end"
            content={
              <Menu>
                {actions.map((type) => (
                  <MenuItem
                    key={type}
                    text={t(`ask.${type}.do`)}
                    intent={type === 'counter.remove' ? 'danger' : 'none'}
                    onClick={() => ask(type, counter)}
                  />
                ))}
              </Menu>
            }
          >
            <Button
              variant="minimal"
              size="small"
              icon={<MoreIcon size={14} />}
              aria-label={t('counters.menuOf', { name: counter.user.fullname })}
            />
          </PopoverNext>
        );
      },
    },
  ];

  return (
    <section className="counters" tabIndex={-1} aria-label={t('counters.title')} data-testid="counters">
      <div className="section-head">
        <h2 className="section-title">{t('counters.title')}</h2>
        <span className="muted num">{formatNumber(total)}</span>
        <span className="row end-acts">
          {(total > PAGE_SIZE || typed !== '') && (
            <InputGroup
              type="search"
              leftIcon={<SearchIcon size={14} />}
              placeholder={t('counters.search')}
              aria-label={t('counters.search')}
              value={typed}
              onValueChange={(next) => {
                setTyped(next);
                setPage(1);
              }}
            />
          )}
          {capabilities.may('counter.add') && (
            <Button
              icon={<PlusIcon size={14} />}
              text={t('ask.counter.add.do')}
              onClick={add}
              data-testid="counter-add"
              data-onward={lacksCounters(act) || undefined}
            />
          )}
        </span>
      </div>
      <DataTable
        label={t('counters.title')}
        density="two-lines"
        columns={columns}
        rows={counters.data?.data ?? []}
        rowKey={(counter) => counter.id}
        stale={counters.isPlaceholderData}
      >
        {counters.isPending ? (
          <SkeletonRows rows={3} columns={[3, 1, 2]} />
        ) : counters.error ? (
          <Empty kind="failed" title={t('counters.failed')} text={counters.error.message}>
            <Button text={t('common:retry')} onClick={() => void counters.refetch()} />
          </Empty>
        ) : search !== '' ? (
          <Empty kind="notFound" title={t('counters.notFound')} text={t('counters.notFoundText')} />
        ) : (
          <Empty kind="nothing" title={t('counters.nothing')} text={t('counters.nothingText')} />
        )}
      </DataTable>
      {total > PAGE_SIZE && (
        <Pager
          page={page}
          perPage={PAGE_SIZE}
          total={total}
          onPage={setPage}
          labels={{
            pages: t('common:table.pager'),
            previous: t('common:table.previous'),
            next: t('common:table.next'),
            page: (number) => t('list.page', { page: number }),
          }}
        />
      )}
    </section>
  );
}
