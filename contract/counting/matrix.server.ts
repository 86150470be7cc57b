/** What only the server needs of the calls of `matrix.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id, queryId } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { ListedProduct } from './entries.server.ts';
import { actEvent, extension, printed } from './shared.server.ts';

export const countingMatrixServer = serverSide({
  rowsShow: {
    ...printed,
    summary: 'The counter matrix, whole.',
  },
  addManually: {
    ...printed,
    body: z.object({
      listed_products: z.array(ListedProduct).check(z.minLength(1), z.maxLength(1)),
      product_variant_id: id(),
    }),
    // 10,000 serial numbers of 67 bytes
    maxBytes: 700_000,
    event: actEvent('product.countManually'),
    who: 'actManager',
    summary: 'The creator decides a product’s count. `If-Match` is the version of that row.',
  },
  productInformation: {
    ...printed,
    query: z.object({ product_variant_id: queryId(), act_of_count_id: queryId() }),
    summary: 'The evidence on one product: who entered what, when and how, and what moved in stock since loading.',
  },
  downloadExcel: {
    ...printed,
    summary: 'The matrix whole, for the browser to write the sheet.',
  },
  resolveMoved: {
    ...extension,
    body: z.object({ product_variant_id: id(), keep: z.enum(['count', 'difference']) }),
    event: actEvent('moved.resolve'),
    who: 'actManager',
    summary: 'Stock moved while it was counted: keep the count, or keep the difference (decision 20).',
  },
});
