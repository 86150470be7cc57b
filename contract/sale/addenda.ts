/** Client service: addenda of signed contracts, as people sign them, in both languages (areas 3.4; decision 87). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, day, uzs } from '../common.ts';
import { CHANGEABLE } from '../directories/clientChange.ts';
import { ADDENDUM_KINDS } from './addendumInList.ts';
import { FormPerson, FormSeller } from './contracts.ts';

export const AddendumForm = z.object({
  /** Of the template. */
  revision: z.int(),
  kind: z.enum(ADDENDUM_KINDS),
  number: z.int(),
  day: day(),
  contract: z.object({ number: z.string(), signed_on: day() }),
  seller: FormSeller,
  /** As the card is from that day on. */
  buyer: FormPerson,
  /** What was corrected. */
  changes: z.array(z.object({ field: z.enum(CHANGEABLE), old: z.nullable(z.string()), now: z.string() })),
  /** Who answered for the contract until that day, and who does from then on, with the sum. */
  released: z.nullable(FormPerson),
  guarantor: z.nullable(FormPerson),
  amount: z.nullable(uzs()),
  /** Who made it out. */
  made_by: z.string(),
});
export type AddendumForm = z.infer<typeof AddendumForm>;

export const contractAddendum = defineCall({
  id: 'contractAddendum',
  service: 'client',
  method: 'GET',
  path: '/contract/addendum/{id}',
  response: z.extend(dataOf(AddendumForm), { seal: z.nullable(z.string()), signature: z.nullable(z.string()) }),
});

export const addendumCalls = [contractAddendum] as const;
