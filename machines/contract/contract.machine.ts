/**
 * The instalment contract: from its draft over a reserved order to the last soʻm (areas 3.1; decisions 55–62, 70–72, 84).
 *
 * A lifecycle: no actors, no timers. Its context are facts that the server finds. What money does to it comes as events of
 * the server, which carry what is lacking and owed once the ledger is written, so the log replays through this machine.
 * Returns and court come with their documents (decision 71).
 *
 * For: sellers, branch managers and cashiers. See docs/workflows/contract.md.
 */
import { and, assign, not, setup } from 'xstate';

export interface ContractContext {
  /** Conditions of signing that do not hold. */
  obstacles: number;
  /** What the first payment lacks, soʻm. */
  lacking: number;
  /** What a contract owes that was handed over, soʻm. */
  unpaid: number;
  /** The client is on the black list. */
  listed: boolean;
  /** The first instalment is due before the goods have left: the schedule fits no more. */
  stale: boolean;
  /** The warehouse picks its goods. */
  leaving: boolean;
  /** What it owes is overdue for so many years that it may be given up. */
  aged: boolean;
  /** A file hangs on it that the decision to give up may be. */
  decided: boolean;
}

type Found = { facts: Pick<ContractContext, 'lacking' | 'unpaid'> };

export type ContractEvent =
  | { type: 'contract.amend' }
  | { type: 'contract.sign' }
  | { type: 'contract.cancel' }
  | ({ type: 'firstPayment.receive' } & Found)
  | ({ type: 'firstPayment.revoke' } & Found)
  | ({ type: 'goods.handOver' } & Found)
  | ({ type: 'payment.allocate' } & Found)
  | { type: 'debt.settle' }
  | ({ type: 'debt.reopen' } & Found)
  | { type: 'debt.writeOff' };

export const FREE_CONTRACT: ContractContext = {
  obstacles: 0,
  lacking: 0,
  unpaid: 0,
  listed: false,
  stale: false,
  leaving: false,
  aged: false,
  decided: false,
};

export const contractMachine = setup({
  types: {
    context: {} as ContractContext,
    events: {} as ContractEvent,
    input: {} as Partial<ContractContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    nothingMissing: ({ context }) => context.obstacles === 0,
    firstPaid: ({ context, event }) => ('facts' in event ? event.facts : context).lacking === 0,
    settled: ({ context, event }) => ('facts' in event ? event.facts : context).unpaid === 0,
    notListed: ({ context }) => !context.listed,
    inTime: ({ context }) => !context.stale,
    notLeaving: ({ context }) => !context.leaving,
    overdueForYears: ({ context }) => context.aged,
    hasDecision: ({ context }) => context.decided,
  },
  actions: {
    /** The event is taken and leaves its line in the log; nothing the guards read changes. */
    record: () => {},
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
    giveUp: assign({ unpaid: 0 }),
  },
}).createMachine({
  id: 'contract',
  description: 'Goods sold by instalments, from the draft to the last soʻm.',
  context: ({ input }) => ({ ...FREE_CONTRACT, ...input }),
  initial: 'draft',
  states: {
    draft: {
      description: 'Terms are chosen over a reserved order; nothing is binding yet.',
      meta: { look: 'new', requirement: 'areas-3.1-contract' },
      on: {
        'contract.amend': { actions: 'record' },
        'contract.sign': { guard: 'nothingMissing', target: 'signed' },
        'contract.cancel': 'cancelled',
      },
    },
    signed: {
      description: 'Signed and numbered; the goods are kept while the first payment is waited for.',
      meta: { look: 'waiting', requirement: 'areas-3.1-contract' },
      on: {
        'firstPayment.receive': {
          guard: and(['firstPaid', 'notListed']),
          target: 'awaiting_handover',
          actions: 'takeFacts',
        },
        'contract.cancel': 'cancelled',
      },
    },
    awaiting_handover: {
      description: 'The first payment is there; the warehouse hands the goods over.',
      meta: { look: 'waiting', requirement: 'V9' },
      on: {
        'goods.handOver': {
          guard: and(['firstPaid', 'notListed', 'inTime']),
          target: 'active',
          actions: 'takeFacts',
        },
        'firstPayment.revoke': {
          guard: and([not('firstPaid'), 'notLeaving']),
          target: 'signed',
          actions: 'takeFacts',
        },
        'contract.cancel': { guard: 'notLeaving', target: 'cancelled' },
      },
    },
    active: {
      description: 'The client has the goods and owes the instalments.',
      meta: { look: 'work', requirement: 'areas-3.1-contract' },
      on: {
        'payment.allocate': { actions: 'takeFacts' },
        'debt.settle': { guard: 'settled', target: 'closed' },
        'debt.writeOff': {
          guard: and([not('settled'), 'overdueForYears', 'hasDecision']),
          target: 'written_off',
          actions: 'giveUp',
        },
      },
    },
    closed: {
      description: 'Paid to the last soʻm; a payment that is reversed opens it again.',
      meta: { look: 'closed', requirement: 'decision-61' },
      on: {
        'debt.reopen': { guard: not('settled'), target: 'active', actions: 'takeFacts' },
      },
    },
    written_off: {
      description:
        'What was unpaid for years is given up; it takes no money. A payment that is reversed is owed again.',
      meta: { look: 'bad', requirement: 'areas-3.1-contract' },
      on: {
        'debt.reopen': { guard: not('settled'), target: 'active', actions: 'takeFacts' },
      },
    },
    cancelled: {
      description: 'Called off before the goods were handed over; they are free again, and the money is the client’s.',
      type: 'final',
      meta: { look: 'off', requirement: 'areas-3.1-contract' },
    },
  },
});

/** The states on the main path, in order: the rail is drawn from it. */
export const CONTRACT_MAIN_PATH = ['draft', 'signed', 'awaiting_handover', 'active', 'closed'] as const;
export const CONTRACT_STATES = [...CONTRACT_MAIN_PATH, 'written_off', 'cancelled'] as const;
export type ContractState = (typeof CONTRACT_STATES)[number];
