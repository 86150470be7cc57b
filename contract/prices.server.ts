/** What only the server needs of the calls of `prices.ts`. */
import * as z from 'zod/mini';
import { reason } from './common.ts';
import { MAX_PRICE, MAX_REASON } from './prices.ts';
import { serverSide } from './serverSide.ts';

const origin = 'extension' as const;
const price = () => z.int().check(z.gte(1), z.lte(MAX_PRICE));

export const pricesServer = serverSide({
  priceIndex: {
    origin,
    rule: 'product_residue.report',
    summary: 'Selling prices of a variant with who set them and why, the newest first; `id` is the variant’s.',
  },
  priceAdd: {
    origin,
    rule: 'product_variant_detail.confirm',
    body: z.object({
      price: price(),
      reason: reason(MAX_REASON),
      /** The price that the person saw as valid: 409 `stale` when another one is. */
      seen: z.nullable(price()),
    }),
    summary: 'Sets the selling price of a variant from now on; `id` is the variant’s.',
  },
});
