/**
 * What an invoice posts: goods and debt when it is confirmed, the opposite and the new figures when a line is corrected
 * (decisions 21, 23, 26). Each in the transaction of its call, on the held invoice, so once.
 */
import { type Kysely, sql } from 'kysely';
import type { Correction } from '../../contract/invoices/lines.ts';
import type { NewSerial } from '../../contract/invoices/serials.ts';
import { MAX_VALUE } from '../../contract/invoices/shared.ts';
import { correctedPrice, lineSum, unitCost, valueFault } from '../../machines/invoice/sellingPrice.ts';
import type { Schema } from '../db/schema.ts';
import { conflict, type FieldFault, invalid, invalidField } from '../http/refusal.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import { rebatch } from '../stock/rebatching.ts';
import { receive } from '../stock/receiving.ts';
import type { InvoiceRecord } from './access.ts';
import { type LineRow, lineRows } from './answers.ts';
import { checkSerials, saveSerials } from './serialRules.ts';

type Db = Kysely<Schema>;

/** When it is posted, and the open day that the step holds. */
interface Posting {
  day: OpenDay;
  now: Date;
}

/** What is owed to the partner grows by so much in each currency; below zero it shrinks. */
async function postDebt(
  db: Db,
  invoice: InvoiceRecord,
  amounts: readonly { currencyId: number; amount: number }[],
  userId: number,
  { day, now }: Posting,
): Promise<void> {
  const posted = amounts.filter(({ amount }) => amount !== 0);
  if (posted.length === 0) return;
  await db
    .insertInto('partner_entry')
    .values(
      posted.map(({ currencyId, amount }) => ({
        partner_id: invoice.partnerId,
        partner_firm_id: invoice.firmId,
        currency_id: currencyId,
        amount,
        document_id: invoice.id,
        practice_day_id: day.id,
        created_by: userId,
        created_at: now,
      })),
    )
    .execute();
}

/** What is wrong with a price, as the person reads it. */
export function wrongValue(
  figures: { value: number; currency_change: number },
  currency: string | undefined,
): FieldFault | undefined {
  const key = valueFault(figures, currency);
  return key === null ? undefined : { key, values: { max: MAX_VALUE } };
}

interface SavedSerial {
  input_product_id: number;
  serial_number: string;
  imei_numbers: string[];
}

/** Posts quantities, cost, serial numbers and the debt (decision 26). Returns what the log keeps. */
export async function postInvoice(
  db: Db,
  invoice: InvoiceRecord,
  userId: number,
  posting: Posting,
): Promise<Record<string, unknown>> {
  const { day, now } = posting;
  const lines = await lineRows(db, invoice);
  const { rows: saved } = await sql<SavedSerial>`
    SELECT s.input_product_id, s.serial_number, s.imei_numbers
    FROM input_serial s JOIN input_product l ON l.id = s.input_product_id
    WHERE l.product_invoice_id = ${invoice.id} AND l.withdrawn_at IS NULL ORDER BY s.id`.execute(db);
  const serials = new Map<number, SavedSerial[]>();
  for (const unit of saved) {
    const own = serials.get(unit.input_product_id);
    if (own) own.push(unit);
    else serials.set(unit.input_product_id, [unit]);
  }

  const { batchIds, units } = await receive(db, {
    ...posting,
    whole: true,
    documentId: invoice.id,
    organizationId: invoice.organizationId,
    userId,
    warehouseId: invoice.warehouseId,
    lines: lines.map((line) => ({
      variantId: line.product_variant_id,
      qty: line.count,
      cost: unitCost(line),
      currency: line.abbrevation,
      value: line.value,
      ...(line.is_serial_number ? { serials: serials.get(line.id) ?? [] } : {}),
    })),
  });
  await sql`UPDATE input_product l SET batch_id = b.batch
    FROM unnest(${lines.map((line) => line.id)}::integer[], ${batchIds}::integer[]) AS b (line, batch)
    WHERE l.id = b.line`.execute(db);

  const { rows: sums } = await sql<{ currency_id: number; amount: number }>`
    SELECT currency_id, sum(value * count) AS amount FROM input_product
    WHERE product_invoice_id = ${invoice.id} AND withdrawn_at IS NULL GROUP BY 1 ORDER BY 1`.execute(db);
  await postDebt(
    db,
    invoice,
    sums.map((row) => ({ currencyId: row.currency_id, amount: Number(row.amount) })),
    userId,
    posting,
  );
  await db.updateTable('document').set({ practice_day_id: day.id }).where('id', '=', invoice.id).execute();
  await db
    .updateTable('product_invoice')
    .set({ confirmed_by: userId, confirmed_at: now })
    .where('id', '=', invoice.id)
    .execute();
  return { practice_day: day.date, lines: lines.length, units };
}

export interface Corrected {
  title: string;
  /** Of `value` and `debt`. */
  currency: string;
  before: Correction;
  after: Correction;
  add_serials?: string[];
  remove_serials?: string[];
}

interface CorrectionBody {
  count: number;
  value: number;
  add_serials?: NewSerial[] | undefined;
  remove_serials?: string[] | undefined;
}

const stateOf = (line: LineRow): Correction => ({
  count: line.count,
  value: line.value,
  selling_price: line.selling_price,
  stock: line.on_stock,
  debt: lineSum(line),
});

/**
 * Corrects count and price of a confirmed line. Fewer units need as many of this batch that are still here; another
 * price needs all of them here, since goods that left were handed over at the old cost.
 * @throws Refusal 409 `goods_left`, 422 when serial numbers and count do not agree.
 */
export async function correctLine(
  db: Db,
  invoice: InvoiceRecord,
  line: LineRow,
  body: CorrectionBody,
  userId: number,
  posting: Posting,
): Promise<Corrected> {
  const { count, value, add_serials: coming = [] } = body;
  if (line.batch_id === null) throw new Error('a confirmed line without a batch');
  const going = await unitsByCode(db, invoice, line, body.remove_serials ?? []);
  if (count === line.count && value === line.value && coming.length === 0)
    throw invalidField('count', 'nothing_changes');
  if (line.is_serial_number && line.count - going.length + coming.length !== count)
    throw invalid({ count: [{ key: 'serials_differ', values: { n: count - line.count } }] });
  if (!line.is_serial_number && (coming.length > 0 || going.length > 0))
    throw invalidField('add_serials', 'not_serial');
  const fault = wrongValue({ ...line, value }, line.abbrevation);
  if (fault) throw invalid({ value: [fault] });
  if (lineSum({ value, count }) > MAX_VALUE) throw invalidField('count', 'sum_most', { max: MAX_VALUE });
  const dearer = value !== line.value;
  const price = dearer ? correctedPrice({ ...line, value }) : line;
  if (price === null || price.selling_price > MAX_VALUE * 1000) throw invalidField('value', 'most', { max: MAX_VALUE });
  const { selling_price, selling_price_overridden } = price;
  if (dearer && (line.left ?? 0) < line.count) {
    throw conflict('goods_left', {
      values: { n: line.count - (line.left ?? 0) },
      lines: [
        {
          product_variant_id: line.product_variant_id,
          title: line.title,
          text: { key: 'left', values: { left: line.left ?? 0, n: line.count } },
        },
      ],
    });
  }
  const figures = { ...line, value };
  if (going.length > 0) {
    await sql`DELETE FROM input_serial s USING input_serial_code c
      WHERE c.product_invoice_id = ${invoice.id} AND c.code = ANY(${going}::text[]) AND s.id = c.input_serial_id
        AND s.input_product_id = ${line.id}`.execute(db);
  }
  const checked = await checkSerials(db, invoice, { ...line, count, saved: line.saved - going.length }, coming, going);
  if (checked.refused.length > 0) {
    throw invalid({
      add_serials: checked.refused.map((one, at) => ({
        key: `serial_${one.reason}`,
        values: { serial: checked.names[at] ?? one.serial_number, where: one.where ?? '' },
      })),
    });
  }
  await saveSerials(db, invoice, line.id, checked.good, userId);
  const batch = await rebatch(db, {
    ...posting,
    documentId: invoice.id,
    organizationId: invoice.organizationId,
    userId,
    warehouseId: invoice.warehouseId,
    variantId: line.product_variant_id,
    title: line.title,
    batchId: line.batch_id,
    out: { qty: line.is_serial_number ? going.length : Math.max(line.count - count, 0), serials: going },
    into: { qty: line.is_serial_number ? 0 : Math.max(count - line.count, 0), serials: checked.good },
    ...(dearer ? { recost: { cost: unitCost(figures), currency: line.abbrevation, value } } : {}),
  });
  await db
    .updateTable('input_product')
    .set((row) => ({
      count,
      value,
      batch_id: batch,
      selling_price,
      selling_price_overridden,
      version: row('version', '+', 1),
    }))
    .where('id', '=', line.id)
    .execute();
  const before = stateOf(line);
  const debt = lineSum({ value, count });
  // Two entries, the reversal of the old values and the new ones, so that the ledger keeps the history.
  if (debt !== before.debt) {
    await postDebt(
      db,
      invoice,
      [
        { currencyId: line.currency_id, amount: -before.debt },
        { currencyId: line.currency_id, amount: debt },
      ],
      userId,
      posting,
    );
  }
  return {
    title: line.title,
    currency: line.abbrevation,
    before,
    after: { count, value, selling_price, stock: line.on_stock + count - line.count, debt },
    ...(coming.length > 0 ? { add_serials: checked.good.map((unit) => unit.serial_number) } : {}),
    ...(going.length > 0 ? { remove_serials: going } : {}),
  };
}

/**
 * The units that codes name, by their serial numbers, each once: one phone may be named by its number and by an IMEI. A
 * code that the line does not have is refused by name.
 */
async function unitsByCode(db: Db, invoice: InvoiceRecord, line: LineRow, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<{ code: string; serial_number: string }>`
    SELECT c.code, s.serial_number FROM input_serial_code c JOIN input_serial s ON s.id = c.input_serial_id
    WHERE c.product_invoice_id = ${invoice.id} AND s.input_product_id = ${line.id}
      AND c.code = ANY(${codes}::text[]) ORDER BY s.id`.execute(db);
  const known = new Set(rows.map((row) => row.code));
  const unknown = [...new Set(codes.filter((code) => !known.has(code)))];
  if (unknown.length > 0) {
    throw invalid({
      remove_serials: unknown.map((serial) => ({ key: 'serial_not_on_line', values: { serial } })),
    });
  }
  return [...new Set(rows.map((row) => row.serial_number))];
}

/** Takes a confirmed line off: its goods out of stock, its debt back. */
export async function withdrawLine(
  db: Db,
  invoice: InvoiceRecord,
  line: LineRow,
  userId: number,
  posting: Posting,
): Promise<Corrected> {
  if (line.batch_id === null) throw new Error('a confirmed line without a batch');
  const units = await db
    .selectFrom('input_serial')
    .select('serial_number')
    .where('input_product_id', '=', line.id)
    .execute();
  const serials = units.map((unit) => unit.serial_number);
  await rebatch(db, {
    ...posting,
    documentId: invoice.id,
    organizationId: invoice.organizationId,
    userId,
    warehouseId: invoice.warehouseId,
    variantId: line.product_variant_id,
    title: line.title,
    batchId: line.batch_id,
    out: { qty: line.count, serials },
    into: { qty: 0, serials: [] },
    withdrawn: true,
  });
  // Its numbers may come again, on another line.
  await sql`DELETE FROM input_serial_code c USING input_serial s
    WHERE s.id = c.input_serial_id AND s.input_product_id = ${line.id}`.execute(db);
  await db
    .updateTable('input_product')
    .set((row) => ({ withdrawn_at: posting.now, version: row('version', '+', 1) }))
    .where('id', '=', line.id)
    .execute();
  const before = stateOf(line);
  await postDebt(db, invoice, [{ currencyId: line.currency_id, amount: -before.debt }], userId, posting);
  return {
    title: line.title,
    currency: line.abbrevation,
    before,
    after: { ...before, count: 0, stock: line.on_stock - line.count, debt: 0 },
    ...(serials.length > 0 ? { remove_serials: serials } : {}),
  };
}
