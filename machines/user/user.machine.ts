/**
 * The access of an employee. Whoever looks after people opens it, closes it for a while or for good, and gives a new
 * first password. What the person is called in documents and logs stays.
 *
 * A lifecycle: no actors, no timers.
 *
 * For: who looks after people. See docs/workflows/user.md; areas 3.5, decisions 89 and 90.
 */
import { and, setup } from 'xstate';

export interface UserContext {
  /** The person holds what the one who asks lacks: a rule, or all branches. */
  above: boolean;
  /** Nobody else may give rights and make people. */
  last: boolean;
}

export type UserEvent =
  | { type: 'user.update' }
  | { type: 'user.suspend' }
  | { type: 'user.restore' }
  | { type: 'user.resetPassword' }
  | { type: 'user.endSessions' }
  | { type: 'user.dismiss' };

export const userMachine = setup({
  types: {
    context: {} as UserContext,
    events: {} as UserEvent,
    input: {} as Partial<UserContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    isWithin: ({ context }) => !context.above,
    isReplaceable: ({ context }) => !context.last,
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'user',
  description: 'The access of an employee.',
  context: ({ input }) => ({ above: false, last: false, ...input }),
  initial: 'active',
  states: {
    active: {
      description: 'The person works here and may sign in.',
      meta: { look: 'done', requirement: 'areas-3.5-user' },
      on: {
        'user.update': { guard: 'isWithin', actions: 'record' },
        'user.resetPassword': { guard: 'isWithin', actions: 'record' },
        'user.endSessions': { guard: 'isWithin', actions: 'record' },
        'user.suspend': { guard: and(['isWithin', 'isReplaceable']), target: 'suspended' },
        'user.dismiss': { guard: and(['isWithin', 'isReplaceable']), target: 'dismissed' },
      },
    },
    suspended: {
      description: 'The person still works here, but cannot sign in.',
      meta: { look: 'waiting', requirement: 'areas-3.5-user' },
      on: {
        'user.update': { guard: 'isWithin', actions: 'record' },
        'user.restore': { guard: 'isWithin', target: 'active' },
        'user.dismiss': { guard: 'isWithin', target: 'dismissed' },
      },
    },
    dismissed: {
      description: 'The person has left. The name stays in documents and logs, and the user name is never given again.',
      type: 'final',
      meta: { look: 'off', requirement: 'decision-90' },
    },
  },
});

export const USER_STATES = ['active', 'suspended', 'dismissed'] as const;
export type UserState = (typeof USER_STATES)[number];
