/**
 * Warehouse service: goods that came from suppliers as the storekeeper sees them (areas 4.3
 * `/repositories2_0/income-from-supplier`). Extensions beside the printed `get-serial-numbers`. Quantities and serial
 * numbers only: no answer here holds a price, a cost or a sum.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, daysFilter, instant, Meta, pageQuery, queryId } from './common.ts';
import { Named, VariantOfLine } from './invoices.ts';

/** Drafts are the purchaser's own; what was called off brings nothing. */
export const INCOME_STATUSES = ['sent', 'confirmed'] as const;
export type IncomeStatus = (typeof INCOME_STATUSES)[number];

export const Income = z.object({
  /** Of the invoice. */
  id: z.int(),
  /** The house's number; `number_invoice` is the supplier's. */
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

const extension = { service: 'warehouse', rule: 'base_repository.show', origin: 'extension' } as const;

export const incomeIndex = defineCall({
  ...extension,
  id: 'incomeIndex',
  method: 'GET',
  path: '/warehouse-list-income/index',
  query: z.object({
    ...pageQuery,
    warehouse_id: z.optional(queryId()),
    /** Of the partner. */
    partner: z.optional(queryId()),
    status: z.optional(z.enum(INCOME_STATUSES)),
    /** Of the supplier's paper: `YYYY-MM-DD` or `YYYY-MM-DD,YYYY-MM-DD`. */
    date: daysFilter(),
    /** The house's or the supplier's number. */
    search: z.optional(z.string().check(z.maxLength(100))),
    sort: z.optional(z.enum(['created_at', '-created_at', 'invoice_date', '-invoice_date'])),
  }),
  response: z.object({
    data: z.array(Income),
    meta: z.extend(Meta, {
      /** Invoices of the filter by state, before the filter by state. */
      statuses: z.record(z.string(), z.int()),
      totals: z.object({ lines: z.int(), units: z.int() }),
    }),
  }),
  summary: 'Sent and confirmed invoices of the person’s warehouses, newest first unless `sort` says otherwise.',
});

export const incomeShow = defineCall({
  ...extension,
  id: 'incomeShow',
  method: 'GET',
  path: '/warehouse-list-income/show/{id}',
  query: z.object({
    /** The saved numbers of every line too, for the paper. */
    units: z.optional(z.enum(['true', 'false'])),
  }),
  response: dataOf(IncomeDetails),
  summary: 'One invoice with its lines and how many of their numbers are saved; no prices.',
});

export const incomeCalls = [incomeIndex, incomeShow] as const;
