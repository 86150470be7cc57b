/**
 * State × event: what each state does with each event, from the hand-written table of refusals, beside the drawing. Who
 * chooses a position sees what that one may do; a cell tells its rows with the app's own texts.
 */
import { HTMLSelect } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import {
  type Cell,
  type CellKind,
  chartMatrixOf,
  type Matrix as Full,
  matrixOf,
  type Problem,
} from '../../../../machines/kit/table.ts';
import { useAddress } from '../../../app/address.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Text, useText } from '../../../i18n/index.ts';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { classes } from '../../../ui/look.ts';
import type { Chosen } from '../Diagram.tsx';
import { Drawn } from '../Drawn.tsx';
import { Holders, positionsOf, useHolders } from '../Holders.tsx';
import { Answers, BeyondChart, beyondChart, useTexts } from '../Refusals.tsx';
import { useRecord } from '../records.ts';
import { sendersOf } from '../senders.ts';
import { StateName, senderWords } from '../Tables.tsx';
import { useDrawing } from '../useDrawing.ts';
import { useIntoSight } from '../useIntoSight.ts';
import type { ViewProps } from '../viewProps.ts';
import './matrix.css';

const KINDS = ['accepted', 'refused', 'impossible', 'differs'] as const;
type Kind = (typeof KINDS)[number];

/** What one row accepts another one of the same cell may refuse, so that a cell can be of both. */
const isOf = (cell: Cell, kind: Kind): boolean => {
  if (kind === 'differs') return cell.differs;
  return cell.kind === kind || (kind === 'refused' && cell.kind === 'accepted' && cell.refuses);
};

const PRESSED = '.matrix-cell[aria-pressed="true"]';

const NONE: Pick<Full, 'problems' | 'guards'> = { problems: [], guards: { seen: 0, all: 0 } };

export function Matrix({ entry, words, views }: ViewProps) {
  const t = useText('workflows');
  const record = useRecord(entry.name);
  const { machine, chart } = entry;
  const table = record?.table ?? null;
  const matrix: Full = useMemo(
    () => (table === null ? { ...NONE, ...chartMatrixOf(chart) } : matrixOf(machine, table, record?.answered)),
    [machine, chart, table, record],
  );
  const [params, set] = useAddress();
  const drawn = useDrawing(entry, words, { folds: true });
  const { data } = useHolders(entry);
  const only = KINDS.find((kind) => kind === params.get('only')) ?? null;
  const position = Number(params.get('position')) || null;
  const leads = params.get('leads');
  const system = params.get('position') === 'system';
  const [event = '', state = ''] = params.get('cell')?.split('~') ?? [];
  const chosen = matrix.cells.find((cell) => cell.event === event && cell.state === state);
  const side = useIntoSight<HTMLElement>(chosen === undefined ? null : params.get('cell'), PRESSED);
  /** Of an event that the specification forbids here there is none. */
  const ways = chart.transitions.filter(
    (one) => one.event === event && (one.source === state || state.startsWith(`${one.source}.`)),
  );
  const beyond = chosen?.kind === 'accepted' ? beyondChart(record, event) : null;
  const who = senderWords(t, sendersOf(entry.facts, event));

  const isSystem = (type: string) => sendersOf(entry.facts, type).kind === 'system';
  /** Whether the position may send it; who a rule alone does not name is not refused here. */
  const isLocked = (type: string, from: string) => {
    if (system) return !isSystem(type);
    if (position === null || data === undefined) return false;
    if (isSystem(type)) return true;
    return positionsOf(entry, data.data, type, from)?.has(position) === false;
  };
  /** Whom the finer rights name beside the rule, of a position that has the rule: it is not said of everybody in it. */
  const onlyOf = (type: string): string[] => {
    const sender = sendersOf(entry.facts, type);
    return position === null || sender.kind !== 'rules' ? [] : sender.who.map((one) => t(`finerShort.${one}`));
  };
  /** What the arrows of a cell ask for, in words. */
  const conditionOf = (cell: Cell): string =>
    [
      ...new Set(
        chart.transitions
          .filter((one) => one.event === cell.event && one.source === cell.state && one.guard !== '')
          .map(({ guard }) => words.guard(guard)),
      ),
    ].join('; ');
  const isShown = (cell: Cell) =>
    (only === null || isOf(cell, only)) && (leads === null || (cell.targets.includes(leads) && cell.state !== leads));
  const events = matrix.events.filter(
    (type) =>
      (!system || isSystem(type)) &&
      matrix.cells.some((cell) => cell.event === type && (isShown(cell) || chosen === cell)),
  );
  const count = (kind: Kind) => matrix.cells.filter((cell) => isOf(cell, kind)).length;
  const lit =
    chosen === undefined ? null : chart.transitions.findIndex((one) => one.event === event && one.source === state);
  const drawnChoice: Chosen =
    chosen === undefined
      ? null
      : lit === -1 || lit === null
        ? { kind: 'state', path: state }
        : { kind: 'transition', at: lit };

  return (
    <>
      <div className="workflow-main">
        <div className="toolbar">{views}</div>
        <Drawn
          className="workflow-drawn matrix-drawn"
          drawn={drawn}
          entry={entry}
          words={words}
          instead={t('matrix.instead')}
          chosen={drawnChoice}
          onChoose={(next) => set({ leads: next?.kind === 'state' ? next.path : null, cell: null })}
          found={null}
        />
        <div className="toolbar matrix-filters">
          <FilterChips
            items={[
              { key: 'all', title: t('matrix.all'), count: matrix.cells.length },
              ...KINDS.map((kind) => ({ key: kind, title: t(`matrix.kinds.${kind}`), count: count(kind) })),
            ]}
            value={only ?? 'all'}
            label={t('matrix.kind')}
            onChange={(next: Kind | 'all') => set({ only: next === 'all' ? null : next })}
          />
          <Position {...{ entry, t, events: matrix.events, data: data?.data }} />
          <HTMLSelect
            aria-label={t('matrix.leads')}
            value={leads ?? ''}
            onChange={(one) => set({ leads: one.currentTarget.value || null })}
          >
            <option value="">{t('matrix.leads')}</option>
            {matrix.states.map((path) => (
              <option key={path} value={path}>
                {words.state(path)}
              </option>
            ))}
          </HTMLSelect>
        </div>
        <Problems problems={matrix.problems} record={record} words={words} t={t} />
        <section className="table-scroll matrix-scroll" aria-label={t('matrix.title')} data-testid="matrix">
          <table className="table dense matrix">
            <thead>
              <tr>
                <th scope="col">{t('columns.event')}</th>
                {matrix.states.map((path) => (
                  <th key={path} scope="col">
                    <StateName path={path} entry={entry} words={words} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {events.length === 0 && (
                <tr>
                  <td colSpan={matrix.states.length + 1} className="muted matrix-none">
                    {t('matrix.none')}
                  </td>
                </tr>
              )}
              {events.map((type) => (
                <tr key={type} data-event={type}>
                  <th scope="row">{words.event(type)}</th>
                  {matrix.states.map((path) => {
                    const cell = matrix.cells.find((one) => one.event === type && one.state === path);
                    return (
                      <td
                        key={path}
                        className={classes(cell && `is-${cell.kind}`, cell?.differs === true && 'is-differing')}
                      >
                        {cell !== undefined && (isShown(cell) || cell === chosen) && (
                          <CellButton
                            {...{ cell, words, record, t }}
                            condition={cell.kind === 'accepted' && cell.refuses ? conditionOf(cell) : ''}
                            locked={cell.kind === 'accepted' && isLocked(type, path)}
                            only={cell.kind === 'accepted' ? onlyOf(type) : []}
                            pressed={cell === chosen}
                            onPress={() => set({ cell: `${type}~${path}` })}
                          />
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <p className="matrix-foot muted" data-testid="matrix-foot">
          {table === null
            ? t('matrix.noTable')
            : t('matrix.coverage', {
                rows: formatNumber(table.rows.length),
                pairs: formatNumber(matrix.cells.filter(({ answers }) => answers.length > 0).length),
                all: formatNumber(matrix.cells.length),
                seen: formatNumber(matrix.guards.seen),
                guards: formatNumber(matrix.guards.all),
              })}
        </p>
      </div>
      <aside ref={side} className="workflow-side" aria-label={t('side')} data-testid="side">
        {chosen === undefined ? (
          <p className="muted">{t('matrix.choose')}</p>
        ) : (
          <>
            <h2 className="section-title">{words.event(event)}</h2>
            <p>
              <StateName path={state} entry={entry} words={words} />
            </p>
            {/* short, so that the list of refusals, which may be long, does not hide it */}
            {ways.length > 0 && (
              <>
                {who !== '' && (
                  <>
                    <h3 className="side-title">{t('columns.who')}</h3>
                    <p>{who}</p>
                  </>
                )}
                <Holders entry={entry} event={event} state={state} t={t} />
              </>
            )}
            <p>{words.stateAbout(state)}</p>
            <p>
              {t(
                chosen.kind === 'accepted' && (chosen.refuses || beyond !== null)
                  ? 'matrix.depends'
                  : `matrix.means.${chosen.kind}`,
              )}
            </p>
            {ways.length === 0 && <Elsewhere {...{ matrix, event, words, t }} />}
            {record !== null && chosen.answers.length > 0 && (
              <Answers record={record} words={words} answers={chosen.answers} t={t} />
            )}
            {record !== null && beyond !== null && <BeyondChart record={record} beyond={beyond} t={t} />}
            {ways.map((one) => (
              <p key={one.key + one.actions.join()}>{words.sentence(one)}</p>
            ))}
            {chosen.kind !== 'accepted' && <Instead {...{ matrix, state, words, t }} />}
          </>
        )}
      </aside>
    </>
  );
}

/** In which states the event is accepted instead. */
function Elsewhere({ matrix, event, words, t }: { matrix: Full; event: string; words: ViewProps['words']; t: Text }) {
  const states = matrix.cells
    .filter((cell) => cell.event === event && cell.kind === 'accepted')
    .map((cell) => words.state(cell.state));
  return states.length === 0 ? null : <p>{t('matrix.elsewhere', { states: states.join(', ') })}</p>;
}

/** What the state takes in place of what it refuses. */
function Instead({ matrix, state, words, t }: { matrix: Full; state: string; words: ViewProps['words']; t: Text }) {
  const taken = matrix.cells
    .filter((cell) => cell.state === state && cell.kind === 'accepted')
    .map(({ event }) => event);
  return (
    <p>
      {taken.length === 0 ? t('matrix.nothingHere') : t('matrix.here', { events: taken.map(words.event).join(', ') })}
    </p>
  );
}

interface CellButtonProps {
  cell: Cell;
  words: ViewProps['words'];
  record: ReturnType<typeof useRecord>;
  /** What has to be so where some facts refuse it; empty where none do. */
  condition: string;
  locked: boolean;
  /** Who of the chosen position. */
  only: readonly string[];
  pressed: boolean;
  onPress: () => void;
  t: Text;
}

const NO_TEXTS = { texts: { uz: {}, ru: {} } };
const MARKS: Readonly<Record<CellKind, string>> = { accepted: '✓', refused: '✕', impossible: '·' };

function CellButton({ cell, words, record, condition, locked, only, pressed, onPress, t }: CellButtonProps) {
  const textsOf = useTexts(record ?? NO_TEXTS);
  const { kind, targets, says, state } = cell;
  const to = targets.map((path) => (path === state ? t('matrix.stays') : `→ ${words.state(path)}`)).join(', ');
  const because = textsOf(says).join(' ') || (condition !== '' ? t('matrix.onlyIf', { guard: condition }) : '');
  return (
    <button
      type="button"
      className={classes('matrix-cell', locked && 'is-locked')}
      aria-pressed={pressed}
      title={because || t(`matrix.means.${kind}`)}
      onClick={onPress}
    >
      {kind === 'impossible' ? (
        <span>{MARKS[kind]}</span>
      ) : (
        <>
          <span aria-hidden>{MARKS[kind]}</span> {to}
          {because !== '' && <span className="muted matrix-because">{because}</span>}
          {locked && <span className="muted"> · {t('matrix.noRight')}</span>}
          {!locked && only.length > 0 && (
            <span className="muted matrix-because">{t('matrix.onlyWho', { who: only.join(', ') })}</span>
          )}
        </>
      )}
    </button>
  );
}

interface PositionProps {
  entry: ViewProps['entry'];
  events: readonly string[];
  data: Parameters<typeof positionsOf>[1] | undefined;
  t: Text;
}

/** What one position may send, how many events of it; and what only the system sends. */
function Position({ entry, events, data, t }: PositionProps) {
  const [params, set] = useAddress();
  if (entry.facts.senders.length === 0) return null;
  const mayOf = (id: number) =>
    data === undefined ? 0 : events.filter((type) => positionsOf(entry, data, type, null)?.has(id) === true).length;
  return (
    <HTMLSelect
      aria-label={t('matrix.position')}
      value={params.get('position') ?? ''}
      onChange={(one) => set({ position: one.currentTarget.value || null })}
    >
      <option value="">{t('matrix.position')}</option>
      <option value="system">{t('matrix.system')}</option>
      {data?.positions.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}: {formatNumber(mayOf(id))}
        </option>
      ))}
    </HTMLSelect>
  );
}

interface ProblemsProps {
  problems: readonly Problem[];
  record: ReturnType<typeof useRecord>;
  words: ViewProps['words'];
  t: Text;
}

function Problems({ problems, record, words, t }: ProblemsProps) {
  const [all, setAll] = useState(false);
  const textsOf = useTexts(record ?? NO_TEXTS);
  if (problems.length === 0) return null;
  const nameOf = ({ what, name }: Problem) => {
    if (what === 'state') return words.state(name);
    if (what === 'event') return words.event(name);
    if (what === 'guard') return words.guard(name);
    const [event = '', state] = name.split(' · ');
    if (state !== undefined) return `${words.event(event)}, ${words.state(state)}`;
    // of what the server refuses beside the chart: the case and its reason
    const [beyond = '', reason = ''] = name.split(' ');
    return `${words.event(beyond.split('/')[0] ?? '')}: ${textsOf([`errors.${reason}`]).join('')}`;
  };
  return (
    <ul className="plain matrix-problems red" data-testid="matrix-problems">
      {(all ? problems : problems.slice(0, 3)).map((one) => (
        <li key={`${one.what} ${one.name} ${one.only}`}>
          {t(`matrix.problem.${one.what}`, { name: nameOf(one) })} {t(`matrix.only.${one.only}`)}
        </li>
      ))}
      {!all && problems.length > 3 && (
        <li>
          <button type="button" className="link" onClick={() => setAll(true)}>
            {t('matrix.allProblems', { n: formatNumber(problems.length) })}
          </button>
        </li>
      )}
    </ul>
  );
}
