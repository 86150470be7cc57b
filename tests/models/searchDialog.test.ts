import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  figureOf,
  hitOption,
  listingOf,
  pageOption,
  type RecentPage,
  type RecordGroup,
  type RecordHit,
  recentOption,
  sectionOption,
} from '../../machines/searchDialog/listing.ts';
import {
  SEARCH_FONT,
  type SearchDialogContext,
  searchDialogMachine,
} from '../../machines/searchDialog/searchDialog.machine.ts';
import {
  ENTRIES,
  FOUND,
  HIT,
  HITS,
  NOWHERE,
  PAGE,
  RECENT,
  REST,
  searchDialogModel,
} from '../../machines/searchDialog/searchDialog.model.ts';
import type { SearchEntry } from '../../machines/searchDialog/searchIndex.ts';
import { Live, runModelLayer } from './kit.ts';

const contextOf = (snapshot: { context: unknown }) => snapshot.context as SearchDialogContext;

it('has letters from 12 to 28, 16 where nobody chose (specification 9)', () => {
  expect(SEARCH_FONT).toEqual({ least: 12, usual: 16, greatest: 28 });
});

it('says of the total as of a group that the server has others', () => {
  const groups = HITS.map((group) => ({ ...group, more: true }));
  const listing = listingOf({ query: FOUND, language: 'uz', entries: ENTRIES, recent: [], groups, toggled: [] });
  expect(listing.groups.map(({ count, more }) => figureOf(count, more))).toEqual(['4+']);
  expect(figureOf(listing.hitCount, listing.hitsMore)).toBe('4+');
});

runModelLayer('searchDialog', searchDialogModel, {
  emits: (snapshot, { type }) =>
    snapshot.matches('closed') && type === 'option.choose'
      ? [{ type: 'page.chosen', path: expect.stringMatching(/^[/]/) }]
      : [],
  states: {
    closed(snapshot, { running }) {
      expect(snapshot.hasTag('open')).toBe(false);
      // nothing is loaded while nobody looks
      expect(running).toEqual([]);
      for (const type of ['option.choose', 'query.change', 'search.close', 'page.shown', 'fontSize.change']) {
        expect(snapshot.can({ type, query: '', size: 16 }), type).toBe(false);
      }
    },
    'open.loading'(snapshot, { running, event, calls }) {
      expect(snapshot.hasTag('open')).toBe(true);
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(running).toEqual(['loadPages']);
      expect(contextOf(snapshot).active).toBeNull();
      expect(snapshot.can({ type: 'option.choose' })).toBe(false);
      if (event?.type === 'query.change') expect(contextOf(snapshot).query).toBe(event.query);
      if (event?.type === 'fontSize.change') {
        expect(contextOf(snapshot).fontSize).toBe(20);
        expect(calls).toEqual([{ name: 'rememberFontSize', params: { size: 20 } }]);
      }
    },
    'open.failed'(snapshot, { running, event }) {
      expect(snapshot.hasTag('failed')).toBe(true);
      expect(running).toEqual([]);
      if (event?.type === 'query.change') expect(contextOf(snapshot).query).toBe(event.query);
    },
    'open.ready.pages.listing.sections'(snapshot, { event }) {
      const context = contextOf(snapshot);
      const { options } = listingOf(context);
      expect(context.query.trim()).toBe('');
      expect(options).toContain(context.active);
      if (event?.type === 'option.first') expect(context.active).toBe(options[0]);
      if (event?.type === 'option.last') expect(context.active).toBe(options.at(-1));
      if (event?.type === 'option.point') expect(context.active).toBe(event.option);
      // the last page opened is one Enter away
      if (event?.type === 'search.open') expect(context.active).toBe(recentOption('myTestResults'));
      // a section's pages are there exactly while it is unfolded
      for (const area of ['home', 'warehouse', 'tests']) {
        const first = ENTRIES.find((entry) => entry.area === area)?.id ?? '';
        expect(options.includes(pageOption(first))).toBe(context.toggled.includes(area));
      }
    },
    'open.ready.pages.listing.found'(snapshot, { event }) {
      const context = contextOf(snapshot);
      const { options } = listingOf(context);
      const pages = context.query === FOUND ? [sectionOption('tests'), PAGE] : [];
      // pages answer at once, what the server finds stands below them
      expect(options.slice(0, pages.length)).toEqual(pages);
      expect(options).toContain(context.active);
      if (event?.type === 'query.change') expect([options, context.active]).toEqual([pages, PAGE]);
      if (event?.type === 'xstate.done.actor.findRecords') {
        expect(options.slice(pages.length)).toEqual(
          [1, 2, 3].map((at) => hitOption(`act-200000000${at}-0`)).concat(REST),
        );
        // a page that was there stays the choice
        if (pages.length === 0) expect(context.active).toBe(HIT);
      }
      // all of the group instead of the option that unfolds it, and one goes on at the first that came
      if (event?.type === 'option.choose') {
        expect(context.active).toBe(hitOption('act-2000000004-0'));
        expect(options).not.toContain(REST);
      }
    },
    'open.ready.pages.nothingFound'(snapshot) {
      const context = contextOf(snapshot);
      expect(context.query).toBe(NOWHERE);
      expect(context.active).toBeNull();
      expect(listingOf(context).options).toEqual([]);
      for (const type of ['option.next', 'option.last', 'option.choose']) expect(snapshot.can({ type })).toBe(false);
    },
    'open.ready.records.idle'(snapshot, { running }) {
      expect(contextOf(snapshot)).toMatchObject({ query: '', groups: [] });
      expect(running).toEqual([]);
      expect(snapshot.hasTag('searching')).toBe(false);
    },
    'open.ready.records.asking'(snapshot, { running, inputOf }) {
      const { query, groups } = contextOf(snapshot);
      expect(running).toEqual(['findRecords']);
      expect(inputOf('findRecords')).toEqual({ query });
      // hits of another query are not shown under this one
      expect(groups).toEqual([]);
      expect(snapshot.hasTag('searching')).toBe(true);
    },
    'open.ready.records.answered'(snapshot, { running }) {
      expect(contextOf(snapshot).groups).toEqual(HITS);
      expect(running).toEqual([]);
      expect(snapshot.hasTag('nothing')).toBe(false);
    },
    'open.ready.records.failed'(snapshot, { running }) {
      expect(contextOf(snapshot).groups).toEqual([]);
      expect(running).toEqual([]);
      expect(snapshot.hasTag('unsearched')).toBe(true);
      expect(snapshot.can({ type: 'records.retry' })).toBe(true);
      // pages that were found stay
      expect(snapshot.hasTag('listing')).toBe(contextOf(snapshot).query === FOUND);
    },
  },
});

/** So many sections of two pages each. */
const sections = (count: number): SearchEntry[] =>
  Array.from({ length: count * 2 }, (_, at) => {
    const area = `s${Math.floor(at / 2) + 1}`;
    const texts = { title: `Sahifa ${at + 1}`, section: `Boʻlim ${area}`, aliases: [] };
    return { id: `p${at + 1}`, path: `/p${at + 1}`, area, built: true, texts: { uz: texts, ru: texts } };
  });

async function opened(entries: readonly SearchEntry[], recent: readonly RecentPage[] = []) {
  const live = new Live(searchDialogMachine, { fontSize: 16 }, {});
  await live.cause({ type: 'search.open', language: 'uz', recent });
  await live.cause({ type: 'xstate.done.actor.loadPages', output: entries });
  return { live, listing: () => listingOf(contextOf(live.snapshot)), context: () => contextOf(live.snapshot) };
}

it.each([
  [1, 1, 0, 1],
  [12, 12, 0, 1],
  [13, 13, 0, 2],
  [16, 16, 0, 2],
  [17, 16, 1, 2],
  [23, 16, 7, 2],
])(
  'of %i sections %i are most searched and %i stand below "sections", in %i columns',
  async (all, most, rest, columns) => {
    const { listing } = await opened(sections(all));
    expect(listing().sections).toHaveLength(most);
    expect(listing().rest).toHaveLength(rest);
    expect(listing().columns).toBe(columns);
    expect(listing().options).toHaveLength(all);
  },
);

it('goes through the options and round their ends', async () => {
  const { live, context } = await opened(sections(3));
  const visited: (string | null)[] = [context().active];
  for (const type of ['option.next', 'option.next', 'option.next', 'option.previous', 'option.first', 'option.last']) {
    await live.cause({ type });
    visited.push(context().active);
  }
  expect(visited).toEqual(['s1', 's2', 's3', 's1', 's3', 's1', 's3'].map(sectionOption));
});

it('folds and unfolds a section, in an answer too, and forgets it with the next letter', async () => {
  const { live, listing } = await opened(sections(2));
  const pagesShown = () => listing().options.filter((option) => option.startsWith('page:')).length;
  await live.cause({ type: 'option.choose', option: sectionOption('s2') });
  expect(pagesShown()).toBe(2);
  await live.cause({ type: 'option.choose' });
  expect(pagesShown()).toBe(0);
  await live.cause({ type: 'query.change', query: 'sahifa' });
  expect(pagesShown()).toBe(4);
  await live.cause({ type: 'option.choose', option: sectionOption('s1') });
  expect(pagesShown()).toBe(2);
  await live.cause({ type: 'query.change', query: 'sahif' });
  expect(pagesShown()).toBe(4);
});

it('lists recent pages first, and of an answer those that answer', async () => {
  const recent = ['/p3', '/gone', '/p1'].map((path, at) => ({ path, at }));
  const { live, listing, context } = await opened(sections(2), recent);
  expect(listing().options.slice(0, 3)).toEqual([recentOption('p3'), recentOption('p1'), sectionOption('s1')]);
  expect(context().active).toBe(recentOption('p3'));
  await live.cause({ type: 'query.change', query: 'sahifa 1' });
  expect(listing().recent.map(({ option }) => option)).toEqual([recentOption('p1')]);
  expect(context().active).toBe(recentOption('p1'));
});

it('emits the chosen page once, and closes', async () => {
  const { live } = await opened(ENTRIES, RECENT);
  const chosen: string[] = [];
  live.actor.on('*', (event) => chosen.push((event as { path: string }).path));
  await live.cause({ type: 'option.choose' });
  await live.cause({ type: 'option.choose' });
  expect(chosen).toEqual(['/test-results']);
  expect(live.snapshot.value).toBe('closed');
});

it('restarts when it is opened again, with the pages it has', async () => {
  const { live, context } = await opened(ENTRIES);
  await live.cause({ type: 'query.change', query: NOWHERE });
  await live.cause({ type: 'search.close' });
  await live.cause({ type: 'search.toggle', language: 'ru', recent: RECENT });
  expect(live.snapshot.matches({ open: { ready: { pages: { listing: 'sections' } } } })).toBe(true);
  expect(context()).toMatchObject({ query: '', toggled: [], language: 'ru', recent: RECENT });
  expect(listingOf(context()).sections[0]?.title).toBe('Главная');
});

it.each([
  [11, 12],
  [12, 12],
  [28, 28],
  [29, 28],
])('keeps its letters within 12 and 28: %i is %i', (size, kept) => {
  const actor = createActor(searchDialogMachine, { input: { fontSize: 16 } }).start();
  actor.send({ type: 'search.open', language: 'uz', recent: [] });
  actor.send({ type: 'fontSize.change', size });
  expect(actor.getSnapshot().context.fontSize).toBe(kept);
});

const groupOf = (...hits: Partial<RecordHit>[]): RecordGroup => ({
  group: 'documents',
  more: false,
  hits: hits.map((hit, at) => ({
    ...{
      key: `act-${at}-0`,
      path: `/act/${at}`,
      title: '',
      note: '',
      kind: 'act',
      status: null,
      look: null,
      exact: false,
    },
    ...hit,
  })),
});
const answered = (output: RecordGroup[]) => ({ type: 'xstate.done.actor.findRecords', output });

it('chooses what has the whole typed number before a page, unless the person has gone elsewhere', async () => {
  const exact = groupOf({}, { exact: true });
  const first = await opened(ENTRIES);
  await first.live.cause({ type: 'query.change', query: FOUND });
  await first.live.cause(answered([exact]));
  expect(first.context().active).toBe(hitOption('act-1-0'));
  const second = await opened(ENTRIES);
  await second.live.cause({ type: 'query.change', query: FOUND });
  await second.live.cause({ type: 'option.previous' });
  expect(second.context().active).toBe(sectionOption('tests'));
  await second.live.cause(answered([exact]));
  expect(second.context().active).toBe(sectionOption('tests'));
});

it.each([
  ['26-0016', 'CHL-26-0016', '', 'CHL-[26]-[0016]', ''],
  ['artel 44', 'CHL-26-0001', 'Artel Savdo · SF-4471', 'CHL-26-0001', '[Artel] Savdo · SF-[44]71'],
  // another script, and the keyboard in the wrong layout
  ['артел', 'Artel Savdo', '', '[Artel] Savdo', ''],
  ['фкеуд', 'Artel Savdo', '', '[Artel] Savdo', ''],
  ['gʻijduvon', 'G‘ijduvon Savdo', '', '[G‘ijduvon] Savdo', ''],
  ['artart', 'Artartel', '', '[Artart]el', ''],
  // a word that is nowhere marks nothing of the others
  ['artel yoq', 'Artel Savdo', '', 'Artel Savdo', ''],
  ['sa vdo', 'Artel Savdo', 'savdo', 'Artel [Savdo]', '[savdo]'],
])('marks the letters of a hit by which "%s" found it', (query, title, note, titleMarked, noteMarked) => {
  const marked = (text: string, marks: readonly (readonly [number, number])[]) =>
    marks.reduceRight((all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`, text);
  const asked = { query, language: 'uz', entries: [], recent: [], toggled: [] } as const;
  const [row] = listingOf({ ...asked, groups: [groupOf({ title, note })] }).groups[0]?.hits ?? [];
  expect(marked(row?.title ?? '', row?.marks ?? [])).toBe(titleMarked);
  expect(marked(row?.note ?? '', row?.noteMarks ?? [])).toBe(noteMarked);
});

it('asks for two signs and more, each letter anew, and keeps no hit of the query before', async () => {
  const { live, context } = await opened(ENTRIES);
  for (const [query, running] of [
    ['s', []],
    ['sa', ['findRecords']],
    [' s ', []],
    ['sav', ['findRecords']],
  ] as const) {
    await live.cause({ type: 'query.change', query });
    expect(live.world.running, query).toEqual(running);
  }
  await live.cause(answered([groupOf({})]));
  expect(context().groups).toHaveLength(1);
  await live.cause({ type: 'query.change', query: 'savo' });
  expect(context().groups).toEqual([]);
});

it('points at nothing any more where nothing is found', async () => {
  const { live, context } = await opened(ENTRIES);
  await live.cause({ type: 'option.next' });
  expect(context().active).not.toBeNull();
  await live.cause({ type: 'query.change', query: NOWHERE });
  expect(context().active).toBeNull();
  live.stop();
});

it('opens what was found, and closes', async () => {
  const { live } = await opened(ENTRIES);
  const chosen: string[] = [];
  live.actor.on('*', (event) => chosen.push((event as { path: string }).path));
  await live.cause({ type: 'query.change', query: NOWHERE });
  await live.cause(answered([groupOf({ path: '/act/7' })]));
  await live.cause({ type: 'option.choose' });
  expect([chosen, live.snapshot.value]).toEqual([['/act/7'], 'closed']);
});

it('has a context of JSON', async () => {
  const { context } = await opened(ENTRIES, RECENT);
  expect(JSON.parse(JSON.stringify(context()))).toEqual(context());
});

it('finds the only page that there is', async () => {
  const live = new Live(searchDialogMachine, { fontSize: 16 }, {});
  await live.cause({ type: 'search.open', language: 'uz', recent: [] });
  await live.cause({ type: 'xstate.done.actor.loadPages', output: ENTRIES.slice(0, 1) });
  await live.cause({ type: 'search.close' });
  await live.cause({ type: 'search.open', language: 'uz', recent: [] });
  // it is here already: nothing is loaded again
  expect(live.world.running).toEqual([]);
  live.stop();
});
