/** Client service: what the setting in force asks of a new client today, for the form to say beforehand. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf } from './common.ts';

export const ClientTerms = z.object({
  age_from: z.int(),
  age_to: z.int(),
  /** Fields, as the setting names them. */
  needed: z.array(z.string()),
  photo: z.boolean(),
});
export type ClientTerms = z.infer<typeof ClientTerms>;

/** Null: no setting is in force. */
export const clientTerms = defineCall({
  service: 'client',
  id: 'clientTerms',
  method: 'GET',
  path: '/client/terms',
  response: dataOf(z.nullable(ClientTerms)),
});

export const clientTermsCalls = [clientTerms] as const;
