/** What the window of an invoice offers to choose from: partners, currencies, products, warehouses (decision 48). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, day, listOf, uzs } from '../common.ts';
import { Named } from './invoice.ts';

const PartnerInSelect = z.object({
  id: z.int(),
  name: z.string(),
  stir: z.nullable(z.string()),
  reliable: z.boolean(),
});

export const partnerGetAll = defineCall({
  id: 'partnerGetAll',
  service: 'warehouse',
  method: 'GET',
  path: '/partner/get_all',
  response: listOf(PartnerInSelect),
});

export const partnerFirms = defineCall({
  id: 'partnerFirms',
  service: 'warehouse',
  method: 'GET',
  path: '/partner/firms/{id}',
  response: z.object({ data: z.array(z.object({ id: z.int(), name: z.string(), stir: z.nullable(z.string()) })) }),
});

export const currencyChange = defineCall({
  id: 'currencyChange',
  service: 'warehouse',
  method: 'GET',
  path: '/partner/currency_change',
  response: dataOf(z.object({ currency_change: z.number(), date: day() })),
});

export const currencyGetAll = defineCall({
  id: 'currencyGetAll',
  service: 'warehouse',
  method: 'GET',
  path: '/currency/get_all',
  response: z.object({
    data: z.array(z.object({ id: z.int(), abbrevation: z.string(), name: z.string(), rate: z.nullable(z.number()) })),
  }),
});

const Defaults = z.object({ no_cash: z.number(), additional: z.number(), other_additional: uzs() });
const VariantInSelect = z.object({
  id: z.int(),
  title: z.string(),
  sku: z.string(),
  barcode: z.nullable(z.string()),
  /** Further ones, where it has any (decision 96). */
  barcodes: z.optional(z.array(z.string())),
  category: z.string(),
  is_serial_number: z.boolean(),
  imei_count: z.int(),
  /** Markup of its category: what a new line begins with. */
  defaults: Defaults,
  /** Of the last confirmed line, when there is one. */
  last: z.nullable(z.object({ value: z.number(), currency_id: z.int() })),
});
export type VariantInSelect = z.infer<typeof VariantInSelect>;

export const variantGetAll = defineCall({
  id: 'variantGetAll',
  service: 'warehouse',
  method: 'GET',
  path: '/product_variant/get_all',
  response: listOf(VariantInSelect),
});

export const variantRecognize = defineCall({
  id: 'variantRecognize',
  service: 'warehouse',
  method: 'POST',
  path: '/product_variant/recognize',
  stale: [],
  response: z.object({
    /** In the order of the words. Several matches: the person chooses. */
    data: z.array(z.object({ by: z.nullable(z.enum(['sku', 'barcode', 'title'])), matches: z.array(VariantInSelect) })),
  }),
});

export const recommendedPrice = defineCall({
  id: 'recommendedPrice',
  service: 'warehouse',
  method: 'GET',
  path: '/product_variant/recommended_selling_price/{id}',
  response: dataOf(
    z.object({
      selling_price: z.nullable(uzs()),
      last_price: z.nullable(uzs()),
      /** What a price that is written is compared with, in soʻm. */
      last_cost: z.nullable(uzs()),
      rule_price: z.nullable(uzs()),
    }),
  ),
});

export const checkLimit = defineCall({
  id: 'checkLimit',
  service: 'warehouse',
  method: 'GET',
  path: '/product_variant/check_limit/{id}',
  response: dataOf(
    z.object({
      min: z.nullable(z.int()),
      max: z.nullable(z.int()),
      on_stock: z.int(),
      /** On invoices that are not confirmed yet. */
      ordered: z.int(),
      /** Until the maximum; below zero above it. */
      left: z.nullable(z.int()),
    }),
  ),
});

export const additionalPrices = defineCall({
  id: 'additionalPrices',
  service: 'warehouse',
  method: 'GET',
  path: '/product_delivery/additional_prices/{id}',
  response: dataOf(Defaults),
});

export const TerritoryTree = z.object({
  data: z.array(z.object({ id: z.int(), name: z.string(), organizations: z.array(Named) })),
});

export const organizationTerritory = defineCall({
  id: 'organizationTerritory',
  service: 'warehouse',
  method: 'GET',
  path: '/organization/territory',
  response: TerritoryTree,
});

export const organizationTerritories = defineCall({
  id: 'organizationTerritories',
  service: 'client',
  method: 'GET',
  path: '/organizations/get-territories',
  response: TerritoryTree,
});

export const warehouseAutocomplete = defineCall({
  id: 'warehouseAutocomplete',
  service: 'warehouse',
  method: 'GET',
  path: '/warehouse-list/get-all-autocomplete',
  response: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        kind: z.string(),
        organization_id: z.int(),
        organization: z.string(),
      }),
    ),
  }),
});
