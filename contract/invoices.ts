/**
 * Warehouse service: organization invoices, their lines and serial numbers, and what their window asks for
 * (spec 3, 4, 7 "invoices"; decisions 21–26, 38, 43, 46–48, 53).
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  Deed,
  dataOf,
  day,
  daysFilter,
  FileInfo,
  HistoryLine,
  id,
  instant,
  listOf,
  Meta,
  Person,
  pageQuery,
  queryId,
  text,
  uzs,
} from './common.ts';
import { serialKey } from './serial.ts';

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

/** Units of a line. */
export const MAX_LINE_COUNT = 9_999_999;
/** Lines of one invoice. */
export const MAX_LINES = 5_000;
/** The last place of a line on an invoice: removed lines leave theirs empty. */
export const MAX_POSITION = 1_000_000;
/** Price of a unit in its currency; its cost and selling price in soʻm stay within what JSON holds exactly. */
export const MAX_VALUE = 1_000_000_000_000;
/** Serial numbers of one sending. */
export const MAX_SERIALS = 10_000;
/** Numbers made at once. */
export const MAX_GENERATED = 1_000;

const search = () => z.optional(z.string().check(z.maxLength(100)));
const percent = () => z.number().check(z.gte(0), z.lte(100), z.multipleOf(0.01));
const serial = () => z.string().check(z.overwrite(serialKey), z.minLength(1), z.maxLength(64));

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
  /** The house's number; `number_invoice` is the supplier's. */
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
  /** What the price rule says of these figures. */
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

const headFields = {
  partner_id: id(),
  comment: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  invoice_date: day(),
  number_invoice: text(50),
  partner_firm_id: z.optional(z.nullable(id())),
  type: z.optional(z.enum(INVOICE_TYPES)),
  warehouse_list_id: id(),
};
export const InvoiceHead = z.object(headFields);
export type InvoiceHead = z.infer<typeof InvoiceHead>;

/** The figures of a line as they are sent; `check: true` refuses on a warning (decision 47). */
export const LineBody = z.object({
  product_variant_id: id(),
  currency_id: id(),
  value: z.number().check(z.gt(0), z.lte(MAX_VALUE), z.multipleOf(0.01)),
  no_cash: percent().check(z.gt(0)),
  additional: percent(),
  other_additional: z.int().check(z.gte(0), z.lte(MAX_VALUE)),
  currency_change: z.number().check(z.gt(0), z.lte(1_000_000), z.multipleOf(0.0001)),
  count: z.int().check(z.gt(0), z.lte(MAX_LINE_COUNT)),
  check: z.optional(z.boolean()),
  selling_price: z.int().check(z.gte(0), z.lte(MAX_VALUE * 1000)),
  /** An extension: a price that differs from the rule is meant (issue of the price rule). */
  selling_price_overridden: z.optional(z.boolean()),
  print: z.optional(z.boolean()),
  print_count: z.optional(z.int().check(z.gte(1), z.lte(1000))),
});
export type LineBody = z.infer<typeof LineBody>;

/**
 * A line that is added. `position` (an extension): where it stands, as the person saw it while it was entered; several
 * lines of one position stand in the order in which they were added. Without it the line comes last.
 */
export const NewLineBody = z.extend(LineBody, {
  position: z.optional(z.int().check(z.gt(0), z.lte(MAX_POSITION))),
});
export type NewLineBody = z.infer<typeof NewLineBody>;

/** A unit: its number and IMEIs. `is_saved`, `is_deletable`: spec 3. */
export const SerialEntry = z.object({
  serial_number: z.string(),
  imei_numbers: z.array(z.string()),
  is_saved: z.boolean(),
  is_deletable: z.boolean(),
  /** An extension, of a confirmed line: the unit has left the warehouse. */
  is_gone: z.optional(z.boolean()),
});
export type SerialEntry = z.infer<typeof SerialEntry>;

export const NewSerial = z.object({
  serial_number: z.string().check(z.overwrite(serialKey), z.maxLength(64)),
  imei_numbers: z.array(z.string().check(z.overwrite(serialKey), z.maxLength(20))).check(z.maxLength(4)),
});
export type NewSerial = z.infer<typeof NewSerial>;

/**
 * Why a number was not saved. `where` names the line, the invoice or the warehouse; of `lot_taken` the one number that
 * the whole line has already.
 */
export const SERIAL_REFUSALS = [
  'empty',
  'repeated',
  'on_invoice',
  'in_stock',
  'imei_wrong',
  'imei_missing',
  'imei_too_many',
  'too_many',
  'lot_taken',
] as const;
export type SerialRefusalReason = (typeof SERIAL_REFUSALS)[number];
export const SerialRefusal = z.object({
  serial_number: z.string(),
  reason: z.enum(SERIAL_REFUSALS),
  where: z.nullable(z.string()),
});
export type SerialRefusal = z.infer<typeof SerialRefusal>;

const InvoiceAnswer = z.object({ data: Invoice, message: z.string() });
const LineAnswer = z.object({ data: InputProduct, invoice: Invoice });
const SHOW = 'product_invoice.show|product_invoice.allshow';
/** Lines are entered by who made the invoice (`add`) or by who may edit those of others; the handler looks closer. */
const WRITE = 'product_invoice.add|product_invoice.edit';
/** Who enters serial numbers: whoever writes invoices, and the storekeeper. */
export const SERIALS = `${WRITE}|base_repository.edit`;

const printed = { service: 'warehouse', rule: SHOW, origin: 'specification' } as const;
const extension = { service: 'warehouse', rule: SHOW, origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'invoice', type });

// ---------------------------------------------------------------- invoices

export const invoiceIndex = defineCall({
  ...printed,
  id: 'invoiceIndex',
  method: 'GET',
  path: '/product_invoice/index',
  query: z.object({
    ...pageQuery,
    id: z.optional(queryId()),
    /** Of the partner. */
    partner: z.optional(queryId()),
    organization_id: z.optional(queryId()),
    territory_id: z.optional(queryId()),
    /** Of the supplier's paper: `YYYY-MM-DD` or `YYYY-MM-DD,YYYY-MM-DD`. */
    date: daysFilter(),
    status: z.optional(z.enum(INVOICE_STATUSES)),
    type: z.optional(z.enum(INVOICE_TYPES)),
    /** An extension: the house's or the supplier's number. */
    search: search(),
    sort: z.optional(z.enum(['created_at', '-created_at', 'invoice_date', '-invoice_date'])),
  }),
  response: z.object({
    data: z.array(InvoiceInList),
    meta: z.extend(Meta, {
      /** Invoices of the filter by state, before the filter by state. */
      statuses: z.record(z.string(), z.int()),
      totals: Totals,
    }),
  }),
  summary: 'Invoices that the person may see, newest first unless `sort` says otherwise, 15 a page.',
});

export const invoiceShow = defineCall({
  ...extension,
  id: 'invoiceShow',
  method: 'GET',
  path: '/product_invoice/show/{id}',
  response: dataOf(InvoiceDetails),
  summary: 'One invoice with its facts, figures and files; its lines come apart.',
});

export const invoiceHistory = defineCall({
  ...extension,
  id: 'invoiceHistory',
  method: 'GET',
  path: '/product_invoice/history/{id}',
  response: z.object({ data: z.array(HistoryLine) }),
  summary: 'The event log of an invoice, the newest first.',
});

export const invoiceCreate = defineCall({
  ...printed,
  id: 'invoiceCreate',
  method: 'POST',
  path: '/product_invoice/create',
  rule: 'product_invoice.add',
  body: InvoiceHead,
  response: InvoiceAnswer,
  summary: 'Opens an invoice as a draft; it belongs to the organization of its warehouse.',
});

export const invoiceChangePartner = defineCall({
  ...printed,
  id: 'invoiceChangePartner',
  method: 'PUT',
  path: '/product_invoice/change_partner/{id}',
  rule: WRITE,
  body: z.object({ ...headFields, input_products: z.optional(z.array(z.unknown())) }),
  response: InvoiceAnswer,
  event: event('partner.change'),
  who: 'invoiceWriter',
  summary: 'Changes the head of a draft and keeps its lines (decision 47).',
});

export const invoiceUpdate = defineCall({
  ...printed,
  id: 'invoiceUpdate',
  method: 'PUT',
  path: '/product_invoice/update/{id}',
  rule: WRITE,
  body: z.object({ ...headFields, input_products: z.array(LineBody).check(z.maxLength(MAX_LINES)) }),
  response: InvoiceAnswer,
  event: event('invoice.update'),
  who: 'invoiceWriter',
  summary: 'Replaces head and lines of a draft in one transaction (decision 47).',
});

export const invoiceSend = defineCall({
  ...printed,
  id: 'invoiceSend',
  method: 'PUT',
  path: '/product_invoice/send_for_confirmation/{id}',
  rule: WRITE,
  body: z.object({ value: z.boolean() }),
  response: InvoiceAnswer,
  event: event('invoice.send'),
  alsoFires: [event('invoice.takeBack')],
  who: 'invoiceWriter',
  summary: 'Sends a draft for confirmation; `value: false` takes the sending back (decision 38).',
});

export const invoiceConfirm = defineCall({
  ...printed,
  id: 'invoiceConfirm',
  method: 'PUT',
  path: '/product_invoice/invoice_confirmation/{id}',
  rule: 'product_invoice.confirm',
  body: z.object({ value: z.boolean() }),
  response: InvoiceAnswer,
  event: event('invoice.confirm'),
  summary: 'Posts quantities, cost, serial numbers and the debt, in one transaction, once (decision 26).',
});

export const invoiceCancel = defineCall({
  ...printed,
  id: 'invoiceCancel',
  method: 'PUT',
  path: '/product_invoice/cancel/{id}',
  rule: `${WRITE}|product_invoice.confirm`,
  body: z.object({ canceled_commentary: text(500), canceled_commentary_type: z.enum(CANCEL_REASONS) }),
  response: InvoiceAnswer,
  event: event('invoice.cancel'),
  who: 'invoiceCanceller',
  summary: 'Calls a draft or sent invoice off, with a reason and its description.',
});

export const invoiceDelete = defineCall({
  ...printed,
  id: 'invoiceDelete',
  method: 'DELETE',
  path: '/product_invoice/delete/{id}',
  rule: WRITE,
  response: Deed,
  event: event('invoice.delete'),
  who: 'invoiceWriter',
  summary: 'Drops a draft; nobody sees it any more, its log stays.',
});

export const invoiceUploadFile = defineCall({
  ...extension,
  id: 'invoiceUploadFile',
  method: 'POST',
  path: '/product_invoice/upload_file/{id}',
  rule: WRITE,
  multipart: true,
  body: z.object({ file: z.file() }),
  response: dataOf(FileInfo),
  event: event('file.add'),
  who: 'invoiceWriter',
  summary: 'Adds a file: the supplier’s paper, a photograph.',
});

export const invoiceDeleteFile = defineCall({
  ...printed,
  id: 'invoiceDeleteFile',
  method: 'DELETE',
  path: '/product_invoice/delete_file/{id}',
  rule: WRITE,
  response: Deed,
  event: event('file.remove'),
  who: 'invoiceWriter',
  summary: 'Takes a file off an invoice that is not confirmed; `id` is the file’s (decision 47).',
});

// ---------------------------------------------------------------- lines

export const lineIndex = defineCall({
  ...printed,
  id: 'lineIndex',
  method: 'GET',
  path: '/input_product/show/{id}',
  response: z.object({ data: z.array(InputProduct) }),
  summary: 'The lines of an invoice, whole, in their order.',
});

export const lineCreate = defineCall({
  ...printed,
  id: 'lineCreate',
  method: 'POST',
  path: '/input_product/create/{id}',
  rule: WRITE,
  body: NewLineBody,
  response: LineAnswer,
  event: event('line.add'),
  who: 'invoiceWriter',
  summary: 'Adds a line. The selling price is computed again: one that differs must say that it is meant.',
});

export const lineCreateMany = defineCall({
  ...extension,
  id: 'lineCreateMany',
  method: 'POST',
  path: '/input_product/create_many/{id}',
  rule: WRITE,
  body: z.object({ lines: z.array(NewLineBody).check(z.minLength(1), z.maxLength(MAX_LINES)) }),
  response: z.object({ data: z.array(InputProduct), invoice: Invoice }),
  event: event('line.add'),
  who: 'invoiceWriter',
  summary: 'Adds lines in one transaction: all of them, or none and every fault by its line.',
});

export const lineUpdate = defineCall({
  ...printed,
  id: 'lineUpdate',
  method: 'PUT',
  path: '/input_product/update/{id}',
  rule: WRITE,
  body: LineBody,
  response: LineAnswer,
  event: event('line.change'),
  who: 'invoiceWriter',
  summary: 'Changes a line of a draft.',
});

export const lineDelete = defineCall({
  ...printed,
  id: 'lineDelete',
  method: 'DELETE',
  path: '/input_product/delete/{id}',
  rule: WRITE,
  /** An extension: how many saved serial numbers the person saw on it; none without it. */
  query: z.object({ serials: z.optional(z.coerce.number().check(z.int(), z.gte(0))) }),
  response: z.object({ data: z.object({ id: z.int() }), invoice: Invoice }),
  event: event('line.remove'),
  who: 'invoiceWriter',
  summary:
    'Takes a line with its serial numbers off a draft; the log names them. Another number of them than `serials` says is ' +
    'a 409 `stale`: nobody removes numbers unseen.',
});

export const lineMarkPrint = defineCall({
  ...extension,
  id: 'lineMarkPrint',
  method: 'PUT',
  path: '/input_product/mark_print/{id}',
  rule: `${WRITE}|product_invoice.print`,
  body: z.object({ print: z.boolean(), print_count: z.int().check(z.gte(1), z.lte(1000)) }),
  response: LineAnswer,
  event: event('labels.mark'),
  who: 'invoicePrinter',
  summary: 'Which price labels are printed of a line, and how many; also after confirming.',
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
  ...printed,
  id: 'lineCorrect',
  method: 'PUT',
  path: '/input_product/change_approved_product/{id}',
  rule: 'product_invoice.confirm',
  body: z.object({
    count: z.int().check(z.gt(0), z.lte(MAX_LINE_COUNT)),
    value: z.number().check(z.gt(0), z.lte(MAX_VALUE), z.multipleOf(0.01)),
    /** Extensions for serial goods: which units come, which go. */
    add_serials: z.optional(z.array(NewSerial).check(z.maxLength(MAX_SERIALS))),
    remove_serials: z.optional(z.array(serial()).check(z.maxLength(MAX_SERIALS))),
  }),
  response: CorrectionAnswer,
  event: event('line.correct'),
  summary: 'Corrects a line of a confirmed invoice and posts the difference; refused when the goods have left.',
});

export const lineWithdraw = defineCall({
  ...printed,
  id: 'lineWithdraw',
  method: 'DELETE',
  path: '/input_product/delete_approved_product/{id}',
  rule: 'product_invoice.confirm',
  response: CorrectionAnswer,
  event: event('line.withdraw'),
  summary: 'Takes a line off a confirmed invoice and posts the opposite; refused when goods have left.',
});

// ---------------------------------------------------------------- what the window asks for

const PartnerInSelect = z.object({
  id: z.int(),
  name: z.string(),
  stir: z.nullable(z.string()),
  reliable: z.boolean(),
});

export const partnerGetAll = defineCall({
  ...printed,
  id: 'partnerGetAll',
  method: 'GET',
  path: '/partner/get_all',
  rule: `${SHOW}|reliable_partners.show|base_repository.show`,
  query: z.object({ ...pageQuery, search: search() }),
  response: listOf(PartnerInSelect),
  summary: 'Partners to choose from.',
});

export const partnerFirms = defineCall({
  ...printed,
  id: 'partnerFirms',
  method: 'GET',
  path: '/partner/firms/{id}',
  rule: `${SHOW}|reliable_partners.show`,
  response: z.object({ data: z.array(z.object({ id: z.int(), name: z.string(), stir: z.nullable(z.string()) })) }),
  summary: 'Firms of a partner.',
});

export const currencyChange = defineCall({
  ...printed,
  id: 'currencyChange',
  method: 'GET',
  path: '/partner/currency_change',
  query: z.object({ organization_id: queryId() }),
  response: dataOf(z.object({ currency_change: z.number(), date: day() })),
  summary: 'Soʻm for one dollar on the practice day of the organization (decision 48).',
});

export const currencyGetAll = defineCall({
  ...printed,
  id: 'currencyGetAll',
  method: 'GET',
  path: '/currency/get_all',
  /** An extension: whose practice day `rate` is of; the person's own organization without it. */
  query: z.object({ organization_id: z.optional(queryId()) }),
  response: z.object({
    data: z.array(z.object({ id: z.int(), abbrevation: z.string(), name: z.string(), rate: z.nullable(z.number()) })),
  }),
  summary: 'Currencies with the rate of the practice day, soʻm for one.',
});

const Defaults = z.object({ no_cash: z.number(), additional: z.number(), other_additional: uzs() });
const VariantInSelect = z.object({
  id: z.int(),
  title: z.string(),
  sku: z.string(),
  barcode: z.nullable(z.string()),
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
  ...printed,
  id: 'variantGetAll',
  method: 'GET',
  path: '/product_variant/get_all',
  rule: `${SHOW}|product_residue.show|base_repository.show`,
  query: z.object({
    ...pageQuery,
    search: search(),
    id: z.optional(queryId()),
    organization_id: z.optional(queryId()),
  }),
  response: listOf(VariantInSelect),
  summary: 'Products by name, code or barcode.',
});

export const variantRecognize = defineCall({
  ...extension,
  id: 'variantRecognize',
  method: 'POST',
  path: '/product_variant/recognize',
  body: z.object({
    /** Cells of a pasted column: a code, a barcode or a name. */
    words: z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(MAX_LINES)),
    organization_id: z.optional(id()),
  }),
  response: z.object({
    /** In the order of the words. Several matches: the person chooses. */
    data: z.array(z.object({ by: z.nullable(z.enum(['sku', 'barcode', 'title'])), matches: z.array(VariantInSelect) })),
  }),
  summary: 'Which products pasted words mean.',
});

export const recommendedPrice = defineCall({
  ...printed,
  id: 'recommendedPrice',
  method: 'GET',
  path: '/product_variant/recommended_selling_price/{id}',
  query: z.object({ organization_id: queryId() }),
  response: dataOf(
    z.object({
      selling_price: z.nullable(uzs()),
      last_price: z.nullable(uzs()),
      rule_price: z.nullable(uzs()),
    }),
  ),
  summary: 'The greater of the last confirmed selling price and the rule over the last cost (decision 48).',
});

export const checkLimit = defineCall({
  ...printed,
  id: 'checkLimit',
  method: 'GET',
  path: '/product_variant/check_limit/{id}',
  /** An extension; the person's own organization without it. */
  query: z.object({ organization_id: z.optional(queryId()) }),
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
  summary: 'Limits of a product in an organization, and how much more fits.',
});

export const additionalPrices = defineCall({
  ...printed,
  id: 'additionalPrices',
  method: 'GET',
  path: '/product_delivery/additional_prices/{id}',
  query: z.object({ organization_id: z.optional(queryId()) }),
  response: dataOf(Defaults),
  summary: 'Markup of the product’s category: what a line begins with.',
});

export const TerritoryTree = z.object({
  data: z.array(z.object({ id: z.int(), name: z.string(), organizations: z.array(Named) })),
});

export const organizationTerritory = defineCall({
  ...printed,
  id: 'organizationTerritory',
  method: 'GET',
  path: '/organization/territory',
  rule: 'signedIn',
  response: TerritoryTree,
  summary: 'Territories with their organizations.',
});

export const organizationTerritories = defineCall({
  id: 'organizationTerritories',
  service: 'client',
  origin: 'specification',
  rule: 'signedIn',
  method: 'GET',
  path: '/organizations/get-territories',
  response: TerritoryTree,
  summary: 'The same, of the client service.',
});

export const warehouseAutocomplete = defineCall({
  ...printed,
  id: 'warehouseAutocomplete',
  method: 'GET',
  path: '/warehouse-list/get-all-autocomplete',
  rule: `${SHOW}|base_repository.show|product_residue.show`,
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
  summary: 'Warehouses that the person may choose, whole.',
});

// ---------------------------------------------------------------- serial numbers

export const generateSerials = defineCall({
  ...printed,
  id: 'generateSerials',
  method: 'POST',
  path: '/generate',
  rule: SERIALS,
  body: z.object({
    count: z.int().check(z.gt(0), z.lte(MAX_GENERATED)),
    product_variant_id: id(),
    organization_id: id(),
  }),
  response: z.object({ serial_numbers: z.array(z.string()) }),
  summary: 'Numbers that were never given out before; nothing is saved (decision 47).',
});

export const attachSerials = defineCall({
  ...printed,
  id: 'attachSerials',
  method: 'POST',
  path: '/partner-input/attach-serial-number',
  rule: SERIALS,
  body: z.object({
    input_product_id: id(),
    /** How many of them were generated here. */
    generate_count: z.optional(z.int().check(z.gte(0), z.lte(MAX_SERIALS))),
    serial_numbers: z.array(NewSerial).check(z.minLength(1), z.maxLength(MAX_SERIALS)),
    /** Each unit its own number; `false`: one number for the whole line (decision 47). */
    has_many: z.boolean(),
  }),
  response: z.object({
    data: z.object({ saved: z.array(z.string()), refused: z.array(SerialRefusal) }),
    facts: InvoiceFacts,
    version: z.int(),
  }),
  event: event('serials.attach'),
  who: 'invoiceScanner',
  summary:
    'Saves the good ones and names every other one by its reason. The one number of a whole line is never written over: ' +
    'it is taken off first. `If-Match` is the line’s version then.',
});

export const serialIndex = defineCall({
  ...printed,
  id: 'serialIndex',
  method: 'GET',
  path: '/warehouse-list-income/get-serial-numbers/{id}',
  rule: `${SHOW}|base_repository.show`,
  query: z.object({ has_many: z.optional(z.enum(['true', 'false'])) }),
  response: z.object({ serial_numbers: z.array(SerialEntry) }),
  summary: 'Saved numbers of a line.',
});

export const deleteSerial = defineCall({
  ...printed,
  id: 'deleteSerial',
  method: 'POST',
  path: '/partner-input/delete-serial-number',
  rule: SERIALS,
  /** An extension: of which line. One number may stand for several whole lines: then it must be said. */
  query: z.object({ input_product_id: z.optional(queryId()) }),
  body: z.object({ product_invoice_id: id(), has_many: z.boolean(), serial_number: serial() }),
  response: z.object({ message: z.string(), facts: InvoiceFacts, version: z.int() }),
  event: event('serials.detach'),
  who: 'invoiceScanner',
  summary: 'Takes a saved number off, until the invoice is confirmed.',
});

export const tacModels = defineCall({
  ...extension,
  id: 'tacModels',
  method: 'POST',
  path: '/partner-input/models',
  rule: SERIALS,
  body: z.object({ tacs: z.array(z.string().check(z.regex(/^\d{8}$/))).check(z.maxLength(1000)) }),
  response: z.object({
    /** False: the operator has loaded no list. */
    loaded: z.boolean(),
    data: z.array(z.object({ tac: z.string(), brand: z.string(), model: z.string() })),
  }),
  summary: 'Models by the first eight digits of an IMEI.',
});

export const invoiceCalls = [
  invoiceIndex,
  invoiceShow,
  invoiceHistory,
  invoiceCreate,
  invoiceChangePartner,
  invoiceUpdate,
  invoiceSend,
  invoiceConfirm,
  invoiceCancel,
  invoiceDelete,
  invoiceUploadFile,
  invoiceDeleteFile,
  lineIndex,
  lineCreate,
  lineCreateMany,
  lineUpdate,
  lineDelete,
  lineMarkPrint,
  lineCorrect,
  lineWithdraw,
  partnerGetAll,
  partnerFirms,
  currencyChange,
  currencyGetAll,
  variantGetAll,
  variantRecognize,
  recommendedPrice,
  checkLimit,
  additionalPrices,
  organizationTerritory,
  organizationTerritories,
  warehouseAutocomplete,
  generateSerials,
  attachSerials,
  serialIndex,
  deleteSerial,
  tacModels,
] as const;
