/** Warehouse service: lines of an organization invoice and their correction (spec 3, 7; decisions 22, 46–48). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { uzs } from '../common.ts';
import { Invoice } from './invoice.ts';
import { INVOICE } from './shared.ts';

export type { LineBody, NewLineBody } from './lines.server.ts';

/** A product as a line names it. */
export const VariantOfLine = z.object({
  id: z.int(),
  product_variant_title: z.string(),
  sku: z.string(),
  barcode: z.nullable(z.string()),
  is_serial_number: z.boolean(),
  imei_count: z.int(),
});
export type VariantOfLine = z.infer<typeof VariantOfLine>;

/** Input product line (spec 3). */
export const InputProduct = z.object({
  id: z.int(),
  product_variant: VariantOfLine,
  currency_id: z.int(),
  currency: z.object({ abbrevation: z.string() }),
  /** Price of a unit in the currency, two decimals. */
  value: z.number(),
  count: z.int(),
  /** Percents and soʻm of the price rule (spec 5, decision 22). */
  no_cash: z.number(),
  additional: z.number(),
  other_additional: uzs(),
  /** Soʻm for one unit of the currency. */
  currency_change: z.number(),
  selling_price: uzs(),
  selling_price_overridden: z.boolean(),
  /** The result of the price rule for these figures. */
  rule_price: uzs(),
  print: z.boolean(),
  print_count: z.int(),
  /** The one number of a line of goods without serial numbers. */
  lot_number: z.nullable(z.string()),
  serials: z.object({ saved: z.int(), needed: z.int() }),
  /** Units in the invoice's warehouse now. */
  on_stock: z.int(),
  /** Of a confirmed line: units of its batch that are still there. */
  left: z.nullable(z.int()),
  position: z.int(),
  version: z.int(),
});
export type InputProduct = z.infer<typeof InputProduct>;
const LineAnswer = z.object({ data: InputProduct, invoice: Invoice });

export const lineIndex = defineCall({
  id: 'lineIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/input_product/show/{id}',
  response: z.object({ data: z.array(InputProduct) }),
});

export const lineCreate = defineCall({
  id: 'lineCreate',
  service: 'warehouse',
  method: 'POST',
  path: '/input_product/create/{id}',
  stale: INVOICE,
  response: LineAnswer,
});

export const lineCreateMany = defineCall({
  id: 'lineCreateMany',
  service: 'warehouse',
  method: 'POST',
  path: '/input_product/create_many/{id}',
  stale: [...INVOICE, 'lineIndex'],
  response: z.object({ data: z.array(InputProduct), invoice: Invoice }),
});

export const lineUpdate = defineCall({
  id: 'lineUpdate',
  service: 'warehouse',
  method: 'PUT',
  path: '/input_product/update/{id}',
  stale: INVOICE,
  response: LineAnswer,
});

export const lineDelete = defineCall({
  id: 'lineDelete',
  service: 'warehouse',
  method: 'DELETE',
  path: '/input_product/delete/{id}',
  stale: INVOICE,
  response: z.object({ data: z.object({ id: z.int() }), invoice: Invoice }),
});

export const lineMarkPrint = defineCall({
  id: 'lineMarkPrint',
  service: 'warehouse',
  method: 'PUT',
  path: '/input_product/mark_print/{id}',
  stale: INVOICE,
  response: LineAnswer,
});

/** What a correction changes in stock and debt, as it is kept and shown. */
export const Correction = z.object({
  count: z.int(),
  value: z.number(),
  /** It follows another cost unless a person set it. */
  selling_price: uzs(),
  stock: z.int(),
  debt: z.number(),
});
export type Correction = z.infer<typeof Correction>;
const CorrectionAnswer = z.object({
  data: z.nullable(InputProduct),
  before: Correction,
  after: Correction,
  invoice: Invoice,
});

export const lineCorrect = defineCall({
  id: 'lineCorrect',
  service: 'warehouse',
  method: 'PUT',
  path: '/input_product/change_approved_product/{id}',
  stale: [...INVOICE, 'lineIndex'],
  response: CorrectionAnswer,
});

export const lineWithdraw = defineCall({
  id: 'lineWithdraw',
  service: 'warehouse',
  method: 'DELETE',
  path: '/input_product/delete_approved_product/{id}',
  stale: [...INVOICE, 'lineIndex'],
  response: CorrectionAnswer,
});
