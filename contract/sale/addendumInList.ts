/** An addendum of a contract as the window of the contract lists it. */
import * as z from 'zod/mini';
import { day } from '../common.ts';

/** Data of the client were corrected, or another guarantor took the place of one. */
export const ADDENDUM_KINDS = ['client', 'guarantor'] as const;

export const AddendumInList = z.object({
  id: z.int(),
  contract_id: z.int(),
  contract: z.string(),
  /** Of the contract. */
  number: z.int(),
  kind: z.enum(ADDENDUM_KINDS),
  day: day(),
});
export type AddendumInList = z.infer<typeof AddendumInList>;
