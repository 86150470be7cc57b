/**
 * Inactivity: 30 minutes without a movement, a press, a wheel, a touch or a key end the session.
 *
 * Measured by the clock, so a laptop that slept is logged out on waking, before the first movement counts. Activity in
 * any tab is activity in all. Without a network the screen is covered instead, because a reload would lose the page;
 * the session ends as soon as the network is back.
 *
 * For: everybody who leaves a desk. See docs/workflows/inactivity.md; spec 4 "Inactivity", decisions 6 and 7.
 */
import { assign, fromCallback, setup } from 'xstate';

/** Half an hour, in milliseconds (spec 9). */
export const INACTIVITY_LIMIT = 1_800_000;

export interface InactivityContext {
  /** When a person was last active in any tab, in milliseconds since the epoch. */
  lastActivity: number;
}

export type InactivityEvent =
  | { type: 'activity.seen'; at: number }
  | { type: 'activity.elsewhere'; at: number }
  | { type: 'clock.checked'; at: number }
  | { type: 'network.lost' }
  | { type: 'network.back' };

export const inactivityMachine = setup({
  types: {
    context: {} as InactivityContext,
    events: {} as InactivityEvent,
    input: {} as { lastActivity: number },
    tags: {} as 'covered',
    meta: {} as { requirement: string },
  },
  actors: {
    watchActivity: fromCallback<InactivityEvent>(() => {
      throw new Error('watchActivity is given by the app');
    }),
  },
  guards: {
    limitPassed: ({ context, event }) => 'at' in event && event.at - context.lastActivity >= INACTIVITY_LIMIT,
  },
  actions: {
    noteActivity: assign({
      lastActivity: ({ context, event }) =>
        'at' in event ? Math.max(context.lastActivity, event.at) : context.lastActivity,
    }),
  },
}).createMachine({
  id: 'inactivity',
  description: 'Ends a session after thirty minutes without a person.',
  context: ({ input }) => ({ lastActivity: input.lastActivity }),
  invoke: { id: 'watch', src: 'watchActivity' },
  initial: 'watching',
  states: {
    watching: {
      description: 'A person is at work, or has not been away for thirty minutes.',
      meta: { requirement: '4-inactivity' },
      on: {
        'activity.seen': [{ guard: 'limitPassed', target: 'expired' }, { actions: 'noteActivity' }],
        'activity.elsewhere': { actions: 'noteActivity' },
        'clock.checked': { guard: 'limitPassed', target: 'expired' },
        'network.lost': 'watchingOffline',
      },
    },
    watchingOffline: {
      description: 'The network is gone; the person may work on with what is here.',
      meta: { requirement: 'decision-7' },
      on: {
        'activity.seen': [{ guard: 'limitPassed', target: 'locked' }, { actions: 'noteActivity' }],
        'activity.elsewhere': { actions: 'noteActivity' },
        'clock.checked': { guard: 'limitPassed', target: 'locked' },
        'network.back': 'watching',
      },
    },
    locked: {
      description: 'Thirty minutes passed without a person and without a network: the screen is covered.',
      tags: ['covered'],
      meta: { requirement: 'decision-7' },
      on: { 'network.back': 'expired' },
    },
    expired: {
      description: 'The session is over.',
      type: 'final',
      meta: { requirement: '4-inactivity' },
    },
  },
});
