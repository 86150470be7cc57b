/** Invoices and lines in the shapes of the contract, each kind in a fixed number of queries. */
import { type Kysely, sql } from 'kysely';
import type { Invoice, InvoiceDetails, InvoiceInList } from '../../contract/invoices/invoice.ts';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { EMPTY_INVOICE, type InvoiceContext, invoiceMachine } from '../../machines/invoice/invoice.machine.ts';
import { sellingPrice } from '../../machines/invoice/sellingPrice.ts';
import type { Schema } from '../db/schema.ts';
import { filesOf } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { defineLifecycle } from '../lifecycle/lifecycle.ts';
import { findInvoice, type InvoiceRecord } from './access.ts';
import { concernOfInvoice } from './concerns.ts';
import { factsOf, factsOfOne, INVOICE_EVENTS, stateOf, whyRefused } from './lifecycle.ts';

type Db = Kysely<Schema>;

export const NO_TOTALS = { UZS: 0, USD: 0 };

interface Figures {
  id: number;
  units: number;
  serial: boolean;
  totals: Record<string, number> | null;
}

async function figuresOf(db: Db, ids: readonly number[]): Promise<Map<number, Figures>> {
  const { rows } = await sql<Figures>`
    SELECT id, sum(units)::bigint AS units, bool_or(serial) AS serial, jsonb_object_agg(abbrevation, total) AS totals
    FROM (
      SELECT l.product_invoice_id AS id, c.abbrevation, sum(l.count) AS units, bool_or(v.is_serial_number) AS serial,
             sum(l.value * l.count) AS total
      FROM input_product l
      JOIN product_variant v ON v.id = l.product_variant_id
      JOIN currency c ON c.id = l.currency_id
      WHERE l.product_invoice_id = ANY(${ids}::integer[]) AND l.withdrawn_at IS NULL
      GROUP BY 1, 2
    ) s GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A paper's number as two are compared: `TPX 1` is `tpx1`. */
const plainNumber = (column: string) => sql`upper(regexp_replace(${sql.ref(column)}, '\\s', '', 'g'))`;

/** A warning needs no more: who sees twenty looks for the rest in the list. */
const MAX_DUPLICATES = 20;

/** Other invoices of the same partner, number and year (decision 25); called-off ones too, with their state. */
async function duplicatesOf(db: Db, id: number): Promise<Invoice['duplicates']> {
  const { rows } = await sql<Invoice['duplicates'][number]>`
    SELECT o.id, o.number_invoice, o.invoice_date, d.status
    FROM product_invoice i
    JOIN product_invoice o ON o.partner_id = i.partner_id AND o.id <> i.id
      AND ${plainNumber('o.number_invoice')} = ${plainNumber('i.number_invoice')}
      AND extract(year FROM o.invoice_date) = extract(year FROM i.invoice_date)
    JOIN document d ON d.id = o.id AND d.status <> 'deleted'
    WHERE i.id = ${id} ORDER BY o.id LIMIT ${MAX_DUPLICATES}`.execute(db);
  return rows;
}

/** Several invoices, in as many queries as one. */
export async function invoicesInList(db: Db, invoices: readonly InvoiceRecord[]): Promise<InvoiceInList[]> {
  if (invoices.length === 0) return [];
  const ids = invoices.map((invoice) => invoice.id);
  const facts = await factsOf(db, ids);
  const figures = await figuresOf(db, ids);
  return invoices.map((invoice) => {
    const context: InvoiceContext = facts.get(invoice.id) ?? EMPTY_INVOICE;
    const figure = figures.get(invoice.id);
    const serial = figure?.serial ?? false;
    return {
      id: invoice.id,
      number: invoice.number,
      status: invoice.status,
      partner_id: invoice.partnerId,
      partner: invoice.partner,
      partner_firm_id: invoice.firmId,
      partner_firm: invoice.firm,
      organization_id: invoice.organizationId,
      organization: invoice.organization,
      territory: invoice.territory,
      warehouse_list_id: invoice.warehouseId,
      warehouse_list: invoice.warehouse,
      number_invoice: invoice.numberInvoice,
      invoice_date: invoice.invoiceDate,
      type: invoice.type,
      comment: invoice.comment,
      practice_day: invoice.practiceDay,
      is_serial_number: serial,
      is_serial_output: serial,
      facts: context,
      units: Number(figure?.units ?? 0),
      totals: { ...NO_TOTALS, ...figure?.totals },
      canceled_commentary: invoice.canceledCommentary,
      canceled_commentary_type: invoice.canceledType,
      created_at: invoice.createdAt.toISOString(),
      created_by: invoice.createdBy,
      sent_at: invoice.sentAt?.toISOString() ?? null,
      confirmed_at: invoice.confirmedAt?.toISOString() ?? null,
      confirmed_by: invoice.confirmedBy,
      version: invoice.version,
      allowed_events: INVOICES.allowed(invoice, context, invoice.seenBy),
    };
  });
}

export async function invoiceAnswer(db: Db, invoice: InvoiceRecord): Promise<Invoice> {
  const [answer] = await invoicesInList(db, [invoice]);
  return { ...(answer as InvoiceInList), duplicates: await duplicatesOf(db, invoice.id) };
}

export const INVOICES = defineLifecycle(invoiceMachine, {
  table: 'document',
  log: 'event_log',
  find: ({ db, user }, id, lock) => findInvoice(db, user, id, { lock }),
  state: stateOf,
  branch: ({ organizationId }) => organizationId,
  facts: ({ db }, { id }) => factsOfOne(db, id),
  answer: ({ db }, invoice) => invoiceAnswer(db, invoice),
  stamps: ({ now }) => ({ updated_at: now }),
  why: whyRefused,
  concerns: concernOfInvoice,
  events: INVOICE_EVENTS,
});

/** The invoice as it is after a step: what the next reader sees. */
export const invoiceAfter = async (db: Db, user: SignedIn, id: number) =>
  invoiceAnswer(db, await findInvoice(db, user, id));

/** The invoice as its window shows it. */
export async function invoiceDetails(db: Db, invoice: InvoiceRecord): Promise<InvoiceDetails> {
  const moments = await db
    .selectFrom('event_log')
    .select(['state_after', sql<Date>`max(at)`.as('at')])
    .where('document_id', '=', invoice.id)
    .where('machine', '=', 'invoice')
    .where('state_after', 'is not', null)
    .where((where) => where.or([where('state_before', 'is', null), sql<boolean>`state_before <> state_after`]))
    .groupBy('state_after')
    .execute();
  return {
    ...(await invoiceAnswer(db, invoice)),
    files: await filesOf(db, invoice.id),
    moments: Object.fromEntries(moments.map((row) => [row.state_after ?? '', row.at.toISOString()])),
  };
}

export interface LineRow {
  id: number;
  product_variant_id: number;
  title: string;
  sku: string;
  barcode: string | null;
  is_serial_number: boolean;
  imei_count: number;
  currency_id: number;
  abbrevation: string;
  value: number;
  count: number;
  no_cash: number;
  additional: number;
  other_additional: number;
  currency_change: number;
  selling_price: number;
  selling_price_overridden: boolean;
  print: boolean;
  print_count: number;
  lot_number: string | null;
  saved: number;
  on_stock: number;
  left: number | null;
  position: number;
  version: number;
  batch_id: number | null;
}

/**
 * Lines of an invoice in their order, all or some of them, as they stand in the database. Serial numbers and stock are
 * looked up a line at a time by their index: joined as sums they are read again for each line while the statistics do
 * not know yet that a thousand lines were pasted.
 */
export async function lineRows(db: Db, invoice: InvoiceRecord, ids?: readonly number[]): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT l.id, l.product_variant_id, v.title, v.sku, v.barcode, v.is_serial_number, v.imei_count,
           l.currency_id, c.abbrevation, l.value, l.count, l.no_cash, l.additional, l.other_additional,
           l.currency_change, l.selling_price, l.selling_price_overridden, l.print, l.print_count, l.lot_number,
           (SELECT count(*) FROM input_serial s WHERE s.input_product_id = l.id) AS saved,
           (SELECT coalesce(sum(b.qty), 0) FROM stock_balance b
            WHERE b.warehouse_id = ${invoice.warehouseId} AND b.product_variant_id = l.product_variant_id) AS on_stock,
           CASE WHEN l.batch_id IS NOT NULL THEN coalesce(r.qty, 0) END AS left, l.position, l.version, l.batch_id
    FROM input_product l
    JOIN product_variant v ON v.id = l.product_variant_id
    JOIN currency c ON c.id = l.currency_id
    LEFT JOIN stock_balance r ON r.warehouse_id = ${invoice.warehouseId}
      AND r.product_variant_id = l.product_variant_id AND r.batch_id = l.batch_id
    WHERE l.product_invoice_id = ${invoice.id} AND l.withdrawn_at IS NULL
      AND (${ids ?? null}::integer[] IS NULL OR l.id = ANY(${ids ?? null}::integer[]))
    ORDER BY l.position, l.id`.execute(db);
  return rows;
}

export function lineAnswer(row: LineRow): InputProduct {
  return {
    id: row.id,
    product_variant: {
      id: row.product_variant_id,
      product_variant_title: row.title,
      sku: row.sku,
      barcode: row.barcode,
      is_serial_number: row.is_serial_number,
      imei_count: row.imei_count,
    },
    currency_id: row.currency_id,
    currency: { abbrevation: row.abbrevation },
    value: row.value,
    count: row.count,
    no_cash: row.no_cash,
    additional: row.additional,
    other_additional: row.other_additional,
    currency_change: row.currency_change,
    selling_price: row.selling_price,
    selling_price_overridden: row.selling_price_overridden,
    rule_price: sellingPrice(row) ?? row.selling_price,
    print: row.print,
    print_count: row.print_count,
    lot_number: row.lot_number,
    serials: { saved: row.saved, needed: row.is_serial_number ? row.count : 0 },
    on_stock: row.on_stock,
    left: row.left,
    position: row.position,
    version: row.version,
  };
}

export async function lineAnswers(db: Db, invoice: InvoiceRecord, ids?: readonly number[]): Promise<InputProduct[]> {
  return (await lineRows(db, invoice, ids)).map(lineAnswer);
}
