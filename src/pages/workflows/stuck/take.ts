/** The tables of this view as Excel, as they are narrowed: the name of the file says to what. */
import type { RefusalFigure, StateFigure, WaitingDocument, WorkflowFigures } from '../../../../contract/workflows.ts';
import type { ListColumn } from '../../../ui/list/columns.tsx';
import { saveList } from '../../../ui/list/excel.ts';
import { countsNow, inChartOrder, type Shared, shareOf, type Table } from './figures.ts';
import { type Arrow, arrowsOf } from './life.ts';

/** Makers of columns over the rows of one table. */
const columnsOver = <Row>() => ({
  column: (key: string, title: string, value: (row: Row) => string | null): ListColumn<Row> => ({ key, title, value }),
  figure: (key: string, title: string, value: (row: Row) => number | null): ListColumn<Row> => ({
    ...{ key, title, value },
    ...{ kind: 'number', decimals: 1 },
  }),
});
const ofStates = columnsOver<StateFigure>();
const ofWaiting = columnsOver<WaitingDocument>();
const ofRefusals = columnsOver<RefusalFigure>();
const ofArrows = columnsOver<Arrow>();

export async function takeTable(
  table: Table,
  { states, waiting, refusals, arrows }: WorkflowFigures,
  { entry, words, t, r, clock }: Shared,
  narrowed: readonly string[],
): Promise<void> {
  const title = [words.name, t(`take.${table}`), ...narrowed].join(' · ');
  const inMinutes = (key: string) => `${t(`columns.${key}`)}, ${t('minutes')}`;
  if (table === 'states')
    return saveList(
      title,
      [
        ofStates.column('state', r('state'), ({ state }) => words.state(state)),
        ofStates.figure('count', t('columns.count'), (row) => row[clock].count),
        ...(countsNow(states) ? [ofStates.figure('now', t('columns.now'), ({ now }) => now)] : []),
        ofStates.figure('median', inMinutes('median'), (row) => row[clock].median),
        ofStates.figure('p90', inMinutes('p90'), (row) => row[clock].p90),
        ofStates.figure('longest', inMinutes('longest'), (row) => row[clock].longest),
      ],
      inChartOrder(entry, states),
    );
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
