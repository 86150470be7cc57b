/** Client service: runs of the checks that find errors of contracts (areas 3.4 "contract error"; decision 68). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, Person } from './common.ts';

export const ContractCheck = z.object({
  id: z.int(),
  /** None: the nightly one. */
  asked_by: z.nullable(Person),
  started_at: instant(),
  finished_at: z.nullable(instant()),
  /** Contracts: how many it has gone through, and how many there are. */
  checked: z.int(),
  total: z.int(),
  /** Errors that it found, and those that it found no more. */
  found: z.int(),
  fixed: z.int(),
});
export type ContractCheck = z.infer<typeof ContractCheck>;

export const contractCheckShow = defineCall({
  id: 'contractCheckShow',
  service: 'client',
  method: 'GET',
  path: '/contract_error/check',
  /** The last one; none before the first. */
  response: dataOf(z.nullable(ContractCheck)),
});
export const contractCheckStart = defineCall({
  id: 'contractCheckStart',
  service: 'client',
  method: 'POST',
  path: '/contract_error/start_check',
  stale: ['contractCheckShow'],
  response: dataOf(ContractCheck),
});

export const contractCheckCalls = [contractCheckShow, contractCheckStart] as const;
