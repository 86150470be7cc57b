/** What only the server needs of the calls of `residues.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { pageQuery, queryId } from './common.ts';
import { readersOf } from './directories/index.server.ts';
import { choicesQuery } from './directory/choices.server.ts';
import { AGES } from './residues.ts';
import { serverSide } from './serverSide.ts';

const day = () => z.optional(z.iso.date());
const search = () => z.optional(z.string().check(z.maxLength(100)));
const extension = { rule: 'product_residue.show', origin: 'extension' } as const;

export const residuesServer = serverSide({
  residueIndex: {
    ...extension,
    query: z.object({
      ...pageQuery,
      /** Name, SKU, barcode or serial number. */
      search: search(),
      /** With the categories under it. */
      category_id: z.optional(queryId()),
      warehouse_id: z.optional(queryId()),
      organization_id: z.optional(queryId()),
      /** The end of this day in Asia/Tashkent; today when it is left out, never in the future. */
      date: day(),
      age: z.optional(z.enum(AGES)),
      sort: z.optional(z.enum(['title', '-title', 'qty', '-qty', 'cost', '-cost', 'age', '-age'])),
    }),
    summary: 'Products by warehouse on a day, from the stock ledger; by name unless `sort` says otherwise, 15 a page.',
  },
  residueBatches: {
    ...extension,
    query: z.object({ warehouse_id: queryId(), date: day() }),
    summary: 'Batches of a product in a warehouse on a day, each with its serial numbers; `id` is the product’s.',
  },
  categoryGetAll: {
    ...extension,
    rule: ['product_residue.show', 'markup_category.show', 'act_of_count.show', ...readersOf('category')].join('|'),
    query: z.object(choicesQuery),
    summary: 'Categories of products to choose from.',
  },
});
