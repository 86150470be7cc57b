/** Scoring service: contracts of clients as scoring sees them, with how they were paid month by month (areas 4.16 `/income/client-contract`). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, Person, summedListOf, uzs } from './common.ts';

export const SCORED_CONTRACTS = ['active', 'closed'] as const;

const Organization = z.object({ id: z.int(), name: z.string() });

export const ClientContract = z.object({
  id: z.int(),
  number: z.nullable(z.string()),
  client: Person,
  organization: Organization,
  status: z.enum(SCORED_CONTRACTS),
  signed_on: day(),
  closed_on: z.nullable(day()),
  /** Paid whole before its last instalment was due. */
  closed_early: z.boolean(),
  total: uzs(),
  owed: uzs(),
  /** Instalments that were due until now or are paid already, those of them paid on their day or before, and the most days that one was late. */
  due: z.int(),
  on_time: z.int(),
  late_days: z.int(),
  /** Month by month; `late` is null of what is not due yet. */
  months: z.array(z.object({ due: day(), paid: z.boolean(), late: z.nullable(z.int()) })),
});
export type ClientContract = z.infer<typeof ClientContract>;

export const clientContractIndex = defineCall({
  id: 'clientContractIndex',
  service: 'scoring',
  method: 'GET',
  path: '/client_contract/index',
  response: summedListOf(ClientContract),
});

/** All contracts of a client together, and what of the limit is left. */
export const clientDiscipline = defineCall({
  id: 'clientDiscipline',
  service: 'scoring',
  method: 'GET',
  path: '/client_contract/client/{id}',
  response: dataOf(
    z.object({
      client: Person,
      contracts: z.int(),
      closed: z.int(),
      closed_early: z.int(),
      due: z.int(),
      on_time: z.int(),
      late_days: z.int(),
      /** Null: no valid run, and no other limit. */
      limit: z.nullable(uzs()),
      used: uzs(),
    }),
  ),
});

export const clientContractCalls = [clientContractIndex, clientDiscipline] as const;
