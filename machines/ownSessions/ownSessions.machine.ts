/**
 * Ending one's other sessions from the profile page: one of them, or all but this one.
 *
 * One action at a time.
 *
 * For: everybody. See docs/workflows/ownSessions.md; decision 50 (`/profile`).
 */
import { assign, fromPromise, setup } from 'xstate';
import { type Failure, failureOf } from '../../contract/failure.ts';

export interface OwnSessionsContext {
  failure: Failure | null;
  /** The server's words after the last action. */
  message: string | null;
}

export type OwnSessionsEvent = { type: 'session.end'; id: number } | { type: 'others.end' };

/** Which sessions end: one by its number, or (null) all but this one. */
export interface Ending {
  id: number | null;
}

const given = (name: string) => () => {
  throw new Error(`${name} is given by the app`);
};

export const ownSessionsMachine = setup({
  types: {
    context: {} as OwnSessionsContext,
    events: {} as OwnSessionsEvent,
    tags: {} as 'busy',
    meta: {} as { requirement: string },
    children: {} as { end: 'end' },
  },
  actors: {
    end: fromPromise<{ message: string }, Ending>(given('end')),
  },
  actions: {
    forget: assign({ failure: null, message: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    keepMessage: assign({ message: (_, params: { message: string }) => params.message }),
  },
}).createMachine({
  id: 'ownSessions',
  description: "The person's open sessions on the profile page, and how they are ended.",
  context: { failure: null, message: null },
  initial: 'listed',
  states: {
    listed: {
      description: 'The open sessions are shown, with what the last command came to.',
      meta: { requirement: 'decision-50' },
      on: {
        'session.end': 'ending',
        'others.end': 'ending',
      },
    },
    ending: {
      description: 'The server ends a session, or all others.',
      tags: ['busy'],
      meta: { requirement: 'decision-50' },
      entry: 'forget',
      invoke: {
        id: 'end',
        src: 'end',
        input: ({ event }) => ({ id: event.type === 'session.end' ? event.id : null }),
        onDone: {
          target: 'listed',
          actions: { type: 'keepMessage', params: ({ event }) => event.output },
        },
        onError: {
          target: 'listed',
          actions: { type: 'keepFailure', params: ({ event }) => event },
        },
      },
    },
  },
});
