/**
 * Warehouse service: what is in the warehouses on a day (areas 4.3 `/repositories/residue-products`).
 *
 * Extensions: the specification names the page alone. Figures come from the stock ledger, so any past day can be asked.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, instant, listOf, Meta, uzs } from './common.ts';

/** "Older than so many days"; each age holds the greater ones too. */
export const AGES = ['30', '60', '90', '180'] as const;
export type Age = (typeof AGES)[number];

const VariantOfResidue = z.object({
  id: z.int(),
  title: z.string(),
  sku: z.string(),
  barcode: z.nullable(z.string()),
  is_serial_number: z.boolean(),
});
const PlaceOfResidue = z.object({ id: z.int(), name: z.string(), kind: z.string() });
const OrganizationOfResidue = z.object({ id: z.int(), name: z.string() });

/**
 * A product in a warehouse. There is no column for reserved goods: nothing reserves stock yet.
 * `cost`, `sum`: only for holders of `product_residue.report`, else null.
 */
export const ResidueRow = z.object({
  variant: VariantOfResidue,
  category: z.string(),
  warehouse: PlaceOfResidue,
  organization: OrganizationOfResidue,
  quantity: z.int(),
  /** Of a unit, weighted over the batches that are still there. */
  cost: z.nullable(uzs()),
  /** Quantity at the cost of each batch. */
  sum: z.nullable(uzs()),
  /** Of the price list, at the end of the day; null while the product has none. */
  price: z.nullable(uzs()),
  /** Days since the oldest batch that is still there was received. */
  age: z.int(),
});
export type ResidueRow = z.infer<typeof ResidueRow>;

/** Of the batches that are still in a warehouse, the oldest first. */
export const ResidueBatch = z.object({
  id: z.int(),
  received_at: instant(),
  document: z.object({ id: z.int(), number: z.string(), kind: z.string() }),
  /** Only for holders of `product_residue.report`, else null. */
  cost: z.nullable(uzs()),
  quantity: z.int(),
  age: z.int(),
  serials: z.array(z.object({ serial_number: z.string(), imei_numbers: z.array(z.string()) })),
});
export type ResidueBatch = z.infer<typeof ResidueBatch>;

export const residueIndex = defineCall({
  id: 'residueIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/residue/index',
  response: z.object({
    data: z.array(ResidueRow),
    meta: z.extend(Meta, {
      /** The day that the figures are of. */
      date: z.iso.date(),
      /** Rows of the filter that are older than so many days, before the filter by age; `all` are all. */
      ages: z.optional(Counts),
      totals: z.optional(
        z.object({
          units: z.int(),
          /** As `sum` of a row. */
          cost_sum: z.nullable(uzs()),
          /** Of the products that have a price. */
          selling_sum: uzs(),
        }),
      ),
    }),
  }),
});

export const residueBatches = defineCall({
  id: 'residueBatches',
  service: 'warehouse',
  method: 'GET',
  path: '/residue/batches/{id}',
  response: z.object({
    data: z.array(ResidueBatch),
    variant: VariantOfResidue,
    warehouse: PlaceOfResidue,
    organization: OrganizationOfResidue,
  }),
});

/** A category with the names of those above it. */
export const CategoryInSelect = z.object({ id: z.int(), name: z.string(), above: z.array(z.string()) });

export const categoryGetAll = defineCall({
  id: 'categoryGetAll',
  service: 'warehouse',
  method: 'GET',
  path: '/product_category/get_all',
  response: listOf(CategoryInSelect),
});

export const residueCalls = [residueIndex, residueBatches, categoryGetAll] as const;
