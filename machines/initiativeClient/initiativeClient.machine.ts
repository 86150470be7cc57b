/**
 * Somebody whom a partner has brought: called, until the person is a client, and the partner is paid a fee once the first
 * contract has its goods within the days of the partner's terms.
 *
 * A lifecycle: no actors, no timers. That the person was a client before, became one since, or that the days are over, the
 * server finds and sends its events; whether the fee is earned is a fact. What the fee is follows from the terms that were in
 * force on the day on which the person was brought (V13).
 *
 * For: who calls people and who grants fees. See docs/workflows/initiativeClient.md; areas 3.5.
 */
import { not, setup } from 'xstate';

export interface InitiativeClientContext {
  /** The first contract of the client was handed over within the days. */
  earned: boolean;
}

export type InitiativeClientEvent =
  | { type: 'lead.update' }
  | { type: 'lead.check' }
  | { type: 'lead.call' }
  | { type: 'lead.refuse' }
  | { type: 'lead.register' }
  | { type: 'lead.reward' }
  | { type: 'lead.expire' };

export const initiativeClientMachine = setup({
  types: {
    context: {} as InitiativeClientContext,
    events: {} as InitiativeClientEvent,
    input: {} as Partial<InitiativeClientContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    isEarned: ({ context }) => context.earned,
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'initiativeClient',
  description: 'Somebody whom a partner has brought, until the partner has earned the fee.',
  context: ({ input }) => ({ earned: true, ...input }),
  initial: 'new',
  states: {
    new: {
      description: 'The partner has named the person; nobody has called yet.',
      meta: { look: 'new', requirement: 'areas-3.5-initiative-client' },
      on: {
        'lead.call': 'called',
        'lead.refuse': 'refused',
        'lead.update': { actions: 'record' },
        'lead.check': 'duplicate',
        'lead.expire': 'expired',
      },
    },
    called: {
      description: 'The person was called and may come.',
      meta: { look: 'work', requirement: 'areas-3.5-initiative-client' },
      on: {
        'lead.register': 'client',
        'lead.expire': 'expired',
      },
    },
    client: {
      description: 'The person is a client; the fee waits for the goods of the first contract.',
      meta: { look: 'waiting', requirement: 'areas-3.5-initiative-client' },
      on: {
        'lead.reward': { guard: 'isEarned', target: 'rewarded' },
        'lead.expire': { guard: not('isEarned'), target: 'expired' },
      },
    },
    rewarded: {
      description: 'The fee of the partner is granted.',
      type: 'final',
      meta: { look: 'done', requirement: 'areas-3.5-initiative-client' },
    },
    refused: {
      description: 'The person does not want to come.',
      type: 'final',
      meta: { look: 'bad', requirement: 'areas-3.5-initiative-client' },
    },
    expired: {
      description: 'The days of the terms are over without a contract.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.5-initiative-client' },
    },
    duplicate: {
      description: 'The person was a client before the partner named him or her.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.5-initiative-client' },
    },
  },
});
