/** Cash service: clients as the desk looks for them, prepaid money, contracts that were paid to the end (areas 4.20). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { day, Person, summedListOf, uzs } from './common.ts';

const Named = z.object({ id: z.int(), name: z.string() });
const Numbered = z.object({ id: z.int(), number: z.nullable(z.string()) });

export const CashboxClient = z.object({
  id: z.int(),
  fullname: z.string(),
  /** Contracts that are not over. */
  contracts: z.array(Numbered),
  /** All that is owed of contracts that were handed over. */
  owed: uzs(),
  /** Unpaid and due, the first payment of a signed contract with it; of it what was due before D. */
  due: uzs(),
  first_payment: uzs(),
  overdue: uzs(),
  overdue_days: z.int(),
  next_due: z.nullable(day()),
  prepaid: uzs(),
});
export type CashboxClient = z.infer<typeof CashboxClient>;

export const PrepaidClient = z.object({
  id: z.int(),
  client: Person,
  organization: Named,
  /** Whose it is; null: free. */
  contract: z.nullable(Numbered),
  prepaid: uzs(),
  /** The day of the oldest payment of it. */
  since: z.nullable(day()),
  /** The next due date of what it may pay. */
  next_due: z.nullable(day()),
});
export type PrepaidClient = z.infer<typeof PrepaidClient>;

export const ClosedContract = z.object({
  id: z.int(),
  number: z.nullable(z.string()),
  client: Person,
  organization: Named,
  total: uzs(),
  signed_on: day(),
  closed_on: day(),
  /** Instalments that were paid after their day, and the most days that one was late. */
  late: z.int(),
  late_days: z.int(),
  /** Free prepaid money of the client in the organization. */
  prepaid: uzs(),
  /** In force, that it is paid. */
  certificate: z.nullable(Numbered),
});
export type ClosedContract = z.infer<typeof ClosedContract>;

export const cashboxClientIndex = defineCall({
  id: 'cashboxClientIndex',
  service: 'cash',
  method: 'GET',
  path: '/cashbox_client/index',
  response: summedListOf(CashboxClient),
});

export const prepaidClientIndex = defineCall({
  id: 'prepaidClientIndex',
  service: 'cash',
  method: 'GET',
  path: '/prepaid_client/index',
  response: summedListOf(PrepaidClient),
});

export const closedContractIndex = defineCall({
  id: 'closedContractIndex',
  service: 'cash',
  method: 'GET',
  path: '/closed_contract/index',
  response: summedListOf(ClosedContract),
});

export const cashClientCalls = [cashboxClientIndex, prepaidClientIndex, closedContractIndex] as const;
