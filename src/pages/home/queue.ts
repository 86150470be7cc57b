/** Where an item of the queue leads, and how it is named. */
import type { QueueItem } from '../../../contract/day.ts';
import { testPath } from '../../app/testPath.ts';
import { formatDate, formatDayMonth, formatMonth } from '../../format/dates.ts';
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
  staffTest: ({ id }) => withQuery(pathOf('testEditor'), { row: id }),
  settingRevision: ({ of }) => withQuery(pathOf('markupCategory'), { row: of ?? 0 }),
  testSitting: ({ id }) => testPath(id),
};
export const placeOf = (item: Named): string => PLACES[item.chart](item);

/** The list that shows all of them. */
export function listOf(chart: QueueItem['chart'], state: string): string {
  if (chart === 'countingAct') return withQuery(pathOf('acts'), { status: state });
  if (chart === 'invoice') return withQuery(pathOf('invoices'), { status: state });
  if (chart === 'announcement') return withQuery(pathOf('announcements'), { status: state });
  if (chart === 'staffTest') return withQuery(pathOf('testEditor'), { status: state });
  if (chart === 'settingRevision') return pathOf('markupCategory');
  if (chart === 'testSitting') return pathOf('testQuestions');
  return pathOf(chart === 'counter' ? 'acts' : 'managePracticeDay');
}

export function nameOf({ chart, name }: Named, language: Language): string {
  if (chart === 'practiceDay') return formatDayMonth(name, language);
  return chart === 'practiceMonth' ? formatMonth(`${name}-15`, language) : name;
}

export const dayName = (day: string): string => formatDate(day).slice(0, 5);
