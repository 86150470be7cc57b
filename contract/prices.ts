/**
 * Warehouse service: selling prices of a variant (decision 79, areas 4.11 `/products/products`). The latest price that has
 * begun is valid. Extensions: the specification names the page alone.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, Person, uzs } from './common.ts';
import { readingIds } from './directory/directory.ts';

export const MAX_PRICE = 1_000_000_000_000;
export const MAX_REASON = 300;

export const Price = z.object({
  /** Soʻm of one. */
  price: uzs(),
  valid_from: instant(),
  /** None in prices that came with the catalogue. */
  reason: z.nullable(z.string()),
  created_by: z.nullable(Person),
});
export type Price = z.infer<typeof Price>;

/** By instalments for a new client, on today's terms; sums in soʻm. */
export const PerMonth = z.object({
  /** Months. */
  term: z.int(),
  /** The least one. */
  first_payment: uzs(),
  /** Each instalment but the last. */
  month: uzs(),
  last: uzs(),
  /** The first payment and all instalments. */
  total: uzs(),
});
export type PerMonth = z.infer<typeof PerMonth>;

/** The hundred latest, the newest first; one that has not begun yet is among them. */
export const priceIndex = defineCall({
  id: 'priceIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/price/index/{id}',
  response: z.object({ data: z.array(Price), current: z.nullable(uzs()), per_month: z.array(PerMonth) }),
});

export const priceAdd = defineCall({
  id: 'priceAdd',
  service: 'warehouse',
  method: 'POST',
  path: '/price/create/{id}',
  stale: ['priceIndex', ...readingIds('variant'), ...readingIds('competitorNews')],
  response: dataOf(Price),
});

export const priceCalls = [priceIndex, priceAdd] as const;
