/** Client service: who answers for a contract beside its buyer (areas 3.4 "guarantee"; decisions 61, 77, 84). They are read with the contract. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, day, uzs } from '../common.ts';

export const GUARANTEE_STATUSES = ['draft', 'signed', 'released', 'dropped'] as const;

/** What the guarantor is to the buyer. */
export const RELATIONS = ['spouse', 'parent', 'child', 'sibling', 'relative', 'colleague', 'other'] as const;
export type Relation = (typeof RELATIONS)[number];

export const Guarantee = z.object({
  id: z.int(),
  client_id: z.int(),
  client: z.string(),
  relation: z.nullable(z.enum(RELATIONS)),
  /** What is financed of the contract; null before it is signed. */
  amount: z.nullable(uzs()),
  signed_on: z.nullable(day()),
  released_on: z.nullable(day()),
  status: z.enum(GUARANTEE_STATUSES),
  version: z.int(),
  /** Why the person may not sign now, in the reader's language; null: nothing is against it. */
  unfit: z.nullable(z.string()),
  /** It is MyID alone that the person waits for. */
  identify: z.boolean(),
  allowed_events: z.array(z.string()),
  /** The reader may let somebody else answer instead. */
  replaceable: z.boolean(),
});
export type Guarantee = z.infer<typeof Guarantee>;

const answers = { service: 'client', response: z.extend(dataOf(Guarantee), { message: z.string() }) } as const;
const stale = ['contractShow', 'contractForm'] as const;

export const guaranteeCreate = defineCall({
  id: 'guaranteeCreate',
  method: 'POST',
  path: '/guarantee/create',
  stale,
  ...answers,
});

export const guaranteeDrop = defineCall({
  id: 'guaranteeDrop',
  method: 'PUT',
  path: '/guarantee/drop/{id}',
  stale,
  ...answers,
});

/** Of a signed contract: another person signs, and the one until then is free. */
export const guaranteeReplace = defineCall({
  id: 'guaranteeReplace',
  method: 'POST',
  path: '/guarantee/replace/{id}',
  stale: ['contractShow', 'contractHistory'],
  ...answers,
});

export const guaranteeCalls = [guaranteeCreate, guaranteeDrop, guaranteeReplace] as const;
