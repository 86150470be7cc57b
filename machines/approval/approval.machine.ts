/**
 * What one person asks for and another one allows: an entry of the black list (areas 3 "P1"). Who asks writes a draft and
 * sends it; somebody else approves or refuses it.
 *
 * A lifecycle: no actors, no timers. Whether all that is needed is written is a fact that the server finds; that the author
 * does not approve is a matter of rights (V16).
 *
 * For: who asks, and who decides. See docs/workflows/approval.md.
 */
import { assign, setup } from 'xstate';

export interface ApprovalContext {
  /** All that the request needs is written. */
  complete: boolean;
}

export type ApprovalEvent =
  | { type: 'request.update'; facts: ApprovalContext }
  | { type: 'request.send' }
  | { type: 'request.withdraw' }
  | { type: 'request.approve' }
  | { type: 'request.refuse' }
  | { type: 'request.cancel' };

export const approvalMachine = setup({
  types: {
    context: {} as ApprovalContext,
    events: {} as ApprovalEvent,
    input: {} as Partial<ApprovalContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: { isComplete: ({ context }) => context.complete },
  actions: {
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
  },
}).createMachine({
  id: 'approval',
  description: 'What one person asks for and another one allows.',
  context: ({ input }) => ({ complete: false, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'It is being written by who asks.',
      meta: { look: 'new', requirement: 'P1' },
      on: {
        'request.update': { actions: 'takeFacts' },
        'request.send': { guard: 'isComplete', target: 'sent' },
        'request.cancel': 'cancelled',
      },
    },
    sent: {
      description: 'It waits for another person’s decision.',
      meta: { look: 'waiting', requirement: 'P1' },
      on: {
        'request.withdraw': 'draft',
        'request.approve': 'approved',
        'request.refuse': 'refused',
        'request.cancel': 'cancelled',
      },
    },
    approved: {
      description: 'It was allowed and has its effect.',
      type: 'final',
      meta: { look: 'done', requirement: 'P1' },
    },
    refused: {
      description: 'It was not allowed, with a reason.',
      type: 'final',
      meta: { look: 'bad', requirement: 'P1' },
    },
    cancelled: {
      description: 'It was given up before a decision, with a reason.',
      type: 'final',
      meta: { look: 'off', requirement: 'P1' },
    },
  },
});

export type ApprovalState = 'draft' | 'sent' | 'approved' | 'refused' | 'cancelled';
