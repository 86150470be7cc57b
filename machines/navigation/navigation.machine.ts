/**
 * Ways between pages: what is typed and not saved asks before it is left, a bar runs on every change of the path, and
 * the code of the page is fetched, with one reload when a release has replaced it.
 *
 * A navigation by a link or by code asks first (`path.asked`); the browser's own back and forward have happened
 * already, so with unsaved work the app steps back before it asks (`path.left`). A page that cannot be fetched keeps
 * its address and offers to try again.
 *
 * For: everybody. See docs/workflows/navigation.md; spec 2 "Access rules", issue 4 "Navigation".
 */
import { assign, fromPromise, setup } from 'xstate';

export interface NavigationContext {
  /** Path, query and hash that are shown. */
  path: string;
  /** Where the person wants to go while the question is open. */
  wanted: string | null;
  /** Something on the page is typed and not saved. */
  unsaved: boolean;
}

export type NavigationEvent =
  | { type: 'path.asked'; path: string }
  | { type: 'path.left'; path: string }
  | { type: 'path.changed'; path: string }
  | { type: 'unsaved.changed'; unsaved: boolean }
  | { type: 'leave.confirm' }
  | { type: 'leave.cancel' }
  | { type: 'page.retry' }
  /** A part of the app is not on the server any more: a release came. */
  | { type: 'release.seen' };

/** Why a page did not come: `stale` when the server answers, has another release, and was not reloaded for yet. */
export interface PageFault {
  stale: boolean;
}

const isStaleFault = (event: unknown): boolean => {
  const { error } = event as { error?: unknown };
  return typeof error === 'object' && error !== null && 'stale' in error && error.stale === true;
};

export const navigationMachine = setup({
  types: {
    context: {} as NavigationContext,
    events: {} as NavigationEvent,
    input: {} as { path: string },
    tags: {} as 'bar' | 'asking' | 'failed',
    meta: {} as { requirement: string },
  },
  actors: {
    loadPage: fromPromise<void, { path: string }>(() => {
      throw new Error('loadPage is given by the app');
    }),
  },
  guards: {
    hasUnsaved: ({ context }) => context.unsaved,
    /** The browser repeats the navigation that was asked for. */
    isNew: ({ context, event }) => event.type === 'path.changed' && event.path !== context.path,
    isStale: ({ event }) => isStaleFault(event),
  },
  delays: {
    /** The bar runs out; short enough not to be waited for. */
    runOut: 350,
  },
  actions: {
    /** Goes to the wanted or the asked path; given by the app. */
    goTo: (_, _params: { path: string }) => {},
    /** Drafts are written and the page is reloaded; given by the app. */
    renew: () => {},
    wish: assign({ wanted: ({ context, event }) => ('path' in event ? event.path : context.wanted) }),
    dropWish: assign({ wanted: null }),
    takeWanted: assign(({ context }) => ({ path: context.wanted ?? context.path, wanted: null, unsaved: false })),
    takePath: assign({ path: ({ context, event }) => ('path' in event ? event.path : context.path), unsaved: false }),
    takeUnsaved: assign({
      unsaved: ({ context, event }) => (event.type === 'unsaved.changed' ? event.unsaved : context.unsaved),
    }),
  },
}).createMachine({
  id: 'navigation',
  description: 'Navigation between pages: the question before leaving, the bar, the code of the page.',
  context: ({ input }) => ({ path: input.path, wanted: null, unsaved: false }),
  initial: 'resting',
  on: {
    'path.asked': [
      { guard: 'hasUnsaved', target: '.asking', actions: 'wish' },
      { target: '.loading', actions: ['takePath', { type: 'goTo', params: ({ event }) => ({ path: event.path }) }] },
    ],
    'path.left': { target: '.asking', actions: 'wish' },
    'path.changed': { guard: 'isNew', target: '.loading', actions: 'takePath' },
    'unsaved.changed': { actions: 'takeUnsaved' },
    'release.seen': '.renewing',
  },
  states: {
    resting: {
      description: 'The page is shown; nothing is being loaded.',
      meta: { requirement: '2-access' },
    },
    asking: {
      description: 'Something typed is not saved: leave it, or stay.',
      tags: ['asking'],
      meta: { requirement: 'issue-4-navigation' },
      on: {
        'leave.confirm': {
          target: 'loading',
          actions: ['takeWanted', { type: 'goTo', params: ({ context }) => ({ path: context.path }) }],
        },
        'leave.cancel': { target: 'resting', actions: 'dropWish' },
      },
    },
    loading: {
      description: 'The path has changed: the code of the page comes, the bar runs.',
      tags: ['bar'],
      meta: { requirement: '2-access' },
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: ({ context }) => ({ path: context.path }),
        onDone: 'arriving',
        onError: [{ guard: 'isStale', target: 'renewing' }, { target: 'failed' }],
      },
    },
    arriving: {
      description: 'The page is here; the bar runs out.',
      tags: ['bar'],
      meta: { requirement: '2-access' },
      after: { runOut: 'resting' },
    },
    failed: {
      description: 'The page could not be fetched; its address stays, and it can be tried again.',
      tags: ['failed'],
      meta: { requirement: 'issue-4-navigation' },
      on: { 'page.retry': 'loading' },
    },
    renewing: {
      description: 'A release replaced the code: drafts are written, the page is reloaded, once.',
      tags: ['bar'],
      meta: { requirement: 'issue-4-navigation' },
      entry: 'renew',
    },
  },
});
