/** Client service: money of one client, for the card: what is owed, overdue and prepaid, contracts, what was paid. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { CHANNELS } from '../cashDocuments.ts';
import { dataOf, day, uzs } from '../common.ts';
import { CONTRACT_STATUSES } from './contracts.ts';

const Named = z.object({ id: z.int(), name: z.string() });

export const MoneyOfContract = z.object({
  id: z.int(),
  number: z.nullable(z.string()),
  status: z.enum(CONTRACT_STATUSES),
  organization: Named,
  title: z.string(),
  total: uzs(),
  owed: uzs(),
  prepaid: uzs(),
  overdue: uzs(),
  overdue_days: z.int(),
  /** The due date of the oldest unpaid instalment. */
  next_due: z.nullable(day()),
  closed_on: z.nullable(day()),
  /** Instalments, and how many of them are paid whole. */
  instalments: z.int(),
  paid: z.int(),
});
export type MoneyOfContract = z.infer<typeof MoneyOfContract>;

export const PaymentOfClient = z.object({
  id: z.int(),
  number: z.nullable(z.string()),
  day: z.nullable(day()),
  channel: z.enum(CHANNELS),
  amount: uzs(),
  /** What took it back, and why. */
  reversed: z.nullable(z.object({ id: z.int(), number: z.nullable(z.string()), reason: z.nullable(z.string()) })),
  /** That it was paid for. */
  contracts: z.array(z.string()),
});
export type PaymentOfClient = z.infer<typeof PaymentOfClient>;

export const ClientMoney = z.object({
  owed: uzs(),
  overdue: uzs(),
  overdue_days: z.int(),
  prepaid: uzs(),
  /** Of payments that were not taken back. */
  kept: uzs(),
  /** That is due next and unpaid, over all contracts. */
  next_due: z.nullable(day()),
  /** Signed ones, the newest first. */
  contracts: z.array(MoneyOfContract),
  /** The newest ones, and how many there are. */
  payments: z.array(PaymentOfClient),
  payments_total: z.int(),
});
export type ClientMoney = z.infer<typeof ClientMoney>;

export const clientMoney = defineCall({
  id: 'clientMoney',
  service: 'client',
  method: 'GET',
  path: '/client/money/{id}',
  response: dataOf(ClientMoney),
});

export const clientMoneyCalls = [clientMoney] as const;
