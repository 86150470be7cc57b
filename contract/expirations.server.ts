/** What only the server needs of the calls of `expirations.ts`. */
import * as z from 'zod/mini';
import { day, id } from './common.ts';
import { readersOf } from './directories/index.server.ts';
import { choicesQuery } from './directory/choices.server.ts';
import { serverSide } from './serverSide.ts';

const origin = 'extension' as const;
const MOST_LINES = 200;

export const expirationsServer = serverSide({
  batchGetAll: {
    origin,
    rule: readersOf('batch').join('|'),
    query: z.object(choicesQuery),
    summary: 'Batches in stock, of the own organization or of all by `allshow`, by the words of their goods.',
  },
  receiptGetAll: {
    origin,
    rule: 'product_expiration.add',
    query: z.object(choicesQuery),
    summary: 'Documents whose goods are in stock, by number, the newest first.',
  },
  expirationBatches: {
    origin,
    rule: 'product_expiration.add',
    summary: 'Batches of a document that are in stock, with the units that have an expiry date already.',
  },
  expirationAdd: {
    origin,
    rule: 'product_expiration.add',
    body: z.object({
      lines: z
        .array(
          z.object({
            batch_id: id(),
            quantity: z.int().check(z.gte(1), z.lte(1_000_000_000)),
            expires: day(),
            notify_days: z.int().check(z.gte(0), z.lte(365)),
          }),
        )
        .check(z.minLength(1), z.maxLength(MOST_LINES)),
    }),
    summary: 'Expiry dates for several batches, all or none; a fault names its line.',
  },
});
