/**
 * A certificate for a client: that a contract is paid, what is owed on a day, or the schedule with what is paid.
 *
 * A lifecycle: no actors, no timers. Whether what it says is true is a fact of the ledger that the server finds; when a contract
 * that was paid owes again, its certificates that say so lose their force. A debt on a day stays a debt on that day.
 *
 * For: who gives certificates out. See docs/workflows/paymentCertificate.md; areas 2.3, decision 61.
 */
import { setup } from 'xstate';

export interface PaymentCertificateContext {
  /** The ledger says the same on its day. */
  truthful: boolean;
  /** It says that a contract is paid. */
  paid: boolean;
}

export type PaymentCertificateEvent =
  | { type: 'certificate.update' }
  | { type: 'certificate.issue' }
  | { type: 'certificate.annul' };

export const paymentCertificateMachine = setup({
  types: {
    context: {} as PaymentCertificateContext,
    events: {} as PaymentCertificateEvent,
    input: {} as Partial<PaymentCertificateContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    isTruthful: ({ context }) => context.truthful,
    saysPaid: ({ context }) => context.paid,
  },
  actions: {
    /** The event is taken and leaves its line in the log. */
    record: () => {},
  },
}).createMachine({
  id: 'paymentCertificate',
  description: 'A certificate for a client about a contract.',
  context: ({ input }) => ({ truthful: true, paid: true, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'Contract, kind and day are chosen; it has no number and no force yet.',
      meta: { look: 'new', requirement: 'areas-2.3-payment-certificate' },
      on: {
        'certificate.issue': { guard: 'isTruthful', target: 'issued' },
        'certificate.update': { actions: 'record' },
      },
    },
    issued: {
      description: 'It has its number, and its figures are frozen.',
      meta: { look: 'done', requirement: 'areas-2.3-payment-certificate' },
      on: { 'certificate.annul': { guard: 'saysPaid', target: 'annulled' } },
    },
    annulled: {
      description: 'A payment was reversed and the contract owes again: it has no force.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-2.3-payment-certificate' },
    },
  },
});
