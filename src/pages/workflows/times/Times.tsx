/** How long documents stay in each state, as a heat on the diagram; which paths they take; the slowest of them. */
import { Button, HTMLSelect } from '@blueprintjs/core';
import { PlayIcon } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type StateTimes, type Way, type WorkflowTimes, workflowTimes } from '../../../../contract/workflows.ts';
import { useCall } from '../../../api/queries.ts';
import { useAddress } from '../../../app/address.ts';
import { formatDateTimeFull } from '../../../format/dates.ts';
import { formatNumber, formatPercent, type Language } from '../../../format/numbers.ts';
import { daysIn } from '../../../format/parseDay.ts';
import { type Text, useLanguage, useText } from '../../../i18n/index.ts';
import { PeriodFilter } from '../../../ui/dates/PeriodFilter.tsx';
import { Empty } from '../../../ui/Empty.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { FittingTable } from '../../../ui/FittingTable.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { documentPath, KINDS, kindIn, replayPath } from '../addresses.ts';
import type { Chosen } from '../Diagram.tsx';
import { Drawn } from '../Drawn.tsx';
import { useKindNames } from '../kinds.ts';
import { lasting } from '../lasting.ts';
import { StateName } from '../Tables.tsx';
import { useDrawing } from '../useDrawing.ts';
import type { ReplayedViewProps } from '../viewProps.ts';
import { boundsOf, heatOf } from './heat.ts';
import { Legend } from './Legend.tsx';
import './times.css';

type Shared = Pick<ReplayedViewProps, 'machine' | 'entry' | 'words'> & { t: Text; language: Language };

export function Times({ machine, entry, words, views }: ReplayedViewProps) {
  const t = useText('replay');
  const language = useLanguage();
  const [params, set] = useAddress();
  const written = params.get('date');
  const date = daysIn(written) === null ? null : written;
  const kind = kindIn(machine, params);
  const kindNames = useKindNames(machine);
  const found = useCall(workflowTimes, { query: { machine, ...(kind && { kind }), ...(date !== null && { date }) } });
  const times = found.data?.data;
  const drawn = useDrawing(entry, words, { figures: true });
  const [chosen, setChosen] = useState<Chosen>(null);
  const shared: Shared = { machine, entry, words, t, language };
  const heat =
    times &&
    heatOf(times.states, (row) => ({
      figure: figureOf(row, t, language),
      words: t('heatWords', {
        figure: lasting(row.median, t, language),
        count: row.documents,
        now: formatNumber(row.now),
      }),
    }));
  return (
    <>
      <div className="workflow-main">
        <div className="toolbar">
          {views}
          <div className="toolbar-acts">
            {KINDS[machine] !== undefined && (
              <HTMLSelect
                aria-label={t('page')}
                value={kind ?? ''}
                onChange={({ target }) => set({ kind: target.value || null }, { push: true })}
                options={[
                  { value: '', label: t('everyPage') },
                  ...kindNames.options.map(({ value, title }) => ({ value, label: title })),
                ]}
              />
            )}
            <PeriodFilter value={date} onChange={(next) => set({ date: next }, { push: true })} label={t('began')} />
          </div>
        </div>
        {found.error !== null && (
          <Failed title={t('timesFailed')} error={found.error} onRetry={() => void found.refetch()} />
        )}
        {found.error === null && times?.documents === 0 && (
          <Empty kind="nothing" title={t('nothingBegan')} text={t(date === null ? 'nothingText' : 'nothingBeganText')}>
            {date !== null && <Button text={t('everyTime')} onClick={() => set({ date: null }, { push: true })} />}
          </Empty>
        )}
        {found.error === null && times?.documents !== 0 && (
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
            {times === undefined ? (
              <SkeletonRows rows={6} />
            ) : (
              <>
                <Legend title={t('legend')} bounds={boundsOf(times.states)}>
                  <li>
                    <i className="times-mark heat-0" aria-hidden="true" />
                    {t('resting')}
                  </li>
                </Legend>
                {times.without_log > 0 && (
                  <Notice tone="info" inset>
                    {t('withoutLog', { count: times.without_log, figure: formatNumber(times.without_log) })}
                  </Notice>
                )}
                <States {...shared} states={times.states} chosen={chosen} />
                <Ways {...shared} title={t('slowWays')} about={t('slowWaysAbout')} ways={times.slow_ways} />
                {times.cancelled_ways.length > 0 && (
                  <Ways
                    {...shared}
                    title={t('cancelledWays')}
                    about={t('cancelledWaysAbout')}
                    ways={times.cancelled_ways}
                    share
                  />
                )}
              </>
            )}
          </>
        )}
      </div>
      <aside className="workflow-side" aria-label={t('slowest')} data-testid="times-side">
        {found.isPending && <SkeletonRows rows={6} columns={[3, 1]} />}
        {times !== undefined && times.documents > 0 && <Side {...shared} times={times} />}
      </aside>
    </>
  );
}

const figureOf = ({ rests, median, documents }: StateTimes, t: Text, language: Language): string =>
  rests ? formatNumber(documents) : `${lasting(median, t, language)} · ${formatNumber(documents)}`;

/** Marks a name that is not in today's definition. */
function Named({ path, entry, words, t }: Shared & { path: string }) {
  const known = entry.chart.states.some((state) => state.path === path);
  return (
    <>
      <StateName path={path} entry={entry} words={words} />{' '}
      {!known && <span className="amber text-xs">{t('old')}</span>}
    </>
  );
}

const Amount = ({ children }: { children: ReactNode }) => <td className="end num">{children}</td>;

function States({ states, chosen, ...shared }: Shared & { states: readonly StateTimes[]; chosen: Chosen }) {
  const { entry, t, language } = shared;
  const place = (path: string) => {
    const at = entry.chart.states.findIndex((state) => state.path === path);
    return at === -1 ? entry.chart.states.length : at;
  };
  const rows = [...states].sort((one, other) => place(one.state) - place(other.state));
  return (
    <FittingTable>
      <table className="table dense times-table" aria-label={t('times')} data-testid="times-states">
        <thead>
          <tr>
            <th scope="col">{t('state')}</th>
            {['documentsIn', 'nowIn', 'median', 'p90', 'longest'].map((key) => (
              <th key={key} scope="col" className="end">
                {t(`columns.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ state, documents, now, median, p90, longest }) => (
            <tr key={state} data-row={state} aria-selected={chosen?.kind === 'state' && chosen.path === state}>
              <td>
                <Named {...shared} path={state} />
              </td>
              <Amount>{formatNumber(documents)}</Amount>
              <Amount>{formatNumber(now)}</Amount>
              <Amount>{lasting(median, t, language)}</Amount>
              <Amount>{lasting(p90, t, language)}</Amount>
              <Amount>{lasting(longest, t, language)}</Amount>
            </tr>
          ))}
        </tbody>
      </table>
    </FittingTable>
  );
}

interface WaysProps extends Shared {
  title: string;
  about: string;
  ways: readonly Way[];
  /** The share of this path among documents with the same path so far. */
  share?: true;
}

function Ways({ title, about, ways, share, ...shared }: WaysProps) {
  const { machine, t, language } = shared;
  return (
    <div className="times-ways">
      <h2 className="section-title">{title}</h2>
      <p className="muted">{about}</p>
      {ways.length === 0 ? (
        <p className="muted">{t('noWays')}</p>
      ) : (
        <FittingTable>
          <table className="table dense times-table" aria-label={title}>
            <thead>
              <tr>
                <th scope="col">{t('way')}</th>
                <th scope="col" className="end">
                  {t('columns.documents')}
                </th>
                {share && (
                  <th scope="col" className="end">
                    {t('columns.share')}
                  </th>
                )}
                <th scope="col" className="end">
                  {t('columns.median')}
                </th>
                <th scope="col" className="end">
                  {t('columns.longest')}
                </th>
                <th scope="col">{t('columns.slowest')}</th>
              </tr>
            </thead>
            <tbody>
              {ways.map((way) => (
                <tr key={`${way.states.join(' ')} ${way.stopped}`} data-way={way.states.join(' ')}>
                  <td>
                    <ol className="times-way">
                      {way.states.map((path, at) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a path may enter a state twice, and never changes
                        <li key={at}>
                          <Named {...shared} path={path} />
                        </li>
                      ))}
                      {way.stopped && <li className="muted">{t('stopped')}</li>}
                      {!way.ended && <li className="muted">{t('goesOn')}</li>}
                    </ol>
                  </td>
                  <Amount>{formatNumber(way.documents)}</Amount>
                  {share && (
                    <Amount>
                      {formatPercent((100 * way.documents) / way.came)}{' '}
                      <span className="muted">
                        {formatNumber(way.documents)} / {formatNumber(way.came)}
                      </span>
                    </Amount>
                  )}
                  <Amount>{lasting(way.median, t, language)}</Amount>
                  <Amount>{lasting(way.longest, t, language)}</Amount>
                  <td>
                    {way.slowest.map((one, at) => (
                      <span key={`${one.kind} ${one.id}`}>
                        {at > 0 && ', '}
                        <Link href={replayPath(machine, one)}>{one.title}</Link>
                      </span>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </FittingTable>
      )}
    </div>
  );
}

function Side({ times, ...shared }: Shared & { times: WorkflowTimes }) {
  const { machine, t, language } = shared;
  const { documents, ended, cancelled, median, slowest } = times;
  const kindNames = useKindNames(machine);
  return (
    <>
      <h2 className="section-title">{t('whole')}</h2>
      <dl className="facts">
        <dt>{t('columns.documents')}</dt>
        <dd className="num">{formatNumber(documents)}</dd>
        <dt>{t('ended')}</dt>
        <dd className="num">{formatNumber(ended)}</dd>
        <dt>{t('calledOff')}</dt>
        <dd className="num">
          {formatNumber(cancelled)} <span className="muted">{formatPercent((100 * cancelled) / documents)}</span>
        </dd>
        <dt>{t('fromStart')}</dt>
        <dd className="num">{lasting(median, t, language)}</dd>
      </dl>
      <h3 className="side-title">{t('slowest')}</h3>
      {slowest.length === 0 && <p className="muted">{t('noTimes')}</p>}
      <ol className="plain times-slowest">
        {slowest.map(({ id, kind, title, organization, at, state, seconds }) => {
          const path = documentPath(machine, { id, kind });
          return (
            <li key={`${kind} ${id}`} data-document={id}>
              <span className="row">
                {path === null ? <b>{title}</b> : <Link href={path}>{title}</Link>}
                <b className="num">{lasting(seconds, t, language)}</b>
              </span>
              <span className="muted text-xs">
                {kind !== null && `${kindNames.nameOf(kind)} · `}
                {organization !== null && `${organization} · `}
                {formatDateTimeFull(at)}
              </span>
              <span className="row">
                <Named {...shared} path={state} />
                <Link href={replayPath(machine, { id, kind })} aria-label={t('replayOf', { title })}>
                  <PlayIcon size={12} /> {t('replay')}
                </Link>
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
