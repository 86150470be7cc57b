/**
 * The sidebar: full or mini, one section unfolded at a time, and blocked while a counting act is being confirmed.
 *
 * Three regions that do not wait for one another. The size is remembered between visits and followed in other tabs.
 * The section of the page that is shown unfolds by itself. While the menu is blocked nothing of it moves but what the
 * page itself sets.
 *
 * For: everybody. See docs/workflows/sidebar.md; spec 2 "Sidebar", spec 4 "UI", decisions 51 and 52.
 */
import { and, assign, setup, stateIn } from 'xstate';

export interface SidebarContext {
  /** Whether it was mini when it was last seen. */
  begunMini: boolean;
  /** Section of the page that is shown. */
  section: string | null;
  /** Section that is unfolded in the full menu. */
  unfolded: string | null;
  /** Section whose fly-out is open beside the mini menu. */
  flyout: string | null;
}

export interface SidebarInput {
  mini: boolean;
  /** Section of the page that is shown; null is a page of none. */
  section: string | null;
}

export type SidebarEvent =
  | { type: 'size.toggle' }
  | { type: 'size.followed'; mini: boolean }
  | { type: 'section.toggle'; section: string }
  | { type: 'flyout.open'; section: string }
  | { type: 'flyout.close' }
  | { type: 'page.shown'; section: string | null }
  | { type: 'confirming.began' }
  | { type: 'confirming.ended' };

export const sidebarMachine = setup({
  types: {
    context: {} as SidebarContext,
    events: {} as SidebarEvent,
    input: {} as SidebarInput,
    tags: {} as 'mini' | 'blocked',
    meta: {} as { requirement: string },
  },
  guards: {
    beganMini: ({ context }) => context.begunMini,
    isFree: stateIn({ access: 'free' }),
    isUnfolded: ({ context, event }) => event.type === 'section.toggle' && event.section === context.unfolded,
    wantsMini: ({ event }) => event.type === 'size.followed' && event.mini,
    wantsFull: ({ event }) => event.type === 'size.followed' && !event.mini,
    isPageOfSection: ({ event }) => event.type === 'page.shown' && event.section !== null,
  },
  actions: {
    /** Kept for the next visit and the other tabs; given by the app. */
    rememberSize: (_, _params: { mini: boolean }) => {},
    unfold: assign({
      unfolded: ({ context, event }) => ('section' in event ? event.section : context.unfolded),
    }),
    fold: assign({ unfolded: null }),
    takeSection: assign({
      section: ({ context, event }) => (event.type === 'page.shown' ? event.section : context.section),
    }),
    openFlyout: assign({ flyout: ({ event }) => (event.type === 'flyout.open' ? event.section : null) }),
    closeFlyout: assign({ flyout: null }),
  },
}).createMachine({
  id: 'sidebar',
  description: 'The menu of pages at the left: its size, its unfolded section, and when it is closed to the hand.',
  context: ({ input: { mini, section } }) => ({ begunMini: mini, section, unfolded: section, flyout: null }),
  type: 'parallel',
  states: {
    size: {
      description: 'How wide the menu is.',
      initial: 'remembered',
      states: {
        remembered: {
          description: 'The size of the last visit is taken.',
          meta: { requirement: '2-sidebar' },
          always: [{ guard: 'beganMini', target: 'mini' }, { target: 'full' }],
        },
        full: {
          description: 'Icons and names, 300 pixels.',
          meta: { requirement: '2-sidebar' },
          on: {
            'size.toggle': {
              guard: 'isFree',
              target: 'mini',
              actions: { type: 'rememberSize', params: { mini: true } },
            },
            'size.followed': { guard: 'wantsMini', target: 'mini' },
          },
        },
        mini: {
          description: 'Icons alone, 57 pixels; a section opens beside them.',
          tags: ['mini'],
          meta: { requirement: '2-sidebar' },
          initial: 'closed',
          exit: 'closeFlyout',
          on: {
            'size.toggle': {
              guard: 'isFree',
              target: 'full',
              actions: { type: 'rememberSize', params: { mini: false } },
            },
            'size.followed': { guard: 'wantsFull', target: 'full' },
          },
          states: {
            closed: {
              description: 'No fly-out is open.',
              meta: { requirement: '2-sidebar' },
              on: { 'flyout.open': { guard: 'isFree', target: 'flyout', actions: 'openFlyout' } },
            },
            flyout: {
              description: 'The pages of one section lie beside the menu.',
              meta: { requirement: '2-sidebar' },
              on: {
                'flyout.close': { target: 'closed', actions: 'closeFlyout' },
                'page.shown': { target: 'closed', actions: 'closeFlyout' },
              },
            },
          },
        },
      },
    },
    sections: {
      description: 'Which section shows its pages: one at most.',
      meta: { requirement: '2-sidebar' },
      on: {
        'section.toggle': [
          { guard: and(['isFree', 'isUnfolded']), actions: 'fold' },
          { guard: 'isFree', actions: 'unfold' },
        ],
        'page.shown': [{ guard: 'isPageOfSection', actions: ['takeSection', 'unfold'] }, { actions: 'takeSection' }],
      },
    },
    access: {
      description: 'Whether the menu may be used.',
      initial: 'free',
      states: {
        free: {
          description: 'The menu is used as one likes.',
          meta: { requirement: '2-sidebar' },
          on: { 'confirming.began': 'blocked' },
        },
        blocked: {
          description: 'The completing or forming of a counting act is being confirmed: an overlay covers the menu.',
          tags: ['blocked'],
          meta: { requirement: 'decision-51' },
          on: { 'confirming.ended': 'free' },
        },
      },
    },
  },
});
