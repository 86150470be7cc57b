/**
 * The drawer: below 1023 pixels the menu covers the page, opened by its button or a swipe and closed by Esc, by a
 * touch beside it, by a swipe, by the browser's back or by a navigation.
 *
 * An open drawer holds one entry of the browser's history, so that "back" closes it instead of leaving the page; closed
 * otherwise it gives the entry back. A navigation in it replaces the entry.
 *
 * For: everybody on a narrow screen. See docs/workflows/drawer.md; spec 4 "UI", spec 5, decision 52.
 */
import { setup } from 'xstate';

/** Pixels that a finger must travel (spec 9). */
export const SWIPE = 75;

export interface DrawerInput {
  narrow: boolean;
}

export type DrawerEvent =
  | { type: 'width.narrowed' }
  | { type: 'width.widened' }
  | { type: 'drawer.open' }
  | { type: 'drawer.close' }
  /** Pixels from left to right; negative from right to left. */
  | { type: 'swipe.ended'; travel: number }
  | { type: 'back.pressed' }
  | { type: 'page.shown' };

export const drawerMachine = setup({
  types: {
    context: {} as DrawerInput,
    events: {} as DrawerEvent,
    input: {} as DrawerInput,
    tags: {} as 'narrow' | 'open',
    meta: {} as { requirement: string },
  },
  guards: {
    isNarrow: ({ context }) => context.narrow,
    swipedOpen: ({ event }) => event.type === 'swipe.ended' && event.travel >= SWIPE,
    swipedShut: ({ event }) => event.type === 'swipe.ended' && event.travel <= -SWIPE,
  },
  actions: {
    /** One entry of history for the open drawer; given by the app. */
    holdHistory: () => {},
    /** Gives the entry back; given by the app. */
    releaseHistory: () => {},
  },
}).createMachine({
  id: 'drawer',
  description: 'The menu on a narrow screen: over the page, or away.',
  context: ({ input }) => input,
  initial: 'measuring',
  states: {
    measuring: {
      description: 'The width of the window decides.',
      meta: { requirement: 'decision-52' },
      always: [{ guard: 'isNarrow', target: 'closed' }, { target: 'beside' }],
    },
    beside: {
      description: 'There is room: the menu is beside the page.',
      meta: { requirement: 'decision-52' },
      on: { 'width.narrowed': 'closed' },
    },
    closed: {
      description: 'The page has the whole width; the menu is away.',
      tags: ['narrow'],
      meta: { requirement: '4-ui' },
      on: {
        'drawer.open': { target: 'open', actions: 'holdHistory' },
        'swipe.ended': { guard: 'swipedOpen', target: 'open', actions: 'holdHistory' },
        'width.widened': 'beside',
      },
    },
    open: {
      description: 'The menu covers the page and holds the focus.',
      tags: ['narrow', 'open'],
      meta: { requirement: '4-ui' },
      on: {
        'drawer.close': { target: 'closed', actions: 'releaseHistory' },
        'swipe.ended': { guard: 'swipedShut', target: 'closed', actions: 'releaseHistory' },
        'back.pressed': 'closed',
        'page.shown': 'closed',
        'width.widened': { target: 'beside', actions: 'releaseHistory' },
      },
    },
  },
});
