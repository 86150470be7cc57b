/** Lines of an order: what is wrong with those that are sent, and how they are stored. */
import { type Kysely, sql } from 'kysely';
import type { BodyOf } from '../../contract/bodies.ts';
import type { orderCreate } from '../../contract/sale/orders.ts';
import type { Schema } from '../db/schema.ts';
import { type FieldFault, invalid } from '../http/refusal.ts';
import { lockedFault, locksOf } from '../stock/locks.ts';
import { priceNow } from './access.ts';

type Db = Kysely<Schema>;
type Sent = BodyOf<typeof orderCreate>['lines'][number];

interface Known {
  id: number;
  active: boolean;
  is_serial_number: boolean;
  price: number | null;
}

export interface Place {
  readonly warehouse_id: number;
  readonly organization_id: number;
}

/** @throws Refusal 422 at the fields of each line */
export async function requireLines(db: Db, place: Place, lines: readonly Sent[], now: Date): Promise<void> {
  const variants = lines.map((line) => line.product_variant_id);
  const { rows } = await sql<Known>`
    SELECT v.id, v.active, v.is_serial_number, ${priceNow('v.id', now)} AS price FROM product_variant v
    WHERE v.id = ANY (${variants}::integer[])`.execute(db);
  const known = new Map(rows.map((row) => [row.id, row]));
  const locks = await locksOf(db, variants, place.organization_id, now);
  const units = await unitsHere(db, place, lines);
  const faults: Record<string, FieldFault[]> = {};
  lines.forEach((line, at) => {
    const fault = (field: string, key: string, values?: FieldFault['values']) => {
      faults[`lines.${at}.${field}`] = [values ? { key, values } : { key }];
    };
    const product = known.get(line.product_variant_id);
    const lock = locks.get(line.product_variant_id);
    if (!product?.active) {
      fault('product_variant_id', 'reference');
      return;
    }
    if (lock) faults[`lines.${at}.product_variant_id`] = [lockedFault(lock)];
    if (product.price === null) fault('price', 'order_no_price');
    else if (Number(product.price) !== line.price) fault('price', 'order_price', { price: Number(product.price) });
    if ((line.discount ?? 0) >= line.qty * line.price) fault('discount', 'order_discount');
    if (line.serial_id == null) return;
    if (line.qty !== 1) fault('qty', 'order_serial_qty');
    if (units.get(line.serial_id) !== line.product_variant_id || firstOf(lines, line.serial_id) !== at)
      fault('serial_id', 'order_serial');
  });
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

const firstOf = (lines: readonly Sent[], serial: number): number => lines.findIndex((one) => one.serial_id === serial);

/** Chosen units that lie in the warehouse, with their product. */
async function unitsHere(db: Db, { warehouse_id }: Place, lines: readonly Sent[]): Promise<Map<number, number>> {
  const ids = lines.flatMap((line) => (line.serial_id == null ? [] : [line.serial_id]));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; variant: number }>`
    SELECT id, product_variant_id AS variant FROM serial_number
    WHERE id = ANY (${ids}::integer[]) AND warehouse_id = ${warehouse_id}`.execute(db);
  return new Map(rows.map((row) => [row.id, row.variant]));
}

/** Replaces the lines of an order and its total. */
export async function writeLines(db: Db, orderId: number, lines: readonly Sent[]): Promise<void> {
  await sql`DELETE FROM sale_order_line WHERE sale_order_id = ${orderId}`.execute(db);
  await sql`
    INSERT INTO sale_order_line (sale_order_id, product_variant_id, serial_id, qty, price, discount)
    SELECT ${orderId}::integer, l.variant, l.serial, l.qty, l.price, l.discount
    FROM unnest(${lines.map((line) => line.product_variant_id)}::integer[],
      ${lines.map((line) => line.serial_id ?? null)}::integer[], ${lines.map((line) => line.qty)}::integer[],
      ${lines.map((line) => line.price)}::numeric[], ${lines.map((line) => line.discount ?? 0)}::numeric[])
      WITH ORDINALITY AS l (variant, serial, qty, price, discount, place) ORDER BY l.place`.execute(db);
  await sql`UPDATE sale_order SET total = coalesce((SELECT sum(l.qty * l.price - l.discount) FROM sale_order_line l
    WHERE l.sale_order_id = ${orderId}), 0) WHERE id = ${orderId}`.execute(db);
}
