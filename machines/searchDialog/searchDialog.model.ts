import type { AnyEventObject } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  foldOfOption,
  hitOption,
  pageOption,
  type RecentPage,
  type RecordGroup,
  restOption,
  sectionOption,
} from './listing.ts';
import type { SearchDialogContext, SearchDialogEvent } from './searchDialog.machine.ts';
import { searchDialogMachine } from './searchDialog.machine.ts';
import type { EntryTexts, SearchEntry } from './searchIndex.ts';

const one = (name: string, event: SearchDialogEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

const texts = (title: string, section: string, ...aliases: string[]): EntryTexts => ({ title, section, aliases });
const entry = (id: string, path: string, area: string, uz: EntryTexts, ru: EntryTexts): SearchEntry => ({
  id,
  path,
  area,
  built: true,
  texts: { uz, ru },
});

/** What a keeper of a branch sees: a test holds these pages against the registry. */
export const ENTRIES: readonly SearchEntry[] = [
  entry('home', '/', 'home', texts('Bosh sahifa', 'Bosh sahifa'), texts('Главная', 'Главная')),
  entry('versions', '/versions', 'home', texts('Versiyalar tarixi', 'Bosh sahifa'), texts('История версий', 'Главная')),
  entry('profile', '/profile', 'home', texts('Mening profilim', 'Bosh sahifa'), texts('Мой профиль', 'Главная')),
  entry(
    'dashboard',
    '/dashboard',
    'home',
    texts('Boshqaruv paneli', 'Bosh sahifa'),
    texts('Панель показателей', 'Главная'),
  ),
  entry(
    'acts',
    '/repositories/act-of-counting',
    'warehouse',
    texts('Sanoq dalolatnomalari', 'Ombor', 'inventarizatsiya'),
    texts('Акты инвентаризации', 'Склад', 'переучёт'),
  ),
  entry(
    'testQuestions',
    '/test-questions',
    'tests',
    texts('Test savollari', 'Testlar'),
    texts('Вопросы теста', 'Тесты'),
  ),
  entry(
    'myTestResults',
    '/test-results',
    'tests',
    texts('Mening test natijalarim', 'Testlar'),
    texts('Мои результаты тестов', 'Тесты'),
  ),
  entry(
    'widgetsPage',
    '/widgets/widgets-page',
    'widgets',
    texts('Vidjetlar', 'Vidjetlar'),
    texts('Виджеты', 'Виджеты'),
  ),
];

/** A page that was opened lately; never the one that is shown. */
export const RECENT: readonly RecentPage[] = [{ path: '/test-results', at: 1_764_000_000_000 }];

/** Acts that nobody has, as the server would answer them. */
export const HITS: readonly RecordGroup[] = [
  {
    group: 'documents',
    more: false,
    hits: [2_000_000_001, 2_000_000_002, 2_000_000_003, 2_000_000_004].map((id, at) => ({
      ...{ key: `act-${id}-0`, path: `/repositories/act-of-counting/${id}`, title: `CHL-26-000${at}` },
      ...{ note: 'Chilonzor filiali', kind: 'act', status: 'created', look: 'new', exact: false },
    })),
  },
];
export const REST = restOption('documents');
export const HIT = hitOption('act-2000000001-0');

export const FOUND = 'savol';
export const NOWHERE = 'qwzxqwzx';
export const SECTION = sectionOption('warehouse');
export const PAGE = pageOption('testQuestions');

/** The same key where it means two things. */
const ENTER_ON_SECTION: SearchDialogEvent = { type: 'option.choose' };
const ENTER_ON_PAGE: SearchDialogEvent = { type: 'option.choose' };

const opening = { language: 'uz', recent: RECENT } as const;
const contextOf = (snapshot: { context: unknown }) => snapshot.context as SearchDialogContext;

export const searchDialogModel: WorkflowModel = {
  machine: searchDialogMachine,
  pageEvents: ['page.shown'],
  beginnings: [{ name: '', input: { fontSize: 16 } }],
  cases: [
    one('clicks the search bar', { type: 'search.open', ...opening }),
    one('presses Ctrl+K', { type: 'search.toggle', ...opening }),
    one('presses Esc', { type: 'search.close' }),
    one('presses the close button', { type: 'search.close' }),
    one('goes back in the browser', { type: 'page.shown' }),
    caused('the pages are here', { type: 'xstate.done.actor.loadPages', output: ENTRIES }),
    caused('the pages do not come', { type: 'xstate.error.actor.loadPages', error: new Error('network') }),
    one('tries again', { type: 'pages.retry' }),
    caused('the server finds documents', { type: 'xstate.done.actor.findRecords', output: HITS }),
    caused('the server does not answer', { type: 'xstate.error.actor.findRecords', error: new Error('network') }),
    one('asks the server again', { type: 'records.retry' }),
    one('unfolds the documents', { type: 'option.choose', option: REST }),
    one('clicks a document', { type: 'option.choose', option: HIT }),
    one('types a page', { type: 'query.change', query: FOUND }),
    one('types what is nowhere', { type: 'query.change', query: NOWHERE }),
    one('empties the field', { type: 'query.change', query: '' }),
    one('moves down', { type: 'option.next' }),
    one('moves up', { type: 'option.previous' }),
    one('presses Home', { type: 'option.first' }),
    one('presses End', { type: 'option.last' }),
    one('points at a section', { type: 'option.point', option: SECTION }),
    one('clicks a section', { type: 'option.choose', option: SECTION }),
    one('presses Enter on a section', ENTER_ON_SECTION),
    one('clicks a page', { type: 'option.choose', option: PAGE }),
    one('presses Enter on a page', ENTER_ON_PAGE),
    one('enlarges the letters', { type: 'fontSize.change', size: 20 }),
  ],
  within(snapshot, event) {
    const { active, query, groups, toggled } = contextOf(snapshot);
    const listsSections = snapshot.matches({ open: { ready: { pages: { listing: 'sections' } } } });
    const listsFound = snapshot.matches({ open: { ready: { pages: { listing: 'found' } } } });
    switch (event.type) {
      // an actor answers while it runs
      case 'xstate.done.actor.loadPages':
      case 'xstate.error.actor.loadPages':
        return snapshot.hasTag('busy');
      case 'xstate.done.actor.findRecords':
      case 'xstate.error.actor.findRecords':
        return snapshot.hasTag('searching');
      case 'query.change':
        return event.query !== query;
      // what is in the list
      case 'option.point':
        return listsSections && active !== event.option;
      case 'option.choose':
        if (event.option === SECTION) return listsSections;
        if (event.option === PAGE) return listsFound && query === FOUND;
        if (event.option === REST || event.option === HIT) return groups.length > 0 && !toggled.includes(REST);
        if (event === ENTER_ON_SECTION) return active === SECTION;
        return active !== null && foldOfOption(active) === null && active !== HIT;
      default:
        return true;
    }
  },
  serialize(snapshot) {
    const { query, active, toggled, entries, groups } = contextOf(snapshot);
    return [JSON.stringify(snapshot.value), query, active, toggled.join(), entries.length, groups.length].join(' ');
  },
};
