/** What an invoice begins with when it is opened as a copy of another. */
import { type Kysely, sql } from 'kysely';
import { sellingPrice } from '../../machines/invoice/sellingPrice.ts';
import type { Schema } from '../db/schema.ts';
import { locksOf } from '../stock/locks.ts';
import type { InvoiceRecord } from './access.ts';
import { type LineRow, lineRows } from './answers.ts';
import type { CheckedLine } from './lines.ts';
import { practiceDateOf, ratesOn } from './rates.ts';

/**
 * Lines of the source for a new invoice of this organization: goods, counts, prices and markups, with the rates of its
 * own day and the selling price that follows from them. A price that a person set by hand stays. Numbers of units and
 * price labels belong to the goods that came then, and products that are archived or locked are not bought: those are left
 * out.
 */
export async function linesToCopy(
  db: Kysely<Schema>,
  source: InvoiceRecord,
  organizationId: number,
  now: Date,
): Promise<{ lines: CheckedLine[]; left: string[] }> {
  const rows = await lineRows(db, source);
  const variants = rows.map((row) => row.product_variant_id);
  const { rows: archived } = await sql<{ id: number }>`
    SELECT id FROM product_variant WHERE NOT active AND id = ANY (${variants}::integer[])`.execute(db);
  const locks = await locksOf(db, variants, organizationId, now);
  const gone = new Set([...archived.map(({ id }) => id), ...locks.keys()]);
  const rates = await ratesOn(db, await practiceDateOf(db, organizationId, now));
  const lineOf = (row: LineRow): CheckedLine => {
    const figures = {
      title: row.title,
      product_variant_id: row.product_variant_id,
      currency_id: row.currency_id,
      value: Number(row.value),
      no_cash: Number(row.no_cash),
      additional: Number(row.additional),
      other_additional: Number(row.other_additional),
      currency_change: row.abbrevation === 'UZS' ? 1 : (rates.get(row.abbrevation) ?? Number(row.currency_change)),
      count: row.count,
      print: false,
      print_count: 1,
    };
    const rule = sellingPrice(figures);
    const before = Number(row.selling_price);
    const price = row.selling_price_overridden || rule === null ? before : rule;
    return { ...figures, selling_price: price, selling_price_overridden: price !== rule };
  };
  return {
    lines: rows.filter((row) => !gone.has(row.product_variant_id)).map(lineOf),
    left: rows.filter((row) => gone.has(row.product_variant_id)).map(({ title }) => title),
  };
}
