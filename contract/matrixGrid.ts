/** Warehouse service: the assortment matrix as one grid of categories and shops; its cells are the setting `matrixItem`. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command } from './common.ts';
import { STANDS } from './settings/matrixItem.ts';

/** Cells of one save: three sheets of forty categories by a dozen shops. */
export const MOST_CELLS = 1500;

/** What holds in a cell on the asked day. */
export const MatrixCell = z.object({
  /** The revision; by it a save knows what the person saw. */
  id: z.int(),
  organization_id: z.int(),
  category_id: z.int(),
  stand: z.enum(STANDS),
  min: z.int(),
  max: z.nullable(z.int()),
  valid_from: z.iso.date(),
  /** The day from which something else is planned. */
  next: z.nullable(z.iso.date()),
});
export type MatrixCell = z.infer<typeof MatrixCell>;

export const MatrixCategory = z.object({
  id: z.int(),
  name: z.string(),
  parent_id: z.nullable(z.int()),
});
export const MatrixShop = z.object({
  id: z.int(),
  name: z.string(),
  short_name: z.string(),
  territory: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** The person may write in its column. */
  own: z.boolean(),
});
export type MatrixCategory = z.infer<typeof MatrixCategory>;
export type MatrixShop = z.infer<typeof MatrixShop>;

export const matrixGrid = defineCall({
  id: 'matrixGrid',
  service: 'warehouse',
  method: 'GET',
  path: '/matrix_category/show',
  response: z.object({
    data: z.object({
      categories: z.array(MatrixCategory),
      shops: z.array(MatrixShop),
      cells: z.array(MatrixCell),
    }),
  }),
});

export const matrixSave = defineCall({
  id: 'matrixSave',
  service: 'warehouse',
  method: 'POST',
  path: '/matrix_category/save',
  stale: ['matrixGrid', 'matrixItemIndex', 'matrixItemRevisions', 'matrixItemNotes'],
  response: Command,
});

export const matrixGridCalls = [matrixGrid, matrixSave] as const;
