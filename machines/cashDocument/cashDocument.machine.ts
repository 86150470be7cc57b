/**
 * The cash document: money of a client that is taken at the desk, and given back (areas 3.2; decisions 55–59, 69, 72).
 *
 * A lifecycle: no actors, no timers. Its context are facts that the server finds. A payment is a draft until its money is
 * counted; a reversal and an offset of prepaid money are confirmed by the server as soon as they are made.
 *
 * For: cashiers, and who reverses payments and moves prepaid money. See docs/workflows/cashDocument.md.
 */
import { and, assign, setup } from 'xstate';

export interface CashDocumentContext {
  /** It is a payment: reversals and offsets are not undone by people. */
  payment: boolean;
  /** Its account has less than it brought. */
  short: boolean;
  /** What of its money no instalment has taken yet, soʻm. */
  prepaid: number;
}

type Found = { facts: Pick<CashDocumentContext, 'prepaid'> };

export type CashDocumentEvent =
  | ({ type: 'cash.confirm' } & Found)
  | { type: 'cash.cancel' }
  | ({ type: 'cash.reverse' } & Found)
  | ({ type: 'allocation.move' } & Found);

export const FREE_CASH_DOCUMENT: CashDocumentContext = { payment: true, short: false, prepaid: 0 };

export const cashDocumentMachine = setup({
  types: {
    context: {} as CashDocumentContext,
    events: {} as CashDocumentEvent,
    input: {} as Partial<CashDocumentContext> | undefined,
    tags: {} as 'open',
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    isPayment: ({ context }) => context.payment,
    accountHasIt: ({ context }) => !context.short,
    hasPrepaid: ({ context }) => context.prepaid > 0,
  },
  actions: {
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
  },
}).createMachine({
  id: 'cashDocument',
  description: 'Money of a client: taken at the desk, used for what is due, given back.',
  context: ({ input }) => ({ ...FREE_CASH_DOCUMENT, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'The money is not counted yet; nothing is posted, and the day cannot be closed.',
      tags: ['open'],
      meta: { look: 'new', requirement: 'areas-3.2-cash' },
      on: {
        'cash.confirm': { target: 'confirmed', actions: 'takeFacts' },
        'cash.cancel': 'cancelled',
      },
    },
    confirmed: {
      description: 'It has its number; the money is in the account and pays what is due.',
      meta: { look: 'closed', requirement: 'V5' },
      on: {
        'cash.reverse': { guard: and(['isPayment', 'accountHasIt']), target: 'reversed', actions: 'takeFacts' },
        'allocation.move': { guard: 'hasPrepaid', actions: 'takeFacts' },
      },
    },
    reversed: {
      description: 'The opposite document took back what it brought, wherever that went.',
      type: 'final',
      meta: { look: 'off', requirement: 'decision-59' },
    },
    cancelled: {
      description: 'The draft was called off with a reason; nothing was posted.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.2-cash' },
    },
  },
});

/** The states on the main path, in order: the rail is drawn from it. */
export const CASH_DOCUMENT_MAIN_PATH = ['draft', 'confirmed'] as const;
export const CASH_DOCUMENT_STATES = [...CASH_DOCUMENT_MAIN_PATH, 'reversed', 'cancelled'] as const;
export type CashDocumentState = (typeof CASH_DOCUMENT_STATES)[number];
