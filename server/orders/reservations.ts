/**
 * Goods that are kept for orders and contracts (V1; decisions 63, 64): what is free is what is in stock less what is kept,
 * by warehouse and product. Whoever keeps goods holds the warehouse, as every posting does, so that both come one after
 * another.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { conflict, type FaultyLine } from '../http/refusal.ts';
import { lockWarehouses } from '../stock/posting.ts';

type Db = Kysely<Schema>;

/** Whether a reservation, an alias, keeps its goods at a moment: an order’s ends by its own clock. */
export const isLive = (alias: string, now: Date): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.ended_at`)} IS NULL AND (${sql.ref(`${alias}.until`)} IS NULL OR ${sql.ref(`${alias}.until`)} > ${now}))`;

/** What is in stock and what is kept: rows `warehouse_id, product_variant_id, stock, reserved` of what a condition on both names. */
export const stockAndKept = (where: (alias: string) => RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`(
  SELECT x.warehouse_id, x.product_variant_id, sum(x.stock)::integer AS stock, sum(x.reserved)::integer AS reserved FROM (
    SELECT b.warehouse_id, b.product_variant_id, b.qty AS stock, 0 AS reserved FROM stock_balance b
    WHERE b.qty > 0 AND ${where('b')}
    UNION ALL
    SELECT r.warehouse_id, r.product_variant_id, 0, r.qty FROM reservation r WHERE ${isLive('r', now)} AND ${where('r')}
  ) x GROUP BY 1, 2)`;

export interface Wanted {
  product_variant_id: number;
  title: string;
  serial: { id: number; serial_number: string } | null;
  qty: number;
}

interface Keeping {
  documentId: number;
  warehouseId: number;
  lines: readonly Wanted[];
  until: Date | null;
  now: Date;
}

/** Lines of which less is free, and units that are not. */
export const shortageOf = async (
  db: Db,
  { warehouseId, lines, now }: Pick<Keeping, 'warehouseId' | 'lines' | 'now'>,
): Promise<FaultyLine[]> => [
  ...(await shortOf(db, warehouseId, lines, now)),
  ...(await takenUnits(db, warehouseId, lines, now)),
];

/** @throws Refusal 409 `goods_reserved` naming each line of which less is free, or whose unit is not */
export async function keepGoods(db: Db, { documentId, warehouseId, lines, until, now }: Keeping): Promise<void> {
  await lockWarehouses(db, [warehouseId]);
  // asked again now that nobody else keeps any
  const short = await shortageOf(db, { warehouseId, lines, now });
  if (short.length > 0) throw conflict('goods_reserved', { lines: short });
  const serials = lines.flatMap(({ serial }) => (serial ? [serial.id] : []));
  // one whose hours are over and that nobody has ended yet keeps nothing any more
  await sql`UPDATE reservation SET ended_at = until
    WHERE serial_id = ANY (${serials}::integer[]) AND ended_at IS NULL AND until <= ${now}`.execute(db);
  await sql`
    INSERT INTO reservation (document_id, warehouse_id, product_variant_id, serial_id, qty, created_at, until)
    SELECT ${documentId}::integer, ${warehouseId}::integer, l.variant, l.serial, l.qty, ${now}::timestamptz, ${until}::timestamptz
    FROM unnest(${lines.map((line) => line.product_variant_id)}::integer[],
      ${lines.map(({ serial }) => serial?.id ?? null)}::integer[], ${lines.map(({ qty }) => qty)}::integer[])
      AS l (variant, serial, qty)`.execute(db);
}

async function shortOf(db: Db, warehouseId: number, lines: readonly Wanted[], now: Date): Promise<FaultyLine[]> {
  const wanted = new Map<number, { title: string; qty: number }>();
  for (const { product_variant_id, title, qty } of lines)
    wanted.set(product_variant_id, { title, qty: qty + (wanted.get(product_variant_id)?.qty ?? 0) });
  const here = (alias: string) =>
    sql`${sql.ref(`${alias}.warehouse_id`)} = ${warehouseId} AND ${sql.ref(`${alias}.product_variant_id`)} = ANY (${[...wanted.keys()]}::integer[])`;
  const { rows } = await sql<{ id: number; free: number }>`
    SELECT s.product_variant_id AS id, s.stock - s.reserved AS free FROM ${stockAndKept(here, now)} s`.execute(db);
  const free = new Map(rows.map((row) => [row.id, row.free]));
  return [...wanted].flatMap(([id, { title, qty }]) => {
    const left = Math.max(0, free.get(id) ?? 0);
    return left >= qty ? [] : [{ product_variant_id: id, title, text: { key: 'left', values: { left, n: qty } } }];
  });
}

/** Chosen units that are not here, or are kept for somebody else. */
async function takenUnits(db: Db, warehouseId: number, lines: readonly Wanted[], now: Date): Promise<FaultyLine[]> {
  const chosen = lines.flatMap((line) => (line.serial ? [line.serial.id] : []));
  if (chosen.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT n.id FROM serial_number n WHERE n.id = ANY (${chosen}::integer[]) AND n.warehouse_id = ${warehouseId}
      AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.serial_id = n.id AND ${isLive('r', now)})`.execute(db);
  const free = new Set(rows.map((row) => row.id));
  return lines.flatMap(({ product_variant_id, title, serial }) =>
    serial === null || free.has(serial.id) ? [] : [{ product_variant_id, title, text: serial.serial_number }],
  );
}

/** What was kept for a document is free again. */
export const freeGoods = (db: Db, documentId: number, now: Date) =>
  sql`UPDATE reservation SET ended_at = ${now} WHERE document_id = ${documentId} AND ended_at IS NULL`.execute(db);

/** What was kept for an order is kept for its contract, without an end (decision 62). */
export const passGoods = (db: Db, orderId: number, contractId: number) =>
  sql`UPDATE reservation SET document_id = ${contractId}, until = NULL
    WHERE document_id = ${orderId} AND ended_at IS NULL`.execute(db);
