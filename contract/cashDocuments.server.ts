/** What only the server needs of the calls of `cashDocuments.ts`. */
import * as z from 'zod/mini';
import { CASH_DOCUMENT_STATUSES, CHANNELS, MOST_CONTRACTS, MOST_TENDERED } from './cashDocuments.ts';
import { daysFilter, id, pageQuery, queryId, reason, text } from './common.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'cashDocument', type });
const ofContracts = (...types: string[]) => types.map((type) => ({ machine: 'contract', type }));
/** What money that comes does to contracts, and money that is prepaid and used with it. */
const PAYS = ofContracts('firstPayment.receive', 'payment.allocate', 'debt.settle');
const sum = () => z.int().check(z.gte(1), z.lte(MOST_TENDERED));
const mark = () => text(60);

const payment = {
  client_id: id(),
  contract_ids: z.array(id()).check(z.minLength(1), z.maxLength(MOST_CONTRACTS)),
  channel: z.enum(CHANNELS),
  cash_account_id: id(),
  /** What is taken. */
  amount: sum(),
  purpose: z.optional(text(500)),
};
/** What was put on the counter; left out: as much as is taken. */
const tendered = { tendered: z.optional(sum()) };

export const cashDocumentsServer = serverSide({
  clientDesk: {
    ...extension,
    rule: 'cashbox.show',
    query: z.object({ client_id: queryId() }),
    summary: 'What a client owes and has prepaid, by organization, as the rules of payments reckon with it.',
  },
  cashDocumentIndex: {
    ...extension,
    rule: 'cashbox.show',
    query: z.object({
      ...pageQuery,
      organization_id: z.optional(queryId()),
      client_id: z.optional(queryId()),
      cash_account_id: z.optional(queryId()),
      status: z.optional(z.enum(CASH_DOCUMENT_STATUSES)),
      type: z.optional(z.enum(['payment', 'reversal'])),
      search: z.optional(text(40)),
      channel: z.optional(z.enum(CHANNELS)),
      date: daysFilter(),
      sort: z.optional(z.enum(['created_at', '-created_at'])),
    }),
    summary: 'The journal of cash documents, the latest first.',
  },
  cashDocumentShow: { ...extension, rule: 'cashbox.show', summary: 'A cash document.' },
  cashDocumentHistory: {
    ...extension,
    rule: 'cashbox.show',
    summary: 'What happened to a cash document, the newest first.',
  },
  cashDocumentPay: {
    ...extension,
    rule: 'cashbox.add',
    body: z.object({ ...payment, ...tendered, mark: mark() }),
    event: event('cash.confirm'),
    alsoFires: PAYS,
    summary: 'Takes a payment: allocates it, gives it its number; 409 `money_moved` where it is not as it was shown.',
  },
  cashDocumentCreate: {
    ...extension,
    rule: 'cashbox.add',
    body: z.object(payment),
    summary: 'Puts a payment aside whose money is not counted yet; it blocks the closing of the day.',
  },
  cashDocumentConfirm: {
    ...extension,
    rule: 'cashbox.add',
    body: z.object({ ...tendered, mark: mark() }),
    event: event('cash.confirm'),
    alsoFires: PAYS,
    summary: 'Takes the money of a payment that was put aside.',
  },
  cashDocumentCancel: {
    ...extension,
    rule: 'cashbox.add',
    body: z.object({ reason: reason() }),
    event: event('cash.cancel'),
    summary: 'Calls a payment off that was put aside, with a reason.',
  },
  cashDocumentReversal: {
    ...extension,
    rule: 'cashbox.reverse',
    summary: 'What the reversal of a payment would leave: instalments, prepaid, overdue, cash.',
  },
  cashDocumentReverse: {
    ...extension,
    rule: 'cashbox.reverse',
    body: z.object({ reason: reason(), mark: mark() }),
    event: event('cash.reverse'),
    // what is prepaid is used again once the payment is gone
    alsoFires: ofContracts('firstPayment.revoke', 'debt.reopen', 'payment.allocate', 'debt.settle'),
    summary:
      'Reverses a payment by an opposite document of today, as its preview said; 409 `money_moved` where something moved.',
  },
  prepaidMove: {
    ...extension,
    rule: 'cashbox.confirm',
    body: z.object({
      client_id: id(),
      /** Left out: free money. */
      from_contract_id: z.optional(id()),
      to_contract_id: id(),
      amount: sum(),
      reason: reason(),
      mark: mark(),
    }),
    event: event('allocation.move'),
    alsoFires: [...PAYS, ...ofContracts('firstPayment.revoke')],
    summary: 'Moves prepaid money of a client to another contract in the same organization, the oldest source first.',
  },
});
