/** Warehouse service: what counters enter, and the products they recognise (decisions 34, 39–41). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, id, instant } from '../common.ts';
import { CounterAnswer } from './counters.ts';
import { ACT, MAX_COUNT, serial } from './shared.ts';

export const ENTRY_SOURCES = ['scan', 'hand', 'file'] as const;
export type EntrySource = (typeof ENTRY_SOURCES)[number];

/**
 * What a person did once: an increment, so undo is an entry with the opposite count and 0 makes a product counted
 * (decision 34). `serial_number` only for serial goods, with a count of 1 or −1.
 */
export const Entry = z.object({
  entry_id: z.uuid(),
  product_variant_id: id(),
  count: z.int().check(z.gte(-MAX_COUNT), z.lte(MAX_COUNT)),
  source: z.enum(ENTRY_SOURCES),
  entered_at: instant(),
  serial_number: z.optional(z.nullable(serial())),
});
export type Entry = z.infer<typeof Entry>;

export const submitList = defineCall({
  id: 'submitList',
  service: 'warehouse',
  method: 'PUT',
  path: '/computing_act_user/add_listed_product/{id}',
  stale: ACT,
  response: CounterAnswer,
});

export const listedProducts = defineCall({
  id: 'listedProducts',
  service: 'warehouse',
  method: 'GET',
  path: '/computing_act_user/get_all_listed_product/{id}',
  response: z.object({
    data: z.array(
      z.object({
        product_variant_id: z.int(),
        count: z.int(),
        serial_numbers: z.array(z.string()),
        entries: z.array(Entry),
      }),
    ),
  }),
});

export const saveEntries = defineCall({
  id: 'saveEntries',
  service: 'warehouse',
  method: 'PUT',
  path: '/computing_act_user/save_entries/{id}',
  // how far a list is counted is polled where it is shown
  stale: [],
  response: dataOf(
    z.object({
      saved: z.array(z.uuid()),
      refused: z.array(
        z.object({
          entry_id: z.uuid(),
          reason: z.enum([
            'unknown_product',
            'outside_limit',
            'serial_twice',
            'negative',
            'too_many',
            'serial_needed',
            'taken',
          ]),
        }),
      ),
      /** Entries of the same counter from elsewhere (another tab's browser, another device) after `after`. */
      others: z.array(Entry),
      last: z.int(),
      /** Counted serial numbers that are in another branch's stock or at a client. */
      elsewhere: z.array(z.object({ serial_number: z.string(), where: z.string() })),
    }),
  ),
});

/** A product as the counting screen knows it: no quantities (decision 41). */
export const CountableProduct = z.object({
  id: z.int(),
  title: z.string(),
  sku: z.string(),
  barcode: z.nullable(z.string()),
  /** Further ones, where it has any (decision 96). */
  barcodes: z.optional(z.array(z.string())),
  is_serial_number: z.boolean(),
  imei_count: z.int(),
});
export type CountableProduct = z.infer<typeof CountableProduct>;

/** What a counter recognises. */
const Products = z.object({
  data: z.array(CountableProduct),
  /** What a limited act does not count, so that a scan of it is refused by name, also offline. */
  outside: z.array(CountableProduct),
});
export type Products = z.infer<typeof Products>;

export const counterProducts = defineCall({
  id: 'counterProducts',
  service: 'warehouse',
  method: 'GET',
  path: '/computing_act_user/products/{id}',
  response: Products,
});
