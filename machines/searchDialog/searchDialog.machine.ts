/**
 * The search dialog: any page in two keystrokes, and documents, units, suppliers, products and people by what is written on them.
 *
 * Opens by a click or Ctrl+K, closes by the same keys, Esc, its button, or when another page comes. The pages and their
 * words in both languages are loaded with the first opening and kept. What is listed follows from the context by
 * `listing.ts`; the machine holds what was typed, which option is active, and which sections were folded by hand.
 *
 * While the pages are here two regions run side by side: pages answer each letter at once and from memory, and the
 * server is asked for the rest once the person stops typing. Neither waits for the other; the next letter ends a question.
 *
 * For: everybody. See docs/workflows/searchDialog.md; spec 2 "Sidebar", 4 "UI", 9, decisions 29 and 52.
 */
import { assign, emit, fromPromise, setup } from 'xstate';
import {
  choiceAmong,
  findsNothing,
  firstChoice,
  foldOfOption,
  listingOf,
  optionBeside,
  pathOfOption,
  type RecentPage,
  type RecordGroup,
} from './listing.ts';
import { asksNothing } from './search.ts';
import type { SearchEntry, SearchLanguage } from './searchIndex.ts';

/** The dialog's own letters (spec 9, decision 52). */
export const SEARCH_FONT = { least: 12, usual: 16, greatest: 28 } as const;

export interface SearchDialogContext {
  fontSize: number;
  language: SearchLanguage;
  query: string;
  /** Pages that the person may open, in the order of the menu; empty until they are loaded. */
  entries: readonly SearchEntry[];
  /** Newest first, without the page that is shown. */
  recent: readonly RecentPage[];
  /** What the server found for this query besides pages. */
  groups: readonly RecordGroup[];
  /** Sections and groups folded or unfolded by hand since the query changed. */
  toggled: readonly string[];
  /** The option that Enter opens. */
  active: string | null;
}

export interface SearchDialogInput {
  fontSize: number;
}

/** What is known at the opening. */
export interface Opening {
  language: SearchLanguage;
  recent: readonly RecentPage[];
}

export type SearchDialogEvent =
  | ({ type: 'search.open' } & Opening)
  | ({ type: 'search.toggle' } & Opening)
  | { type: 'search.close' }
  | { type: 'page.shown' }
  | { type: 'pages.retry' }
  | { type: 'records.retry' }
  | { type: 'query.change'; query: string }
  | { type: 'option.next' }
  | { type: 'option.previous' }
  | { type: 'option.first' }
  | { type: 'option.last' }
  | { type: 'option.point'; option: string }
  | { type: 'option.choose'; option?: string }
  | { type: 'fontSize.change'; size: number };

/** Of fewer signs nothing but pages is searched: half of everything begins with one. */
const ENOUGH = 2;

/** The option that is meant: the one pressed, else the active one. */
const meant = (context: SearchDialogContext, event: SearchDialogEvent): string | null =>
  ('option' in event ? event.option : undefined) ?? context.active;

export const searchDialogMachine = setup({
  types: {
    context: {} as SearchDialogContext,
    events: {} as SearchDialogEvent,
    input: {} as SearchDialogInput,
    emitted: {} as { type: 'page.chosen'; path: string },
    tags: {} as 'open' | 'busy' | 'listing' | 'failed' | 'nothing' | 'searching' | 'unsearched',
    meta: {} as { requirement: string },
  },
  actors: {
    loadPages: fromPromise<readonly SearchEntry[]>(() => {
      throw new Error('loadPages is given by the app');
    }),
    /** Waits until the person stops typing, and asks. */
    findRecords: fromPromise<readonly RecordGroup[], { query: string }>(() => {
      throw new Error('findRecords is given by the app');
    }),
  },
  guards: {
    hasPages: ({ context }) => context.entries.length > 0,
    asksNothing: ({ context }) => asksNothing(context.query),
    findsNothing: ({ context }) => findsNothing(context),
    findsSomething: ({ context }) => !findsNothing(context),
    asksRecords: ({ context }) => [...context.query.trim()].length >= ENOUGH,
    meansFold: ({ context, event }) => foldOfOption(meant(context, event) ?? '') !== null,
    meansPlace: ({ context, event }) => pathOfOption(context, meant(context, event) ?? '') !== undefined,
  },
  actions: {
    begin: assign(({ event }) =>
      'recent' in event
        ? { language: event.language, recent: event.recent, query: '', groups: [], toggled: [], active: null }
        : {},
    ),
    keepPages: assign({ entries: (_, params: { entries: readonly SearchEntry[] }) => params.entries }),
    keepQuery: assign({
      query: ({ context, event }) => (event.type === 'query.change' ? event.query : context.query),
      toggled: [],
      groups: [],
    }),
    takeRecords: assign(({ context }, { groups }: { groups: readonly RecordGroup[] }) => ({
      groups,
      active: choiceAmong({ ...context, groups }, context.active),
    })),
    activateBest: assign({ active: ({ context }) => firstChoice(listingOf(context)) }),
    activateNone: assign({ active: null }),
    activateNext: assign({ active: ({ context }) => optionBeside(listingOf(context), context.active, 1) }),
    activatePrevious: assign({ active: ({ context }) => optionBeside(listingOf(context), context.active, -1) }),
    activateFirst: assign({ active: ({ context }) => listingOf(context).options[0] ?? null }),
    activateLast: assign({ active: ({ context }) => listingOf(context).options.at(-1) ?? null }),
    activate: assign({ active: ({ context, event }) => meant(context, event) }),
    fold: assign(({ context, event }) => {
      const option = meant(context, event) ?? '';
      const fold = foldOfOption(option) ?? '';
      const { toggled } = context;
      const folded = toggled.includes(fold) ? toggled.filter((one) => one !== fold) : [...toggled, fold];
      // what unfolds a group is gone with it: one goes on at the first hit that came
      const { options } = listingOf({ ...context, toggled: folded });
      const at = listingOf(context).options.indexOf(option);
      return { active: options.includes(option) ? option : (options[at] ?? null), toggled: folded };
    }),
    notifyChosen: emit(({ context, event }) => ({
      type: 'page.chosen' as const,
      path: pathOfOption(context, meant(context, event) ?? '') ?? '/',
    })),
    keepFontSize: assign({
      fontSize: ({ context, event }) =>
        event.type === 'fontSize.change'
          ? Math.min(SEARCH_FONT.greatest, Math.max(SEARCH_FONT.least, Math.round(event.size)))
          : context.fontSize,
    }),
    /** Kept for the next visit; given by the app. */
    rememberFontSize: (_, _params: { size: number }) => {},
  },
}).createMachine({
  id: 'searchDialog',
  description:
    'The dialog that finds a page, a document, a unit, a supplier, a product or a person by what a person types.',
  context: ({ input }) => ({
    fontSize: input.fontSize,
    language: 'uz',
    query: '',
    entries: [],
    recent: [],
    groups: [],
    toggled: [],
    active: null,
  }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The dialog is not shown.',
      meta: { requirement: '2-search-dialog' },
      on: {
        'search.open': { target: 'open', actions: 'begin' },
        'search.toggle': { target: 'open', actions: 'begin' },
      },
    },
    open: {
      description: 'The dialog covers the page and has the focus.',
      tags: ['open'],
      meta: { requirement: '4-ui' },
      initial: 'opening',
      on: {
        'search.toggle': 'closed',
        'search.close': 'closed',
        'page.shown': { description: 'Another page came: by the back button, or a reminder.', target: 'closed' },
        'fontSize.change': {
          actions: [
            'keepFontSize',
            { type: 'rememberFontSize', params: ({ context }) => ({ size: context.fontSize }) },
          ],
        },
      },
      states: {
        opening: {
          description: 'Whether the pages are here already is looked at.',
          meta: { requirement: '2-search-dialog' },
          always: [{ guard: 'hasPages', target: 'ready' }, { target: 'loading' }],
        },
        loading: {
          description: 'The pages and their words in both languages are being loaded; one may type meanwhile.',
          tags: ['busy'],
          meta: { requirement: 'decision-29' },
          invoke: {
            id: 'loadPages',
            src: 'loadPages',
            onDone: {
              target: 'ready',
              actions: { type: 'keepPages', params: ({ event }) => ({ entries: event.output }) },
            },
            onError: 'failed',
          },
          on: { 'query.change': { actions: 'keepQuery' } },
        },
        failed: {
          description: 'The pages could not be loaded; what was typed stays.',
          tags: ['failed'],
          meta: { requirement: 'decision-29' },
          on: {
            'query.change': { actions: 'keepQuery' },
            'pages.retry': 'loading',
          },
        },
        ready: {
          description: 'The pages are here; each letter searches again.',
          meta: { requirement: '2-search-dialog' },
          type: 'parallel',
          states: {
            pages: {
              description: 'What answers is listed; pages at once, the rest when it comes.',
              initial: 'looking',
              on: { 'query.change': { target: '.looking', actions: 'keepQuery' } },
              states: {
                looking: {
                  description: 'What was typed is looked at.',
                  meta: { requirement: 'decision-29' },
                  always: [
                    { guard: 'asksNothing', target: 'listing.sections' },
                    { guard: 'findsNothing', target: 'nothingFound' },
                    { target: 'listing.found' },
                  ],
                },
                listing: {
                  description: 'There are options; one of them is active.',
                  tags: ['listing'],
                  meta: { requirement: '4-ui' },
                  initial: 'sections',
                  entry: 'activateBest',
                  on: {
                    'option.next': { actions: 'activateNext' },
                    'option.previous': { actions: 'activatePrevious' },
                    'option.first': { actions: 'activateFirst' },
                    'option.last': { actions: 'activateLast' },
                    'option.point': { actions: 'activate' },
                    'option.choose': [
                      { guard: 'meansFold', actions: 'fold' },
                      { guard: 'meansPlace', target: '#searchDialog.closed', actions: 'notifyChosen' },
                    ],
                  },
                  states: {
                    sections: {
                      description: 'Nothing is asked: recent pages and all sections are listed.',
                      meta: { requirement: '2-search-dialog' },
                    },
                    found: {
                      description:
                        'Pages that answer are listed by their sections, then what the server found; the best one active.',
                      meta: { requirement: '2-search-dialog' },
                    },
                  },
                },
                nothingFound: {
                  description: 'No page answers, and the server has found nothing either, or has not answered yet.',
                  tags: ['nothing'],
                  meta: { requirement: '2-search-dialog' },
                  entry: 'activateNone',
                  always: {
                    description: 'The server has found something.',
                    guard: 'findsSomething',
                    target: 'listing.found',
                  },
                },
              },
            },
            records: {
              description: 'What the server is asked for besides pages.',
              initial: 'deciding',
              on: { 'query.change': '.deciding' },
              states: {
                deciding: {
                  description: 'Whether enough is typed is looked at.',
                  meta: { requirement: '2-search-dialog' },
                  always: [{ guard: 'asksRecords', target: 'asking' }, { target: 'idle' }],
                },
                idle: {
                  description: 'Too little is typed for the server.',
                  meta: { requirement: '2-search-dialog' },
                },
                asking: {
                  description: 'The server is asked once the person stops typing; the next letter ends the question.',
                  tags: ['searching'],
                  meta: { requirement: '2-search-dialog' },
                  invoke: {
                    id: 'findRecords',
                    src: 'findRecords',
                    input: ({ context }) => ({ query: context.query.trim() }),
                    onDone: {
                      target: 'answered',
                      actions: { type: 'takeRecords', params: ({ event }) => ({ groups: event.output }) },
                    },
                    onError: 'failed',
                  },
                },
                answered: {
                  description: 'What the server found stands below the pages.',
                  meta: { requirement: '2-search-dialog' },
                },
                failed: {
                  description: 'The server did not answer; the pages that were found stay.',
                  tags: ['unsearched'],
                  meta: { requirement: '2-search-dialog' },
                  on: { 'records.retry': 'asking' },
                },
              },
            },
          },
        },
      },
    },
  },
});
