/** Where an item of the queue leads, and how it is named. */
import type { QueueItem } from '../../../contract/day.ts';
import { testPath } from '../../app/testPath.ts';
import { formatDayMonth, formatMonth } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { declaredPath, requestPath, SETTINGS, settingPath } from '../../routes/shown.ts';

type Named = Pick<QueueItem, 'chart' | 'kind' | 'id' | 'of' | 'name' | 'state'>;

export const keyOf = ({ chart, kind, id }: Named): string => `${chart} ${kind} ${id}`;

const PLACES: Readonly<Partial<Record<QueueItem['chart'], (item: Named) => string>>> = {
  countingAct: ({ id }) => pathOf('act', { actId: id }),
  counter: ({ id, of }) => pathOf('counter', { actId: of ?? 0, counterId: id }),
  invoice: ({ id }) => pathOf('invoice', { id }),
  output: ({ id }) => withQuery(pathOf('outputWindow'), { id }),
  cashDocument: ({ id }) => withQuery(pathOf('cashOperations'), { row: id }),
  saleOrder: ({ id }) => withQuery(pathOf('createOrder'), { row: id }),
  // signing is in the window in which a draft is written
  contract: ({ id }) => withQuery(pathOf('createContract'), { row: id }),
  scoringRun: ({ id }) => withQuery(pathOf('scoringNonClients'), { run: id }),
  practiceDay: ({ of }) => withQuery(pathOf('managePracticeDay'), { organization_id: of ?? 0 }),
  practiceMonth: ({ id }) => withQuery(pathOf('managePracticeDay'), { view: 'months', row: id }),
  announcement: ({ id }) => withQuery(pathOf('announcements'), { row: id }),
  approval: ({ id, kind }) => requestPath(kind, { row: id }),
  staffTest: ({ id }) => withQuery(pathOf('testEditor'), { row: id }),
  settingRevision: ({ id, kind }) => settingPath(kind ?? '', { revision: id }) ?? pathOf('home'),
  testSitting: ({ id }) => testPath(id),
};
export const placeOf = (item: Named): string =>
  PLACES[item.chart]?.(item) ?? declaredPath(item.chart, { row: item.id });

/** The list that shows all of a state; a person's own counters and tests are not narrowed by it. */
const LISTS: Readonly<Partial<Record<QueueItem['chart'], string>>> = {
  countingAct: pathOf('acts'),
  counter: pathOf('acts'),
  invoice: pathOf('invoices'),
  output: pathOf('repositoryOutput'),
  cashDocument: pathOf('cashOperations'),
  saleOrder: pathOf('orders'),
  contract: pathOf('contracts'),
  scoringRun: pathOf('scoringNonClients'),
  announcement: pathOf('announcements'),
  staffTest: pathOf('testEditor'),
  testSitting: pathOf('testQuestions'),
};
export const listOf = ({ chart, kind, state }: Pick<Named, 'chart' | 'kind' | 'state'>): string => {
  const list = LISTS[chart] ?? pathOf('managePracticeDay');
  if (chart === 'counter' || chart === 'testSitting') return list;
  if (!(chart in PLACES)) return declaredPath(chart, { status: state });
  if (chart === 'approval') return requestPath(kind, { status: state });
  return settingPath(kind ?? '', { status: 'drafts' }) ?? withQuery(list, { status: state });
};

/** How an item is called: a day and a month by the calendar, a revision of a setting by its page. */
export function useNames(): (item: Pick<Named, 'chart' | 'kind' | 'name'>) => string {
  const language = useLanguage();
  const p = useText('pages');
  return ({ chart, kind, name }) => {
    if (chart === 'practiceDay') return formatDayMonth(name, language);
    if (chart === 'practiceMonth') return formatMonth(`${name}-15`, language);
    const page = SETTINGS.get(kind ?? '')?.page;
    if (page === undefined) return name;
    return name === '' ? p(page) : `${p(page)}: ${name}`;
  };
}
