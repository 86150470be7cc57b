/**
 * Warehouse service: what lies in the warehouses on a day (areas 4.3 `/repositories/residue-products`).
 *
 * Extensions: the specification names the page alone. Figures come from the stock ledger, so any past day can be asked.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { instant, listOf, Meta, pageQuery, queryId, uzs } from './common.ts';

/** "Older than so many days"; each age holds the greater ones too. */
export const AGES = ['30', '60', '90', '180'] as const;
export type Age = (typeof AGES)[number];

const day = () => z.optional(z.iso.date());
const search = () => z.optional(z.string().check(z.maxLength(100)));

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

const extension = { service: 'warehouse', rule: 'product_residue.show', origin: 'extension' } as const;

export const residueIndex = defineCall({
  ...extension,
  id: 'residueIndex',
  method: 'GET',
  path: '/residue/index',
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
  response: z.object({
    data: z.array(ResidueRow),
    meta: z.extend(Meta, {
      /** The day that the figures are of. */
      date: z.iso.date(),
      /** Rows of the filter that are older than so many days, before the filter by age; `all` are all. */
      ages: z.record(z.string(), z.int()),
      totals: z.object({
        units: z.int(),
        /** As `sum` of a row. */
        cost_sum: z.nullable(uzs()),
        /** Of the products that have a price. */
        selling_sum: uzs(),
      }),
    }),
  }),
  summary: 'Products by warehouse on a day, from the stock ledger; by name unless `sort` says otherwise, 15 a page.',
});

export const residueBatches = defineCall({
  ...extension,
  id: 'residueBatches',
  method: 'GET',
  path: '/residue/batches/{id}',
  query: z.object({ warehouse_id: queryId(), date: day() }),
  response: z.object({
    data: z.array(ResidueBatch),
    variant: VariantOfResidue,
    warehouse: PlaceOfResidue,
    organization: OrganizationOfResidue,
  }),
  summary: 'Batches of a product in a warehouse on a day, each with its serial numbers; `id` is the product’s.',
});

/** A category with the names of those above it. */
export const CategoryInSelect = z.object({ id: z.int(), name: z.string(), above: z.array(z.string()) });

export const categoryGetAll = defineCall({
  ...extension,
  id: 'categoryGetAll',
  method: 'GET',
  path: '/product_category/get_all',
  rule: 'product_residue.show|markup_category.show',
  /** `id`: that one alone, for an address that says it. */
  query: z.object({ ...pageQuery, search: search(), id: z.optional(queryId()) }),
  response: listOf(CategoryInSelect),
  summary: 'Categories of products to choose from.',
});

export const residueCalls = [residueIndex, residueBatches, categoryGetAll] as const;
