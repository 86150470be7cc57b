/** Where an item of the queue leads, and how it is named. */
import type { QueueItem } from '../../../contract/day.ts';
import { testPath } from '../../app/testPath.ts';
import { formatDayMonth, formatMonth } from '../../format/dates.ts';
import type { Language } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';

type Named = Pick<QueueItem, 'chart' | 'id' | 'of' | 'name' | 'state'>;

export const keyOf = ({ chart, id }: Named): string => `${chart} ${id}`;

const PLACES: Readonly<Record<QueueItem['chart'], (item: Named) => string>> = {
  countingAct: ({ id }) => pathOf('act', { actId: id }),
  counter: ({ id, of }) => pathOf('counter', { actId: of ?? 0, counterId: id }),
  invoice: ({ id }) => pathOf('invoice', { id }),
  practiceDay: ({ of }) => withQuery(pathOf('managePracticeDay'), { organization_id: of ?? 0 }),
  practiceMonth: () => withQuery(pathOf('managePracticeDay'), { view: 'months' }),
  announcement: ({ id }) => withQuery(pathOf('announcements'), { row: id }),
  approval: ({ id }) => withQuery(pathOf('blackList'), { row: id }),
  staffTest: ({ id }) => withQuery(pathOf('testEditor'), { row: id }),
  settingRevision: ({ of }) => withQuery(pathOf('markupCategory'), { row: of ?? 0 }),
  testSitting: ({ id }) => testPath(id),
};
export const placeOf = (item: Named): string => PLACES[item.chart](item);

/** The list that shows all of a state; a person's own counters and tests are not narrowed by it. */
const LISTS: Readonly<Partial<Record<QueueItem['chart'], string>>> = {
  countingAct: pathOf('acts'),
  counter: pathOf('acts'),
  invoice: pathOf('invoices'),
  announcement: pathOf('announcements'),
  approval: pathOf('blackList'),
  staffTest: pathOf('testEditor'),
  settingRevision: pathOf('markupCategory'),
  testSitting: pathOf('testQuestions'),
};
export const listOf = (chart: QueueItem['chart'], status: string): string => {
  const list = LISTS[chart] ?? pathOf('managePracticeDay');
  return chart === 'counter' || chart === 'testSitting' ? list : withQuery(list, { status });
};

export function nameOf({ chart, name }: Named, language: Language): string {
  if (chart === 'practiceDay') return formatDayMonth(name, language);
  return chart === 'practiceMonth' ? formatMonth(`${name}-15`, language) : name;
}
