import type { ArrowFigure, RefusalFigure, StateFigure, WorkflowFigures } from '../../../../contract/workflows.ts';
import { formatNumber, formatPercent, type Language } from '../../../format/numbers.ts';
import type { Text } from '../../../i18n/index.ts';
import type { Heat } from '../Diagram.tsx';
import type { ReplayedViewProps } from '../viewProps.ts';

export interface Shared extends Pick<ReplayedViewProps, 'machine' | 'entry' | 'words'> {
  t: Text;
  /** Words that replay and times have too. */
  r: Text;
  language: Language;
  clock: 'working' | 'calendar';
}

/** What can be taken along as Excel. */
export const TABLES = ['states', 'waiting', 'refusals', 'calledOff', 'arrows'] as const;
export type Table = (typeof TABLES)[number];

export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** Fewer stays than these say nothing: their figure stands without a colour. */
const LEAST = 5;

/** Stays of a clock in seconds, as the heat of the diagram takes them; `usual` is the median of however few stays. */
export const figuresOf = (states: readonly StateFigure[], clock: Shared['clock']) =>
  states
    .filter(({ rests }) => !rests)
    .map(({ state, now, ...row }) => {
      const { count, median, p90, longest } = row[clock];
      const seconds = (minutes: number | null) => (minutes === null || count < LEAST ? null : minutes * 60);
      return {
        ...{ state, now, rests: false, documents: count, usual: median === null ? null : median * 60 },
        ...{ median: seconds(median), p90: seconds(p90), longest: seconds(longest) },
      };
    });

/** Whether what waits now has a column: of a person and of a past month only ended stays are known. */
export const countsNow = (states: readonly StateFigure[]): boolean => states.some(({ now }) => now !== null);

/** Of the states in which something is waited for: what a document usually spends in all of them, null where none is known. */
export function wholeOf(states: readonly StateFigure[], clock: Shared['clock']): number | null {
  const medians = states.flatMap(({ rests, ...row }) => (rests ? [] : (row[clock].median ?? [])));
  return medians.length === 0 ? null : medians.reduce((all, one) => all + one, 0);
}

/** A way into a state that calls the document off. */
export interface CalledOff extends Pick<ArrowFigure, 'state' | 'event' | 'after' | 'count'> {
  /** Of all that left the state before it, in percent. */
  share: number;
}

export function calledOffIn(entry: Shared['entry'], arrows: readonly ArrowFigure[]): CalledOff[] {
  const off = new Set(entry.chart.states.flatMap(({ path, look }) => (look === 'off' || look === 'bad' ? [path] : [])));
  const left = (from: string) =>
    arrows.reduce((all, { state, after, count }) => all + (state === from && after !== state ? count : 0), 0);
  return arrows
    .filter(({ state, after }) => off.has(after) && !off.has(state))
    .map(({ state, event, after, count }) => ({ state, event, after, count, share: shareOf(count, left(state)) }));
}

/** As the chart has them, from the beginning on. */
export function inChartOrder(entry: Shared['entry'], states: readonly StateFigure[]): StateFigure[] {
  const place = (path: string) => entry.chart.states.findIndex((state) => state.path === path);
  return states.toSorted((one, two) => place(one.state) - place(two.state));
}

type Narrowing = 'clock' | 'kind' | 'branch' | 'person' | 'month';
/** By what each table can be narrowed: refusals are those of everybody, of steps the last days are kept apart. */
const NARROWED: Readonly<Record<Table, readonly Narrowing[]>> = {
  states: ['clock', 'kind', 'branch', 'person', 'month'],
  waiting: ['kind', 'branch'],
  refusals: ['branch', 'month'],
  calledOff: ['kind', 'branch', 'person'],
  arrows: ['kind', 'branch', 'person'],
};

/** What a table is narrowed to. @param chosen words of each choice, null where all are meant */
export const narrowedTo = (table: Table, chosen: Readonly<Record<Narrowing, string | null>>): string[] =>
  NARROWED[table].flatMap((one) => chosen[one] ?? []);

/** Refusals of one reason of one event, over all branches. */
export interface Refused extends Pick<RefusalFigure, 'state' | 'event' | 'reason' | 'words'> {
  count: number;
  branches: RefusalFigure[];
}

export function refusedIn(refusals: readonly RefusalFigure[]): Refused[] {
  const found = new Map<string, Refused>();
  for (const row of refusals) {
    const { state, event, reason, words, count } = row;
    const key = `${state} ${event} ${reason}`;
    const known = found.get(key) ?? { state, event, reason, words, count: 0, branches: [] };
    found.set(key, { ...known, count: known.count + count, branches: [...known.branches, row] });
  }
  return [...found.values()].sort((one, other) => other.count - one.count);
}

/** Up to how many of a hundred attempts in a state at what was refused there were refused, and more. */
const LEVELS = [5, 20, 35] as const;

/** What each colour stands for, the lightest first. */
export const levelsOfRefusals = (t: Text): string[] => [
  ...LEVELS.map((bound) => t('upToShare', { share: formatPercent(bound) })),
  t('aboveShare', { share: formatPercent(LEVELS[2]) }),
];

/** Steps that nobody was refused say nothing: of thousands of entries a refused completion would be none. */
export function heatOfRefusals(
  { states, refusals }: Pick<WorkflowFigures, 'states' | 'refusals'>,
  t: Text,
): ReadonlyMap<string, Heat> {
  return new Map(
    states.map(({ state }) => {
      const here = refusals.filter((one) => one.state === state);
      const refused = here.reduce((sum, { count }) => sum + count, 0);
      // each reason of a step has the attempts at the whole step
      const tried = new Map(here.map(({ event, organization, tried: all }) => [`${event} ${organization}`, all]));
      const share = shareOf(
        refused,
        [...tried.values()].reduce((sum, all) => sum + all, 0),
      );
      const level = refused === 0 ? 0 : LEVELS.filter((bound) => share > bound).length + 1;
      const figure = t('refusedFigure', { count: refused, share: formatPercent(share) });
      return [
        state,
        { level: level as Heat['level'], figure: refused === 0 ? formatNumber(0) : figure, words: figure },
      ];
    }),
  );
}
