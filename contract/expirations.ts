/**
 * Warehouse service: entering expiry dates for the lines of an invoice (areas 4.4 `/settings/products-expiration-date/add`).
 * What is entered are records of `productExpiration`. Extensions: the specification names the pages alone.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { instant, listOf } from './common.ts';
import { productExpiration } from './directories/productExpiration.ts';
import { readingIds } from './directory/directory.ts';
import { choices } from './directory/out.ts';

/** Batches that are still in stock; the title has what a batch is known by. */
export const batchGetAll = defineCall({
  id: 'batchGetAll',
  service: 'warehouse',
  method: 'GET',
  path: '/stock_batch/get_all',
  response: choices,
});

/** Documents whose goods are still in stock, the newest first. */
export const receiptGetAll = defineCall({
  id: 'receiptGetAll',
  service: 'warehouse',
  method: 'GET',
  path: '/stock_batch/documents',
  response: listOf(z.object({ id: z.int(), title: z.string() })),
});

export const BatchToDate = z.object({
  id: z.int(),
  variant: z.object({ id: z.int(), title: z.string(), sku: z.string() }),
  warehouse: z.string(),
  received_at: instant(),
  /** In all warehouses. */
  left: z.int(),
  /** Units that have a date already. */
  dated: z.int(),
});
export type BatchToDate = z.infer<typeof BatchToDate>;

export const expirationBatches = defineCall({
  id: 'expirationBatches',
  service: 'warehouse',
  method: 'GET',
  path: '/product_expiration/batches/{id}',
  response: z.object({ data: z.array(BatchToDate), document: z.object({ id: z.int(), title: z.string() }) }),
});

export const expirationAdd = defineCall({
  id: 'expirationAdd',
  service: 'warehouse',
  method: 'POST',
  path: '/product_expiration/add',
  stale: [...readingIds(productExpiration.spec.name), 'expirationBatches'],
  response: z.object({ data: z.object({ added: z.int() }) }),
});

export const expirationCalls = [batchGetAll, receiptGetAll, expirationBatches, expirationAdd] as const;
