/**
 * Inactivity: 30 minutes without a movement, a press, a wheel, a touch or a key end the session; a countdown warns in
 * the last of them.
 *
 * Measured by the clock, so a laptop that slept is logged out on waking, before the first movement counts. Activity in
 * any tab is activity in all. Without a network the screen is covered instead, because a reload would lose the page;
 * the session ends as soon as the network is back. Who reads the countdown may leave at once. Moving the pointer to its
 * button is activity already, so leaving is taken from a person who is active too.
 *
 * For: everybody who leaves a desk. See docs/workflows/inactivity.md; spec 4 "Inactivity", decisions 6 and 7.
 */
import { assign, fromCallback, setup } from 'xstate';

/** Half an hour, in milliseconds (spec 9). */
export const INACTIVITY_LIMIT = 1_800_000;
/** The countdown begins at minute 29, in milliseconds. */
export const INACTIVITY_WARNING = 1_740_000;

export interface InactivityContext {
  /** When a person was last active in any tab, in milliseconds since the epoch. */
  lastActivity: number;
  /** When the countdown looked at the clock last. */
  checkedAt: number;
  /** `left`: the person left at the countdown, nobody was away for thirty minutes. */
  reason: 'inactive' | 'left';
}

/** What is left of the countdown, in whole seconds: zero is shown at zero, and not for the last second before it. */
export const secondsLeft = ({ lastActivity, checkedAt }: Pick<InactivityContext, 'lastActivity' | 'checkedAt'>) =>
  Math.max(0, Math.ceil((lastActivity + INACTIVITY_LIMIT - checkedAt) / 1000));

export type InactivityEvent =
  | { type: 'activity.seen'; at: number }
  | { type: 'activity.elsewhere'; at: number }
  | { type: 'clock.checked'; at: number }
  | { type: 'person.leave' }
  | { type: 'network.lost' }
  | { type: 'network.back' };

export const inactivityMachine = setup({
  types: {
    context: {} as InactivityContext,
    events: {} as InactivityEvent,
    input: {} as { lastActivity: number },
    output: {} as { reason: 'inactive' | 'left' },
    tags: {} as 'covered' | 'counting',
    meta: {} as { requirement: string },
  },
  actors: {
    watchActivity: fromCallback<InactivityEvent>(() => {
      throw new Error('watchActivity is given by the app');
    }),
  },
  guards: {
    limitPassed: ({ context, event }) => 'at' in event && event.at - context.lastActivity >= INACTIVITY_LIMIT,
    inTime: ({ context, event }) => 'at' in event && event.at - context.lastActivity < INACTIVITY_LIMIT,
    lastMinute: ({ context, event }) =>
      'at' in event &&
      event.at - context.lastActivity >= INACTIVITY_WARNING &&
      event.at - context.lastActivity < INACTIVITY_LIMIT,
    isNewer: ({ context, event }) => 'at' in event && event.at > context.lastActivity,
  },
  actions: {
    noteActivity: assign({
      lastActivity: ({ context, event }) =>
        'at' in event ? Math.max(context.lastActivity, event.at) : context.lastActivity,
    }),
    noteCheck: assign({ checkedAt: ({ context, event }) => ('at' in event ? event.at : context.checkedAt) }),
    noteLeaving: assign({ reason: 'left' }),
  },
}).createMachine({
  id: 'inactivity',
  description: 'Ends a session after thirty minutes without a person.',
  context: ({ input }) => ({ lastActivity: input.lastActivity, checkedAt: input.lastActivity, reason: 'inactive' }),
  output: ({ context }) => ({ reason: context.reason }),
  invoke: { id: 'watch', src: 'watchActivity' },
  initial: 'watching',
  states: {
    watching: {
      description: 'There is a network: at thirty minutes the session ends.',
      meta: { requirement: '4-inactivity' },
      initial: 'quiet',
      on: {
        'activity.seen': [{ guard: 'limitPassed', target: 'expired' }, { actions: 'noteActivity' }],
        'activity.elsewhere': { actions: 'noteActivity' },
        'clock.checked': { guard: 'limitPassed', target: 'expired' },
        'person.leave': { target: 'expired', actions: 'noteLeaving' },
        'network.lost': 'watchingOffline',
      },
      states: {
        quiet: {
          description: 'A person is at work, or has not been away for twenty-nine minutes.',
          meta: { requirement: '4-inactivity' },
          on: { 'clock.checked': { guard: 'lastMinute', target: 'counting', actions: 'noteCheck' } },
        },
        counting: {
          description: 'The last minute is counted on the screen; anything the person does keeps them in.',
          tags: ['counting'],
          meta: { requirement: '4-inactivity' },
          on: {
            'activity.seen': { guard: 'inTime', target: 'quiet', actions: 'noteActivity' },
            'activity.elsewhere': { guard: 'isNewer', target: 'quiet', actions: 'noteActivity' },
            'clock.checked': { guard: 'inTime', actions: 'noteCheck' },
            'network.lost': '#inactivity.watchingOffline.counting',
          },
        },
      },
    },
    watchingOffline: {
      description: 'The network is gone: at thirty minutes the screen is covered.',
      meta: { requirement: 'decision-7' },
      initial: 'quiet',
      on: {
        'activity.seen': [{ guard: 'limitPassed', target: 'locked' }, { actions: 'noteActivity' }],
        'activity.elsewhere': { actions: 'noteActivity' },
        'clock.checked': { guard: 'limitPassed', target: 'locked' },
        'person.leave': { target: 'locked', actions: 'noteLeaving' },
        'network.back': 'watching',
      },
      states: {
        quiet: {
          description: 'The person may work on with what is here.',
          meta: { requirement: 'decision-7' },
          on: { 'clock.checked': { guard: 'lastMinute', target: 'counting', actions: 'noteCheck' } },
        },
        counting: {
          description: 'The last minute is counted; at its end the screen is covered.',
          tags: ['counting'],
          meta: { requirement: 'decision-7' },
          on: {
            'activity.seen': { guard: 'inTime', target: 'quiet', actions: 'noteActivity' },
            'activity.elsewhere': { guard: 'isNewer', target: 'quiet', actions: 'noteActivity' },
            'clock.checked': { guard: 'inTime', actions: 'noteCheck' },
            'network.back': '#inactivity.watching.counting',
          },
        },
      },
    },
    locked: {
      description: 'The session is over and there is no network: the screen is covered.',
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
