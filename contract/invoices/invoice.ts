/** The organization invoice: its states, facts and figures (spec 3; decisions 21–26, 38, 53). */
import * as z from 'zod/mini';
import { day, FileInfo, instant, Person } from '../common.ts';

export const INVOICE_STATUSES = ['draft', 'sent', 'confirmed', 'cancelled'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** `special`: for special orders (spec 3). */
export const INVOICE_TYPES = ['regular', 'special'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** The eight reasons (decision 24). */
export const CANCEL_REASONS = [
  'wrong_partner',
  'wrong_product',
  'wrong_price',
  'wrong_quantity',
  'duplicate_invoice',
  'goods_not_received',
  'goods_damaged',
  'other',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export const Named = z.object({ id: z.int(), name: z.string() });
export type Named = z.infer<typeof Named>;

/** Sums by the currency's abbreviation; UZS and USD are always there (decision 48). */
export const Totals = z.record(z.string(), z.number());

/** What the lifecycle's guards read: lines, and units of serial goods without a saved serial number. */
export const InvoiceFacts = z.object({ lines: z.int(), missing: z.int() });
export type InvoiceFacts = z.infer<typeof InvoiceFacts>;

/** Another invoice of the same partner with the same number in the same year (decision 25). */
export const Duplicate = z.object({
  id: z.int(),
  number_invoice: z.string(),
  invoice_date: day(),
  status: z.enum(INVOICE_STATUSES),
});

export const Invoice = z.object({
  id: z.int(),
  /** Our number; `number_invoice` is the supplier's. */
  number: z.string(),
  status: z.enum(INVOICE_STATUSES),
  partner_id: z.int(),
  partner: z.string(),
  partner_firm_id: z.nullable(z.int()),
  partner_firm: z.nullable(z.string()),
  organization_id: z.int(),
  organization: z.string(),
  territory: z.nullable(z.string()),
  warehouse_list_id: z.int(),
  warehouse_list: z.string(),
  number_invoice: z.string(),
  invoice_date: day(),
  type: z.enum(INVOICE_TYPES),
  comment: z.string(),
  practice_day: z.nullable(z.object({ id: z.int(), date: day() })),
  /** Some line is of serial goods. */
  is_serial_number: z.boolean(),
  /** Serial numbers are asked again when the goods leave (decision 47). */
  is_serial_output: z.boolean(),
  facts: InvoiceFacts,
  units: z.int(),
  totals: Totals,
  duplicates: z.array(Duplicate),
  canceled_commentary: z.nullable(z.string()),
  canceled_commentary_type: z.nullable(z.enum(CANCEL_REASONS)),
  created_at: instant(),
  created_by: Person,
  sent_at: z.nullable(instant()),
  confirmed_at: z.nullable(instant()),
  confirmed_by: z.nullable(Person),
  version: z.int(),
  allowed_events: z.array(z.string()),
});
export type Invoice = z.infer<typeof Invoice>;

/** The invoice as its window shows it. */
export const InvoiceDetails = z.extend(Invoice, {
  files: z.array(FileInfo),
  /** When the invoice came into each state it has been in. */
  moments: z.record(z.string(), instant()),
});
export type InvoiceDetails = z.infer<typeof InvoiceDetails>;

export const InvoiceInList = z.omit(Invoice, { duplicates: true });
export type InvoiceInList = z.infer<typeof InvoiceInList>;
