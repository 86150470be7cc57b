/** What only the server needs of the calls of `contracts.ts`. */
import * as z from 'zod/mini';
import { daysFilter, id, pageQuery, queryId, reason } from '../common.ts';
import { attachedServer } from '../document/attached.server.ts';
import { serverSide } from '../serverSide.ts';
import { CONTRACT_STATUSES } from './contracts.ts';
import { MAX_ORDER_LINES } from './orders.ts';

const origin = 'extension' as const;
const reads = { origin, rule: 'contract.show|contract.allshow' } as const;
const event = (type: string) => ({ machine: 'contract', type });
const sum = () => z.int().check(z.gte(0), z.lte(1_000_000_000_000));

const chosen = () => ({
  first_payment: sum(),
  term: z.int().check(z.gte(1), z.lte(60)),
  payment_day: z.int().check(z.gte(1), z.lte(28)),
  /** Of the whole sale, beside that of the order's lines. */
  discount: z.optional(sum()),
  /** The evaluation of a car that is its pledge; left out: as it is. */
  pledge_evaluation_id: z.optional(z.nullable(id())),
});

export const contractsServer = serverSide({
  contractIndex: {
    ...reads,
    query: z.object({
      ...pageQuery,
      /** Number of a contract, or words of the client’s name. */
      search: z.optional(z.string().check(z.maxLength(100))),
      status: z.optional(z.enum(CONTRACT_STATUSES)),
      organization_id: z.optional(queryId()),
      client_id: z.optional(queryId()),
      /** Of the signing. */
      date: daysFilter(),
      sort: z.optional(z.enum(['created_at', '-created_at', 'signed_on', '-signed_on', 'total', '-total'])),
    }),
    summary: 'Contracts of instalments, the newest first.',
  },
  contractShow: { ...reads, summary: 'A contract with its goods, its schedule and what signing waits for.' },
  contractHistory: { ...reads, summary: 'The event log of a contract, the newest first.' },
  saleTerms: {
    origin,
    rule: 'order.add|order.edit|contract.add|contract.edit',
    body: z.object({
      client_id: z.optional(z.nullable(id())),
      warehouse_id: id(),
      lines: z
        .array(z.object({ product_variant_id: id(), sum: sum() }))
        .check(z.minLength(1), z.maxLength(MAX_ORDER_LINES)),
    }),
    summary: 'Terms for goods that are being chosen: markup and least first payment by term, limit, what is asked for.',
  },
  contractCreate: {
    origin,
    rule: 'contract.add',
    body: z.object({ order_id: id(), ...chosen() }),
    summary: 'Makes a draft over a reserved order.',
  },
  contractAmend: {
    origin,
    rule: 'contract.add|contract.edit',
    who: 'contractOwner',
    body: z.object(chosen()),
    event: event('contract.amend'),
    summary: 'Other terms of a draft; terms that changed since are taken.',
  },
  contractSign: {
    origin,
    rule: 'contract.add',
    event: event('contract.sign'),
    alsoFires: [
      event('firstPayment.receive'),
      { machine: 'saleOrder', type: 'order.convert' },
      { machine: 'pledgeEvaluation', type: 'pledge.attach' },
      { machine: 'guarantee', type: 'guarantee.sign' },
      { machine: 'questionnaire', type: 'questionnaire.use' },
    ],
    summary: 'Signs: number, schedule, goods and pledge are kept for it; 409 names what it waits for.',
  },
  contractCancel: {
    origin,
    rule: 'contract.add|contract.confirm',
    who: 'contractCanceller',
    body: z.object({ reason: reason() }),
    event: event('contract.cancel'),
    alsoFires: [
      { machine: 'pledgeEvaluation', type: 'pledge.release' },
      { machine: 'guarantee', type: 'guarantee.drop' },
      { machine: 'guarantee', type: 'guarantee.release' },
    ],
    summary: 'Calls the contract off before the hand-over, with a reason; its goods are free.',
  },
  contractWriteOff: {
    origin,
    rule: 'contract.confirm',
    who: 'contractGivenUp',
    body: z.object({ reason: reason(), file_id: id() }),
    event: event('debt.writeOff'),
    summary: 'Gives up what the contract owes, for years overdue, with a reason and the decision among its files.',
  },
  contractForm: {
    origin,
    rule: 'contract.print',
    summary: 'The contract as people sign it, frozen since its signing.',
  },
});

export const contractAttachedServer = attachedServer({
  ...{ name: 'contract', about: 'a contract' },
  ...{ show: reads.rule, write: 'contract.add|contract.edit|contract.confirm', who: 'ownBranch' },
});
