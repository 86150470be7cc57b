/**
 * How far an incoming price may move from the last one (areas 2.2; decision 96: `block` refuses even with `check: false`).
 * The nearest category with a control in force counts.
 */
import { type Kysely, sql } from 'kysely';
import { inputPriceControl } from '../../contract/settings/inputPriceControl.ts';
import type { Schema } from '../db/schema.ts';
import type { FieldFault } from '../http/refusal.ts';
import { nearestOf } from '../settings/tree.ts';

export interface PriceControl {
  readonly id: number;
  /** Soʻm of one, as it came last; more than 0. */
  readonly last: number;
  /** Percent of it. */
  readonly max_growth: number;
  readonly max_fall: number;
  readonly action: 'warn' | 'block';
}

/** Of many products at once, those that have a control and came before. */
export async function priceControlsOf(
  db: Kysely<Schema>,
  variantIds: readonly number[],
  day: string,
): Promise<Map<number, PriceControl>> {
  const { rows } = await sql<PriceControl>`
    WITH wanted AS (
      SELECT v.id, v.last_cost AS last, p.category_id
      FROM product_variant v JOIN product p ON p.id = v.product_id
      WHERE v.id = ANY (${[...new Set(variantIds)]}::integer[]) AND v.last_cost > 0
    )
    SELECT w.id, w.last, r.max_growth, r.max_fall, r.action
    FROM wanted w
    JOIN ${nearestOf(inputPriceControl, sql`SELECT category_id FROM wanted`, day)} r ON r.start = w.category_id`.execute(
    db,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, last: Number(row.last), max_growth: Number(row.max_growth), max_fall: Number(row.max_fall) },
    ]),
  );
}

const percentOf = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;

/** What is wrong with a price; nothing where it moved no further than it may. @param cost soʻm of one */
export function priceMoved({ last, max_growth, max_fall }: PriceControl, cost: number): FieldFault | undefined {
  const change = cost - last;
  const max = change > 0 ? max_growth : max_fall;
  if (Math.abs(change) * 100 <= max * last) return undefined;
  return {
    key: change > 0 ? 'price_grew' : 'price_fell',
    values: { percent: percentOf(Math.abs(change), last), last, max },
  };
}
