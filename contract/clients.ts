/** Client service: a client is found by a number, exactly and by POST (decision 98), and who opened a card is kept. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, Person } from './common.ts';
import { type NumberKind, numberTaken } from './persons.ts';

/** Written with its hyphens, so that it is not taken for a document: `CHL-26-0117`. */
const CONTRACT = /^[A-Z]{2,6}-\d{2}-\d{4,7}$/;

/** What was typed whole is a number of a person, or of a contract. */
export function clientNumberTaken(written: string): { kind: NumberKind | 'contract'; number: string } | null {
  const contract = written.trim().toUpperCase();
  return CONTRACT.test(contract) ? { kind: 'contract', number: contract } : numberTaken(written);
}

/** A client who was found, with numbers as everybody may see them. */
export const FoundClient = z.object({
  id: z.int(),
  fullname: z.string(),
  birth_date: z.string(),
  active: z.boolean(),
});
export type FoundClient = z.infer<typeof FoundClient>;

export const clientFind = defineCall({
  service: 'client',
  id: 'clientFind',
  method: 'POST',
  path: '/client/find',
  stale: [],
  response: dataOf(
    z.object({ kind: z.enum(['pinfl', 'document', 'phone', 'contract']), clients: z.array(FoundClient) }),
  ),
});

export const clientOpenings = defineCall({
  service: 'client',
  id: 'clientOpenings',
  method: 'GET',
  path: '/client/openings/{id}',
  response: dataOf(z.array(z.object({ id: z.string(), at: instant(), user: Person }))),
});

export const clientCalls = [clientFind, clientOpenings] as const;
