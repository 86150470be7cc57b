/**
 * Where work gets stuck: times in each state or refusals as colours of the diagram, who waits longer than usual and who
 * can end it, where people are refused, and the life of every arrow. Figures are kept as steps are taken.
 */
import { Button, HTMLSelect, Menu, MenuItem, Popover } from '@blueprintjs/core';
import { ExportIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'wouter';
import { LEAST_USUAL } from '../../../../contract/day.ts';
import { type StateFigure, type WorkflowFigures, workflowFigures } from '../../../../contract/workflows.ts';
import { useCall } from '../../../api/queries.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { formatDate, formatDateTimeFull, formatMonth } from '../../../format/dates.ts';
import { formatNumber, formatPercent } from '../../../format/numbers.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { FittingTable } from '../../../ui/FittingTable.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { toastError } from '../../../ui/toasts.ts';
import { pageOfDocument } from '../../../ui/way/links.ts';
import { documentPath, KINDS, kindIn, replayPath } from '../addresses.ts';
import type { Chosen } from '../Diagram.tsx';
import { Drawn } from '../Drawn.tsx';
import { useKindNames } from '../kinds.ts';
import { lasting } from '../lasting.ts';
import { StateName } from '../Tables.tsx';
import { boundsOf, heatOf } from '../times/heat.ts';
import { Legend, Levels } from '../times/Legend.tsx';
import { useDrawing } from '../useDrawing.ts';
import type { ReplayedViewProps } from '../viewProps.ts';
import {
  calledOffIn,
  countsNow,
  figuresOf,
  heatOfRefusals,
  inChartOrder,
  levelsOfRefusals,
  narrowedTo,
  type Shared,
  TABLES,
  wholeOf,
} from './figures.ts';
import { Life } from './Life.tsx';
import { Refusals } from './Refusals.tsx';
import '../times/times.css';
import './stuck.css';

const BY = ['time', 'refusals'] as const;
const CLOCKS = ['working', 'calendar'] as const;
const oneOf = <T extends string>(of: readonly T[], value: string | null): T =>
  of.find((one) => one === value) ?? (of[0] as T);

export function Stuck({ machine, entry, words, views }: ReplayedViewProps) {
  const t = useText('stuck');
  const r = useText('replay');
  const language = useLanguage();
  const [params, set] = useAddress();
  const by = oneOf(BY, params.get('by'));
  const clock = oneOf(CLOCKS, params.get('clock'));
  const branch = numberIn(params, 'branch');
  const person = numberIn(params, 'person');
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.exec(params.get('month') ?? '')?.[0] ?? null;
  const kind = kindIn(machine, params);
  const kindNames = useKindNames(machine);
  const found = useCall(workflowFigures, {
    query: {
      machine,
      ...(kind && { kind }),
      ...(branch !== null && { branch }),
      ...(person !== null && { person }),
      ...(month !== null && { month }),
    },
  });
  const figures = found.data?.data;
  const drawn = useDrawing(entry, words, { figures: true });
  const [chosen, setChosen] = useState<Chosen>(null);
  const shared: Shared = { machine, entry, words, t, r, language, clock };
  const times = figures && figuresOf(figures.states, clock);
  const heat =
    figures && times
      ? by === 'refusals'
        ? heatOfRefusals(figures, t)
        : heatOf(times, ({ state, usual, documents, now }) => ({
            figure: `${lasting(usual, r, language)} · ${formatNumber(documents)}`,
            words: [
              t('heatWords', { figure: lasting(usual, r, language), count: documents, state: words.state(state) }),
              ...(now === null ? [] : [t('nowWords', { now: formatNumber(now) })]),
            ].join(', '),
          }))
      : undefined;
  return (
    <>
      <div className="workflow-main">
        <div className="toolbar">
          {views}
          <FilterChips
            items={BY.map((key) => ({ key, title: t(`colours.${key}`) }))}
            value={by}
            label={t('colours.label')}
            onChange={(next) => set({ by: next === BY[0] ? null : next })}
          />
          <FilterChips
            items={CLOCKS.map((key) => ({ key, title: t(`clock.${key}`) }))}
            value={clock}
            label={t('clock.label')}
            onChange={(next) => set({ clock: next === CLOCKS[0] ? null : next })}
          />
          <div className="toolbar-acts">
            {KINDS[machine] !== undefined && (
              <HTMLSelect
                aria-label={r('page')}
                value={kind ?? ''}
                onChange={({ target }) => set({ kind: target.value || null })}
                options={[
                  { value: '', label: r('everyPage') },
                  ...kindNames.options.map(({ value, title }) => ({ value, label: title })),
                ]}
              />
            )}
            <HTMLSelect
              aria-label={t('branch')}
              value={branch ?? ''}
              onChange={({ target }) => set({ branch: target.value || null })}
              options={[
                { value: '', label: t('everyBranch') },
                ...(figures?.branches ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <HTMLSelect
              aria-label={t('person')}
              value={person ?? ''}
              onChange={({ target }) => set({ person: target.value || null })}
              options={[
                { value: '', label: t('everybody') },
                ...(figures?.people ?? []).map(({ id, fullname }) => ({ value: id, label: fullname })),
              ]}
            />
            <HTMLSelect
              aria-label={t('month')}
              value={month ?? ''}
              onChange={({ target }) => set({ month: target.value || null })}
              options={[
                { value: '', label: t('everyMonth') },
                ...(figures?.months ?? []).map((value) => ({ value, label: formatMonth(`${value}-01`, language) })),
              ]}
            />
            <Popover
              placement="bottom-end"
              content={
                <Menu aria-label={t('take.title')}>
                  {TABLES.map((table) => (
                    <MenuItem
                      key={table}
                      text={t(`take.${table}`)}
                      onClick={() => {
                        if (figures === undefined) return;
                        const narrowed = narrowedTo(table, {
                          clock: t(`clock.${clock}`),
                          kind: kind && kindNames.nameOf(kind),
                          branch: figures.branches.find(({ id }) => id === branch)?.name ?? null,
                          person: figures.people.find(({ id }) => id === person)?.fullname ?? null,
                          month: month && formatMonth(`${month}-01`, language),
                        });
                        import('./take.ts')
                          .then(({ takeTable }) => takeTable(table, figures, shared, narrowed))
                          .catch(() => toastError(t('take.failed')));
                      }}
                    />
                  ))}
                </Menu>
              }
            >
              <Button icon={<ExportIcon size={14} />} text={t('take.title')} disabled={figures === undefined} />
            </Popover>
          </div>
        </div>
        {found.error !== null ? (
          <Failed title={r('timesFailed')} error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <>
            <Drawn
              drawn={drawn}
              waiting={found.isPending}
              entry={entry}
              words={words}
              instead={t('notDrawnText')}
              chosen={chosen}
              onChoose={setChosen}
              found={null}
              heat={heat}
            />
            {figures === undefined || times === undefined ? (
              <SkeletonRows rows={8} />
            ) : (
              <>
                {by === 'time' ? (
                  <Legend title={t('legend')} bounds={boundsOf(times)} />
                ) : (
                  <Levels title={t('legendOfRefusals')} levels={levelsOfRefusals(t)} />
                )}
                <States states={figures.states} {...shared} />
                <Refusals
                  figures={figures}
                  month={month}
                  ofEverybody={person !== null}
                  ofEveryPage={kind !== null}
                  {...shared}
                />
                <Cancelled figures={figures} {...shared} />
                <Life figures={figures} {...shared} />
              </>
            )}
          </>
        )}
      </div>
      <aside className="workflow-side" aria-label={t('waiting')} data-testid="stuck-waiting">
        {found.isPending && <SkeletonRows rows={6} columns={[3, 1]} />}
        {figures !== undefined && <Waiting figures={figures} ofEverybody={person !== null} {...shared} />}
      </aside>
    </>
  );
}

function States({ states, ...shared }: Shared & { states: readonly StateFigure[] }) {
  const { entry, words, t, r, language, clock } = shared;
  const other = clock === 'working' ? 'calendar' : 'working';
  const minutes = (value: number | null) => lasting(value === null ? null : value * 60, r, language);
  const rows = inChartOrder(entry, states);
  const hasNow = countsNow(states);
  const columns = (['count', 'now', 'median', 'p90', 'other', 'longest'] as const).filter(
    (key) => key !== 'now' || hasNow,
  );
  return (
    <FittingTable>
      <table className="table dense times-table" aria-label={t('states')} data-testid="stuck-states">
        <thead>
          <tr>
            <th scope="col">{r('state')}</th>
            {columns.map((key) => (
              <th key={key} scope="col" className="end">
                {key === 'other' ? t(`columns.${other}`) : t(`columns.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.state} data-row={row.state}>
              <td>
                <StateName path={row.state} entry={entry} words={words} />
              </td>
              <td className="end num">{formatNumber(row[clock].count)}</td>
              {hasNow && <td className="end num">{formatNumber(row.now ?? 0)}</td>}
              {row.rests ? (
                <td className="end muted" colSpan={4}>
                  {r('resting')}
                </td>
              ) : (
                <>
                  <td className="end num">{minutes(row[clock].median)}</td>
                  <td className="end num">{minutes(row[clock].p90)}</td>
                  <td className="end num muted">{minutes(row[other].median)}</td>
                  <td className="end num">{minutes(row[clock].longest)}</td>
                </>
              )}
            </tr>
          ))}
          <tr data-row="whole">
            <th scope="row">{t('whole')}</th>
            <td />
            {hasNow && (
              <td className="end num">
                {formatNumber(rows.reduce((all, { rests, now }) => all + (rests ? 0 : (now ?? 0)), 0))}
              </td>
            )}
            <td className="end num">{minutes(wholeOf(states, clock))}</td>
            <td colSpan={3} className="muted">
              {t('wholeAbout')}
            </td>
          </tr>
        </tbody>
      </table>
    </FittingTable>
  );
}

/** Arrows into a state that calls the document off, with their share of all that left the state before it. */
function Cancelled({ figures, entry, words, t }: Shared & { figures: WorkflowFigures }) {
  const rows = calledOffIn(entry, figures.arrows);
  if (rows.length === 0) return null;
  return (
    <section className="stuck-part" aria-label={t('calledOff')} data-testid="stuck-cancelled">
      <h2 className="section-title">{t('calledOff')}</h2>
      <ul className="plain">
        {rows.map(({ state, event, after, count, share }) => (
          <li key={`${state} ${event} ${after}`} className="row wrap">
            <StateName path={state} entry={entry} words={words} /> →{' '}
            <StateName path={after} entry={entry} words={words} />
            <span>{words.event(event)}</span>
            <b className="num">{formatNumber(count)}</b>
            <span className="muted">{t('ofLeft', { share: formatPercent(share) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WaitingProps extends Shared {
  figures: WorkflowFigures;
  /** The rest of the view is narrowed to a person, and what waits is not. */
  ofEverybody: boolean;
}

function Waiting({ figures, ofEverybody, machine, entry, words, t, r, language }: WaitingProps) {
  const w = useText('way');
  const { waiting, waiting_total: total } = figures;
  const kindNames = useKindNames(machine);
  return (
    <>
      <h2 className="section-title">{t('waiting')}</h2>
      {ofEverybody && <p className="muted">{t('waitingOfEverybody')}</p>}
      <p className="muted">
        {total === 0 ? t('nobodyWaits') : t('waitingAbout', { count: total })} {t('waitingLeast')}
      </p>
      <ol className="plain times-slowest">
        {waiting.map(({ id, kind, title, organization, state, since, minutes, usual, event, through, people }) => {
          const path = documentPath(machine, { id, kind });
          const other = through && pageOfDocument(through.machine, { id: through.id, branch: 0, beside: {} });
          return (
            <li key={`${kind} ${id}`} data-document={id}>
              <span className="row">
                {path === null ? <b>{title}</b> : <Link href={path}>{title}</Link>}
                <b className="num">{lasting(minutes * 60, r, language)}</b>
              </span>
              <span className="muted text-xs">
                {kind !== null && `${kindNames.nameOf(kind)} · `}
                {organization !== null && `${organization} · `}
                {usual <= LEAST_USUAL
                  ? t('sinceLeast', { at: formatDateTimeFull(since) })
                  : t('since', { at: formatDateTimeFull(since), usual: lasting(usual * 60, r, language) })}
              </span>
              <span className="row wrap">
                <StateName path={state} entry={entry} words={words} />
                <Link href={replayPath(machine, { id, kind })}>{r('replay')}</Link>
              </span>
              <span>{event === null ? t('waitsForOther') : t('waitsFor', { event: words.event(event) })}</span>
              {through && other && <Link href={other}>{w(`through.${through.machine}`)}</Link>}
              {event === null ? null : people.length === 0 ? (
                <b className="red">{t('nobody')}</b>
              ) : (
                <span>{t('who', { names: people.map(({ fullname }) => fullname).join(', ') })}</span>
              )}
            </li>
          );
        })}
      </ol>
      <p className="muted">{t('kept', { from: formatDate(figures.from) })}</p>
    </>
  );
}
