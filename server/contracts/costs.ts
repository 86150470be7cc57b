/** What goods cost the firm when they would leave now, by the order in which batches leave (V7, V15; decision 78). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

type Db = Kysely<Schema>;

export interface Selling {
  readonly id: number;
  readonly product_variant_id: number;
  readonly serial_id: number | null;
  readonly qty: number;
  /** After its discount. */
  readonly sum: number;
}

interface Batch {
  variant: number;
  qty: number;
  cost: number;
}

/** Lines that are sold below what they cost; the figure itself stays on the server. */
export async function belowCost(db: Db, warehouseId: number, lines: readonly Selling[]): Promise<number[]> {
  const { rows: units } = await sql<{ id: number; cost: number }>`
    SELECT n.id, b.cost FROM serial_number n JOIN stock_batch b ON b.id = n.batch_id
    WHERE n.id = ANY (${lines.flatMap((line) => (line.serial_id === null ? [] : [line.serial_id]))}::integer[])`.execute(
    db,
  );
  const { rows } = await sql<Batch>`
    SELECT b.product_variant_id AS variant, b.qty, s.cost FROM stock_balance b JOIN stock_batch s ON s.id = b.batch_id
    WHERE b.warehouse_id = ${warehouseId} AND b.qty > 0
      AND b.product_variant_id = ANY (${lines.map((line) => line.product_variant_id)}::integer[])
    ORDER BY s.received_at, b.batch_id`.execute(db);
  const ofUnit = new Map(units.map((unit) => [unit.id, Number(unit.cost)]));
  const left = rows.map((row) => ({ ...row, cost: Number(row.cost) }));
  const costOf = ({ product_variant_id, serial_id, qty }: Selling): number => {
    if (serial_id !== null) return ofUnit.get(serial_id) ?? 0;
    let wanted = qty;
    let cost = 0;
    for (const batch of left.filter((one) => one.variant === product_variant_id)) {
      const taken = Math.min(wanted, batch.qty);
      batch.qty -= taken;
      wanted -= taken;
      cost += taken * batch.cost;
    }
    return cost;
  };
  return lines.filter((line) => line.sum < costOf(line)).map(({ id }) => id);
}
