/**
 * Warehouse service: goods that came from suppliers as the storekeeper sees them (areas 4.3
 * `/repositories2_0/income-from-supplier`). Extensions beside the printed `get-serial-numbers`. Quantities and serial
 * numbers only: no answer here holds a price, a cost or a sum.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, dataOf, instant, Meta } from './common.ts';
import { Named } from './invoices/invoice.ts';
import { VariantOfLine } from './invoices/lines.ts';

/** Drafts are the purchaser's own; what was called off brings nothing. */
export const INCOME_STATUSES = ['sent', 'confirmed'] as const;
export type IncomeStatus = (typeof INCOME_STATUSES)[number];

export const Income = z.object({
  /** Of the invoice. */
  id: z.int(),
  /** Our number; `number_invoice` is the supplier's. */
  number: z.string(),
  number_invoice: z.string(),
  invoice_date: z.iso.date(),
  partner: Named,
  warehouse: Named,
  organization: Named,
  status: z.enum(INCOME_STATUSES),
  lines: z.int(),
  units: z.int(),
  /** Units of serial goods: with a saved number, and all of them. */
  serials: z.object({ saved: z.int(), needed: z.int() }),
  created_at: instant(),
});
export type Income = z.infer<typeof Income>;

export const IncomeLine = z.object({
  id: z.int(),
  variant: VariantOfLine,
  count: z.int(),
  serials: z.object({ saved: z.int(), needed: z.int() }),
  /** The one number of a line of goods without serial numbers. */
  lot_number: z.nullable(z.string()),
  /** Empty unless `units=true` asks for them. */
  units: z.array(z.object({ serial_number: z.string(), imei_numbers: z.array(z.string()) })),
});
export type IncomeLine = z.infer<typeof IncomeLine>;

export const IncomeDetails = z.extend(Income, {
  comment: z.string(),
  sent_at: z.nullable(instant()),
  confirmed_at: z.nullable(instant()),
  input_products: z.array(IncomeLine),
});
export type IncomeDetails = z.infer<typeof IncomeDetails>;

export const incomeIndex = defineCall({
  id: 'incomeIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/warehouse-list-income/index',
  response: z.object({
    data: z.array(Income),
    meta: z.extend(Meta, {
      /** Invoices of the filter by state, before the filter by state. */
      statuses: z.optional(Counts),
      totals: z.optional(z.object({ lines: z.int(), units: z.int() })),
    }),
  }),
});

export const incomeShow = defineCall({
  id: 'incomeShow',
  service: 'warehouse',
  method: 'GET',
  path: '/warehouse-list-income/show/{id}',
  response: dataOf(IncomeDetails),
});

export const incomeCalls = [incomeIndex, incomeShow] as const;
