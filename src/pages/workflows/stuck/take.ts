/** The tables of this view as Excel, as they are narrowed: the name of the file says to what. */
import type { RefusalFigure, WaitingDocument, WorkflowFigures } from '../../../../contract/workflows.ts';
import type { ListColumn } from '../../../ui/list/columns.tsx';
import { saveList } from '../../../ui/list/excel.ts';
import {
  type CalledOff,
  calledOffIn,
  countsNow,
  inChartOrder,
  type Shared,
  shareOf,
  type Table,
  wholeOf,
} from './figures.ts';
import { type Arrow, arrowsOf } from './life.ts';

const tenth = (figure: number | null): number | null => (figure === null ? null : Math.round(figure * 10) / 10);

/** Makers of columns over the rows of one table. */
const columnsOver = <Row>() => ({
  column: (key: string, title: string, value: (row: Row) => string | null): ListColumn<Row> => ({ key, title, value }),
  figure: (key: string, title: string, value: (row: Row) => number | null): ListColumn<Row> => ({
    // as many decimals as are shown
    ...{ key, title, value: (row) => tenth(value(row)), kind: 'number', decimals: 1 },
  }),
});
/** A state, or the whole of them. */
interface StateRow extends Record<'count' | 'now' | 'median' | 'p90' | 'other' | 'longest', number | null> {
  readonly name: string;
}
const ofStates = columnsOver<StateRow>();
const ofWaiting = columnsOver<WaitingDocument>();
const ofRefusals = columnsOver<RefusalFigure>();
const ofCalledOff = columnsOver<CalledOff>();
const ofArrows = columnsOver<Arrow>();

export async function takeTable(
  table: Table,
  { states, waiting, refusals, arrows }: WorkflowFigures,
  { entry, words, t, r, clock }: Shared,
  narrowed: readonly string[],
): Promise<void> {
  const title = [words.name, t(`take.${table}`), ...narrowed].join(' · ');
  const inMinutes = (key: string) => `${t(`columns.${key}`)}, ${t('minutes')}`;
  if (table === 'states') {
    const other = clock === 'working' ? 'calendar' : 'working';
    const rows = inChartOrder(entry, states).map(({ state, now, ...row }): StateRow => {
      const { count, median, p90, longest } = row[clock];
      return { name: words.state(state), count, now, median, p90, other: row[other].median, longest };
    });
    const whole = { name: t('whole'), count: null, now: null, p90: null, longest: null };
    return saveList(
      title,
      [
        ofStates.column('state', r('state'), ({ name }) => name),
        ofStates.figure('count', t('columns.count'), ({ count }) => count),
        ...(countsNow(states) ? [ofStates.figure('now', t('columns.now'), ({ now }) => now)] : []),
        ofStates.figure('median', inMinutes('median'), ({ median }) => median),
        ofStates.figure('p90', inMinutes('p90'), ({ p90 }) => p90),
        ofStates.figure('other', inMinutes(other), (row) => row.other),
        ofStates.figure('longest', inMinutes('longest'), ({ longest }) => longest),
      ],
      [...rows, { ...whole, median: wholeOf(states, clock), other: wholeOf(states, other) }],
    );
  }
  if (table === 'waiting')
    return saveList(
      title,
      [
        ofWaiting.column('document', r('document'), ({ title: name }) => name),
        ofWaiting.column('organization', r('organization'), ({ organization }) => organization),
        ofWaiting.column('state', r('state'), ({ state }) => words.state(state)),
        ofWaiting.figure('minutes', t('minutes'), ({ minutes }) => minutes),
        ofWaiting.figure('usual', t('columns.usual'), ({ usual }) => usual),
        ofWaiting.column('event', t('columns.event'), ({ event }) => (event === null ? null : words.event(event))),
        ofWaiting.column('who', t('columns.who'), ({ people }) => people.map(({ fullname }) => fullname).join(', ')),
      ],
      waiting,
    );
  if (table === 'refusals')
    return saveList(
      title,
      [
        ofRefusals.column('event', t('columns.event'), ({ event }) => words.event(event)),
        ofRefusals.column('state', r('state'), ({ state }) => (state === '' ? null : words.state(state))),
        ofRefusals.column('reason', t('columns.reason'), ({ words: said, reason }) => said ?? reason),
        ofRefusals.column('branch', t('branch'), ({ organization }) => organization),
        ofRefusals.figure('count', t('columns.refused'), ({ count }) => count),
        ofRefusals.figure('share', '%', ({ count, tried }) => shareOf(count, tried)),
      ],
      refusals,
    );
  if (table === 'calledOff')
    return saveList(
      title,
      [
        ofCalledOff.column('from', t('columns.from'), ({ state }) => words.state(state)),
        ofCalledOff.column('to', t('columns.to'), ({ after }) => words.state(after)),
        ofCalledOff.column('event', t('columns.event'), ({ event }) => words.event(event)),
        ofCalledOff.figure('count', t('columns.taken'), ({ count }) => count),
        ofCalledOff.figure('share', '%', ({ share }) => share),
      ],
      calledOffIn(entry, arrows),
    );
  return saveList(
    title,
    [
      ofArrows.column('event', t('columns.event'), ({ event }) => words.event(event)),
      ofArrows.column('from', t('columns.from'), ({ source }) => words.state(source)),
      ofArrows.column('to', t('columns.to'), ({ target }) => words.state(target)),
      ofArrows.figure('taken', t('columns.taken'), ({ count }) => count),
      ofArrows.column('layers', t('columns.layers'), ({ layers }) =>
        layers.map((layer) => t(`layer.${layer}`)).join(', '),
      ),
    ],
    arrowsOf(entry, arrows),
  );
}
