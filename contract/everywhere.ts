/**
 * Warehouse service: what the search of the shell finds besides pages. Extension: spec 2 has the pages alone.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf } from './common.ts';

/** In the order in which they are shown. */
export const SEARCH_GROUPS = ['documents', 'serials', 'clients', 'partners', 'products', 'people'] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];

/** What a hit is, and so what it opens; a declared document is called by its declaration. */
export const SEARCH_KINDS = [
  'act',
  'counter',
  'invoice',
  'saleOrder',
  'contract',
  'output',
  'cashDocument',
  'serial',
  'soldUnit',
  'client',
  'partner',
  'product',
  'person',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** So many of a group are answered, the newest or nearest first. */
export const SEARCH_HITS = 15;
/** Of fewer signs nothing but pages is searched. */
export const SEARCH_SIGNS = 2;
/** Names and numbers are shorter. */
export const SEARCH_LONGEST = 100;

export const SearchHit = z.object({
  /** One of `SEARCH_KINDS`, or the name of a declared document. */
  kind: z.string(),
  /** The document, the product of a unit, the contract of a sold one, the client, the partner, the product, the employee. */
  id: z.int(),
  /** The other id of its page: the person's own counter, the warehouse of a unit. */
  at: z.nullable(z.int()),
  /** Its number, code or name. */
  title: z.string(),
  /** What tells it from others: organization, supplier and the paper's number, client, product and place, day of birth, tax number, article and barcode, position. */
  note: z.string(),
  /** State of a document. */
  status: z.nullable(z.string()),
  /** Family of the look of that state. */
  look: z.nullable(z.string()),
  /** What was typed is the whole of its number. */
  exact: z.boolean(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** A number of a person may be typed, and such a number stands in no address (decision 98). */
export const searchEverywhere = defineCall({
  id: 'searchEverywhere',
  service: 'warehouse',
  method: 'POST',
  path: '/search/everywhere',
  stale: [],
  /** Groups with hits; those that the person may not see are not searched. */
  response: dataOf(z.array(z.object({ group: z.enum(SEARCH_GROUPS), hits: z.array(SearchHit), more: z.boolean() }))),
});

export const everywhereCalls = [searchEverywhere] as const;
