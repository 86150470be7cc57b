/**
 * Cash service: money of clients at the desk (areas 3.2, 4.20): what a client owes as the rules reckon with it, payments, their
 * reversal, prepaid money that is moved, the journal.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, HistoryLine, instant, Person, summedListOf, uzs } from './common.ts';

export const CASH_DOCUMENT_TYPES = ['payment', 'reversal', 'prepaid_offset'] as const;
export type CashDocumentType = (typeof CASH_DOCUMENT_TYPES)[number];
/** How money comes at the desk (decision 69). */
export const CHANNELS = ['cash', 'terminal'] as const;
export type Channel = (typeof CHANNELS)[number];
export const CASH_DOCUMENT_STATUSES = ['draft', 'confirmed', 'reversed', 'cancelled'] as const;

/** Soʻm that one person may put on the counter at once. */
export const MOST_TENDERED = 1_000_000_000_000;
/** Contracts that one payment may be for. */
export const MOST_CONTRACTS = 50;

const Named = z.object({ id: z.int(), name: z.string() });
const Numbered = z.object({ id: z.int(), number: z.nullable(z.string()) });

export const CashDocument = z.object({
  id: z.int(),
  /** Of the receipt, from its confirmation. */
  number: z.nullable(z.string()),
  status: z.enum(CASH_DOCUMENT_STATUSES),
  version: z.int(),
  organization: Named,
  type: z.enum(CASH_DOCUMENT_TYPES),
  channel: z.nullable(z.enum(CHANNELS)),
  account: z.nullable(Named),
  client: Person,
  /** That the person chose. */
  contracts: z.array(Numbered),
  amount: uzs(),
  tendered: z.nullable(uzs()),
  change: z.nullable(uzs()),
  purpose: z.nullable(z.string()),
  /** Of a reversal, or why a draft was called off. */
  reason: z.nullable(z.string()),
  reverses: z.nullable(Numbered),
  reversed_by: z.nullable(Numbered),
  practice_day: z.nullable(day()),
  created_at: instant(),
  created_by: Person,
  /** What of its money no instalment has taken. */
  prepaid: uzs(),
  /** Where its money went when it was posted, as the receipt says it: below zero where a reversal took it back. */
  paid: z.array(
    z.object({
      /** Null: prepaid money that is of no contract. */
      contract: z.nullable(Numbered),
      /** Null: prepaid. */
      instalment: z.nullable(z.object({ number: z.int(), due: day() })),
      amount: uzs(),
    }),
  ),
  /** Events of the lifecycle `cashDocument` that the person may send now. */
  allowed_events: z.array(z.string()),
});
export type CashDocument = z.infer<typeof CashDocument>;

/** The book of a client in an organization, as `sale/allocation.ts` reckons with it, and what stands beside it. */
const DeskContract = z.object({
  id: z.int(),
  number: z.nullable(z.string()),
  /** Of the lifecycle `contract`. */
  status: z.string(),
  signed_on: day(),
  charged: z.boolean(),
  over: z.boolean(),
  debts: z.array(
    z.object({
      number: z.int(),
      due: day(),
      amount: uzs(),
      parts: z.array(z.object({ source: z.int(), amount: uzs(), on: day() })),
      writtenOff: z.optional(uzs()),
    }),
  ),
});
export type DeskContract = z.infer<typeof DeskContract>;

export const Desk = z.object({
  organization: Named,
  /** The open day; null: no money is taken now. */
  day: z.nullable(day()),
  /** D: the open day, else the last closed one, else today (decision 58). */
  as_of: day(),
  /** The person takes money here. */
  mine: z.boolean(),
  accounts: z.array(z.object({ id: z.int(), name: z.string(), kind: z.enum(CHANNELS), balance: uzs() })),
  contracts: z.array(DeskContract),
  prepaid: z.array(z.object({ source: z.int(), since: day(), contract: z.nullable(z.int()), amount: uzs() })),
  /** What this was read from: sent back, so that what happens is what was shown, or 409 `money_moved`. */
  mark: z.string(),
});
export type Desk = z.infer<typeof Desk>;

export const ClientDesk = z.object({ client: Person, desks: z.array(Desk) });
export type ClientDesk = z.infer<typeof ClientDesk>;

const Standing = z.object({
  /** Of a contract that was handed over; before that nothing is owed. */
  owed: uzs(),
  prepaid: uzs(),
  overdue_days: z.int(),
  overdue_sum: uzs(),
  stage: z.enum(['none', 'soft', 'hard', 'pre_court', 'court']),
  /** Paid to the last soʻm, or given up. */
  over: z.nullable(z.enum(['closed', 'written_off'])),
});
export type Standing = z.infer<typeof Standing>;

/** What a reversal would leave, to the soʻm. */
export const Reversal = z.object({
  payment: CashDocument,
  /** Why it would be refused now: it is reversed already, by this document, or goods that it paid for are being picked. */
  barred: z.nullable(z.object({ by: z.enum(['reversed', 'goods_leaving']), number: z.string() })),
  day: z.nullable(day()),
  mark: z.string(),
  contracts: z.array(
    z.object({
      id: z.int(),
      number: z.nullable(z.string()),
      before: Standing,
      after: Standing,
      /** Whose paid sum changes. */
      instalments: z.array(
        z.object({
          ...{ number: z.int(), due: day(), amount: uzs(), paid_before: uzs(), paid_after: uzs() },
          /** Given up of it, before and after. */
          written_off: uzs(),
        }),
      ),
      /** The goods wait for it no more: the first payment is gone. */
      first_payment_gone: z.boolean(),
      /** That say it is paid, and lose their force. */
      certificates: z.array(Numbered),
      /** What secured it, was given back and stays so though it is opened again: the pledge and guarantors by name. */
      given_back: z.nullable(z.string()),
    }),
  ),
  free_before: uzs(),
  free_after: uzs(),
  balance_before: uzs(),
  balance_after: uzs(),
});
export type Reversal = z.infer<typeof Reversal>;

const DocumentAnswer = z.object({ data: CashDocument, message: z.string() });

/** What shows money of clients. */
const MONEY = [
  'clientDesk',
  'cashDocumentIndex',
  'cashDocumentShow',
  'cashDocumentHistory',
  'cashDocumentReversal',
  'cashboxClientIndex',
  'prepaidClientIndex',
  'closedContractIndex',
  'clientMoney',
  'clientIndex',
  'figureStory',
  'paymentCertificateIndex',
  'paymentCertificateShow',
  'paymentCertificateHistory',
  'practiceDayState',
  'practiceDayBranches',
] as const;

export const clientDesk = defineCall({
  id: 'clientDesk',
  service: 'cash',
  method: 'GET',
  path: '/cash_document/desk',
  response: dataOf(ClientDesk),
});

export const cashDocumentIndex = defineCall({
  id: 'cashDocumentIndex',
  service: 'cash',
  method: 'GET',
  path: '/cash_document/index',
  /** Its totals: soʻm that came in and went out, of what is confirmed or was. */
  response: summedListOf(CashDocument),
});

export const cashDocumentShow = defineCall({
  id: 'cashDocumentShow',
  service: 'cash',
  method: 'GET',
  path: '/cash_document/show/{id}',
  response: dataOf(CashDocument),
});

export const cashDocumentHistory = defineCall({
  id: 'cashDocumentHistory',
  service: 'cash',
  method: 'GET',
  path: '/cash_document/history/{id}',
  response: dataOf(z.array(HistoryLine)),
});

export const cashDocumentPay = defineCall({
  id: 'cashDocumentPay',
  service: 'cash',
  method: 'POST',
  path: '/cash_document/pay',
  stale: MONEY,
  response: DocumentAnswer,
});

export const cashDocumentCreate = defineCall({
  id: 'cashDocumentCreate',
  service: 'cash',
  method: 'POST',
  path: '/cash_document/create',
  stale: MONEY,
  response: DocumentAnswer,
});

export const cashDocumentConfirm = defineCall({
  id: 'cashDocumentConfirm',
  service: 'cash',
  method: 'PUT',
  path: '/cash_document/confirm/{id}',
  stale: MONEY,
  response: DocumentAnswer,
});

export const cashDocumentCancel = defineCall({
  id: 'cashDocumentCancel',
  service: 'cash',
  method: 'PUT',
  path: '/cash_document/cancel/{id}',
  stale: MONEY,
  response: DocumentAnswer,
});

export const cashDocumentReversal = defineCall({
  id: 'cashDocumentReversal',
  service: 'cash',
  method: 'GET',
  path: '/cash_document/reversal/{id}',
  response: dataOf(Reversal),
});

export const cashDocumentReverse = defineCall({
  id: 'cashDocumentReverse',
  service: 'cash',
  method: 'PUT',
  path: '/cash_document/reverse/{id}',
  stale: MONEY,
  response: DocumentAnswer,
});

export const prepaidMove = defineCall({
  id: 'prepaidMove',
  service: 'cash',
  method: 'PUT',
  path: '/cash_document/move',
  stale: MONEY,
  response: z.object({ message: z.string() }),
});

export const cashDocumentCalls = [
  clientDesk,
  cashDocumentIndex,
  cashDocumentShow,
  cashDocumentHistory,
  cashDocumentPay,
  cashDocumentCreate,
  cashDocumentConfirm,
  cashDocumentCancel,
  cashDocumentReversal,
  cashDocumentReverse,
  prepaidMove,
] as const;
