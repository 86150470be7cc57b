/** Warehouse service: the counter matrix and the decisions on its rows (decisions 19, 20, 35). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, instant, Person, uzs } from '../common.ts';
import { ActAnswer } from './acts.ts';
import { CountCommentary } from './comments.ts';
import { Counter } from './counters.ts';
import { Entry } from './entries.ts';
import { ACT, COUNTER_STATUSES } from './shared.ts';

export const ProductOfCount = z.object({
  id: z.int(),
  title: z.string(),
  sku: z.string(),
  barcode: z.nullable(z.string()),
  is_serial_number: z.boolean(),
});

/** Row of `count_act_product/show`, decision 35; `manual`, `keep`, `elsewhere` and `version` are extensions. */
export const CountRow = z.object({
  product_variant: ProductOfCount,
  residue: z.int(),
  cost: uzs(),
  counts: z.record(z.string(), z.nullable(z.int())),
  final_count: z.nullable(z.int()),
  difference: z.nullable(z.int()),
  difference_sum: z.nullable(uzs()),
  moved_since: z.int(),
  count_commentaries: z.array(CountCommentary),
  manual: z.nullable(z.int()),
  disagreement: z.boolean(),
  keep: z.nullable(z.enum(['count', 'difference'])),
  /** Counted serial numbers that are in another branch's stock, or at a client. */
  elsewhere: z.array(z.string()),
  /** Row version of the manual decision on this product; 0 when there is none yet. */
  version: z.int(),
});
export type CountRow = z.infer<typeof CountRow>;

export const rowsShow = defineCall({
  id: 'rowsShow',
  service: 'warehouse',
  method: 'GET',
  path: '/count_act_product/show/{actId}',
  response: z.object({ data: z.array(CountRow) }),
});

export const addManually = defineCall({
  id: 'addManually',
  service: 'warehouse',
  method: 'PUT',
  path: '/count_act_product/add_manually/{actId}',
  stale: [...ACT, 'productInformation'],
  response: ActAnswer,
});

export const Move = z.object({
  id: z.int(),
  at: instant(),
  qty: z.int(),
  serial_number: z.nullable(z.string()),
  warehouse: z.string(),
  document: z.string(),
  user: z.nullable(Person),
});

export const productInformation = defineCall({
  id: 'productInformation',
  service: 'warehouse',
  method: 'GET',
  path: '/count_act_product/information',
  response: dataOf(
    z.object({
      product_variant: ProductOfCount,
      residue: z.int(),
      moves: z.array(Move),
      counters: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          user: Person,
          status: z.enum(COUNTER_STATUSES),
          count: z.nullable(z.int()),
          serial_numbers: z.array(z.string()),
          entries: z.array(Entry),
        }),
      ),
      manual: z.nullable(
        z.object({
          count: z.int(),
          serial_numbers: z.array(z.string()),
          user: Person,
          at: instant(),
          version: z.int(),
        }),
      ),
      elsewhere: z.array(z.object({ serial_number: z.string(), where: z.string() })),
      residue_serial_numbers: z.array(z.string()),
      count_commentaries: z.array(CountCommentary),
    }),
  ),
});
export type ProductInformation = z.infer<(typeof productInformation)['response']>['data'];

export const downloadExcel = defineCall({
  id: 'downloadExcel',
  service: 'warehouse',
  method: 'GET',
  path: '/count_act_product/download_excel/{actId}',
  response: z.object({ data: z.array(CountRow), computing_act_users: z.array(Counter) }),
});

export const resolveMoved = defineCall({
  id: 'resolveMoved',
  service: 'warehouse',
  method: 'PUT',
  path: '/count_act_product/resolve_moved/{actId}',
  stale: [...ACT, 'productInformation'],
  response: ActAnswer,
});
