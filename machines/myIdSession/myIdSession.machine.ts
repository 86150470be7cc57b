/**
 * A session of MyID: a person agrees to be identified, the state register is asked, and it answers who the person is, or does
 * not answer. What passed fills the card and verifies the client.
 *
 * A lifecycle: no actors, no timers. Consent is a fact that the server finds; how often a person may be asked in a day is a
 * matter of rights (decision 82).
 *
 * For: who adds and serves clients. See docs/workflows/myIdSession.md; areas 3.4 "MyID session".
 */
import { setup } from 'xstate';

export interface MyIdSessionContext {
  /** The person agreed to be identified. */
  consent: boolean;
}

export type MyIdSessionEvent =
  | { type: 'myid.start' }
  | { type: 'myid.pass' }
  | { type: 'myid.fail' }
  | { type: 'myid.expire' };

export const myIdSessionMachine = setup({
  types: {
    context: {} as MyIdSessionContext,
    events: {} as MyIdSessionEvent,
    input: {} as Partial<MyIdSessionContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: { hasConsent: ({ context }) => context.consent },
}).createMachine({
  id: 'myIdSession',
  description: 'The state register says who a person is.',
  context: ({ input }) => ({ consent: true, ...input }),
  initial: 'created',
  states: {
    created: {
      description: 'Whom to identify is written; nobody was asked yet.',
      meta: { look: 'new', requirement: 'areas-3.4-myid-session' },
      on: {
        'myid.start': { guard: 'hasConsent', target: 'in_progress' },
        'myid.expire': 'expired',
      },
    },
    in_progress: {
      description: 'MyID is asked.',
      meta: { look: 'waiting', requirement: 'areas-3.4-myid-session' },
      on: {
        'myid.pass': 'passed',
        'myid.fail': 'failed',
        'myid.expire': 'expired',
      },
    },
    passed: {
      description: 'MyID said who the person is.',
      type: 'final',
      meta: { look: 'done', requirement: 'areas-3.4-myid-session' },
    },
    failed: {
      description: 'MyID did not recognise the person, or recognised another one.',
      type: 'final',
      meta: { look: 'bad', requirement: 'areas-3.4-myid-session' },
    },
    expired: {
      description: 'Its time was over before there was an answer.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.4-myid-session' },
    },
  },
});

export const MYID_STATUSES = ['created', 'in_progress', 'passed', 'failed', 'expired'] as const;
export type MyIdSessionState = (typeof MYID_STATUSES)[number];
