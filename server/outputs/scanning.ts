/**
 * What a scan does (areas 3.3 "serial.scan"; V7, V8): the unit of a code is kept for the contract, or says why it is none of
 * these goods. Whoever posts or reserves in the warehouse waits.
 */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import { isLive } from '../orders/reservations.ts';
import { lockWarehouses } from '../stock/posting.ts';
import type { OutputRecord } from './access.ts';
import { olderThan } from './older.ts';
import { MISSING, missingOf } from './waits.ts';

type Db = Kysely<Schema>;
type Scene = { readonly db: Db; readonly now: Date; readonly user: { readonly id: number } };

export interface Scanned {
  readonly line_id: number;
  readonly unit_id: number | null;
  readonly replaced: string | null;
}

interface FoundUnit {
  id: number;
  serial_number: string;
  product_variant_id: number;
  title: string;
  warehouse_id: number | null;
  warehouse: string | null;
  state: string;
}

/** The unit of a serial number or IMEI: of several with one number that which is in stock, else the last. */
async function unitOfCode(db: Db, code: string): Promise<FoundUnit | undefined> {
  const { rows } = await sql<FoundUnit>`
    SELECT s.id, s.serial_number, s.product_variant_id, v.title, s.warehouse_id, s.state,
           CASE WHEN w.id IS NOT NULL THEN concat_ws(', ', o.short_name, w.name) END AS warehouse
    FROM serial_code c JOIN serial_number s ON s.id = c.serial_id JOIN product_variant v ON v.id = s.product_variant_id
    LEFT JOIN warehouse_list w ON w.id = s.warehouse_id LEFT JOIN organization o ON o.id = w.organization_id
    WHERE c.code = ${code} ORDER BY c.in_stock DESC, s.id DESC LIMIT 1`.execute(db);
  return rows[0];
}

interface Line {
  id: number;
  product_variant_id: number;
  is_serial_number: boolean;
  title: string;
  qty: number;
  counted: number;
}

async function lineOf(db: Db, output: OutputRecord, variant: number): Promise<Line | undefined> {
  const { rows } = await sql<Line>`
    SELECT l.id, l.product_variant_id, v.is_serial_number, v.title, l.qty, l.counted FROM delivery_line l
    JOIN product_variant v ON v.id = l.product_variant_id
    WHERE l.product_delivery_id = ${output.id} AND l.product_variant_id = ${variant}`.execute(db);
  return rows[0];
}

/** The goods of a barcode. */
async function variantOfCode(db: Db, code: string): Promise<{ id: number; title: string } | undefined> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT id, title FROM product_variant WHERE barcode = ${code}
    UNION ALL SELECT v.id, v.title FROM product_barcode b JOIN product_variant v ON v.id = b.variant_id
    WHERE b.barcode = ${code} LIMIT 1`.execute(db);
  return rows[0];
}

/** What a code means for an output: a unit to take, or one more of goods without numbers. @throws Refusal 422 naming why neither */
export async function readCode(
  { db, now }: Omit<Scene, 'user'>,
  output: OutputRecord,
  code: string,
): Promise<{ readonly unit: FoundUnit; readonly line: Line } | { readonly unit: null; readonly line: Line }> {
  await lockWarehouses(db, [output.warehouseId]);
  const unit = await unitOfCode(db, code);
  if (unit !== undefined) {
    await requireFree({ db, now }, output, unit);
    const line = await lineOf(db, output, unit.product_variant_id);
    if (line === undefined) throw invalidField('code', 'scan_other_goods', { goods: unit.title });
    return { unit, line };
  }
  const goods = await variantOfCode(db, code);
  if (goods === undefined) throw invalidField('code', 'scan_unknown', { code });
  const line = await lineOf(db, output, goods.id);
  if (line === undefined) throw invalidField('code', 'scan_other_goods', { goods: goods.title });
  if (line.is_serial_number) throw invalidField('code', 'scan_needs_serial', { goods: goods.title });
  if (line.counted === line.qty) throw invalidField('code', 'scan_enough', { goods: goods.title, n: line.qty });
  return { unit: null, line };
}

/** @throws Refusal 422 where the unit is somewhere else, has left, or is kept for somebody else */
async function requireFree({ db, now }: Omit<Scene, 'user'>, output: OutputRecord, unit: FoundUnit): Promise<void> {
  const { serial_number: serial } = unit;
  if (unit.state !== 'in_stock' || unit.warehouse_id === null) {
    const { rows } = await sql<{ number: string | null }>`
      SELECT k.number FROM delivery_unit u JOIN delivery_line l ON l.id = u.delivery_line_id
      JOIN product_delivery p ON p.id = l.product_delivery_id JOIN document k ON k.id = p.contract_id
      WHERE u.serial_id = ${unit.id} AND p.handed_at IS NOT NULL ORDER BY p.handed_at DESC LIMIT 1`.execute(db);
    const contract = rows[0]?.number;
    throw contract
      ? invalidField('code', 'scan_sold', { serial, contract })
      : invalidField('code', 'scan_gone', { serial });
  }
  if (unit.warehouse_id !== output.warehouseId)
    throw invalidField('code', 'scan_elsewhere', { serial, where: unit.warehouse ?? '' });
  const { rows: kept } = await sql<{ number: string | null }>`
    SELECT d.number FROM reservation r JOIN document d ON d.id = r.document_id
    WHERE r.serial_id = ${unit.id} AND ${isLive('r', now)} AND r.document_id <> ${output.contractId}`.execute(db);
  if (kept[0] !== undefined) throw invalidField('code', 'scan_reserved', { serial, number: kept[0].number ?? '' });
}

interface Taken {
  id: number;
  serial_id: number;
  serial_number: string;
  reason: string | null;
  is_named: boolean;
}

const takenOf = async (db: Db, output: OutputRecord, line: Line): Promise<Taken[]> =>
  (
    await sql<Taken>`
      SELECT u.id, u.serial_id, s.serial_number, u.reason,
             EXISTS (SELECT 1 FROM contract_line n WHERE n.contract_id = ${output.contractId} AND n.serial_id = u.serial_id)
               AS is_named
      FROM delivery_unit u JOIN serial_number s ON s.id = u.serial_id
      WHERE u.delivery_line_id = ${line.id} ORDER BY u.id DESC`.execute(db)
  ).rows;

/** Takes a unit that is free; on a full line an older one takes the place of the last newer one without a reason. */
export async function takeUnit(
  { db, now, user }: Scene,
  output: OutputRecord,
  { unit, line }: { unit: FoundUnit; line: Line },
): Promise<Scanned> {
  const taken = await takenOf(db, output, line);
  const { serial_number: serial } = unit;
  if (taken.some(({ serial_id }) => serial_id === unit.id)) throw invalidField('code', 'scan_twice', { serial });
  const { rows: named } = await sql<{ id: number; serial_number: string }>`
    SELECT s.id, s.serial_number FROM contract_line n JOIN serial_number s ON s.id = n.serial_id
    WHERE n.contract_id = ${output.contractId} AND n.product_variant_id = ${line.product_variant_id} ORDER BY s.id`.execute(
    db,
  );
  const isNamed = named.some(({ id }) => id === unit.id);
  const others = taken.filter(({ is_named }) => !is_named);
  let replaced: Taken | undefined;
  if (!isNamed && others.length >= line.qty - named.length) {
    replaced = await newerOf({ db, now }, output, line, unit);
    if (replaced === undefined)
      throw named.length > 0 && others.length === 0
        ? invalidField('code', 'scan_other_unit', { serial: named.map((one) => one.serial_number).join(', ') })
        : invalidField('code', 'scan_enough', { goods: line.title, n: line.qty });
    await releaseUnit(db, output, replaced);
  }
  await keepUnit({ db, now }, output, line, unit.id);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO delivery_unit (delivery_line_id, serial_id, scanned_at, scanned_by)
    VALUES (${line.id}, ${unit.id}, ${now}, ${user.id}) RETURNING id`.execute(db);
  return { line_id: line.id, unit_id: rows[0]?.id ?? 0, replaced: replaced?.serial_number ?? null };
}

/** Of the units on a line that leave before this one without a reason the newest; what the contract names stays. */
async function newerOf(
  { db, now }: Omit<Scene, 'user'>,
  output: OutputRecord,
  line: Line,
  unit: FoundUnit,
): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    SELECT u.id, u.serial_id, s.serial_number, u.reason, false AS is_named
    FROM delivery_unit u JOIN serial_number s ON s.id = u.serial_id JOIN stock_batch b ON b.id = s.batch_id
    WHERE u.delivery_line_id = ${line.id} AND u.reason IS NULL
      AND NOT EXISTS (SELECT 1 FROM contract_line n WHERE n.contract_id = ${output.contractId} AND n.serial_id = u.serial_id)
      AND EXISTS (SELECT 1 FROM ${olderThan(sql`${output.contractId}::integer`, now)} AND x.id = ${unit.id})
    ORDER BY b.received_at DESC, u.id DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** The reservation of the contract names the unit from now on. @throws Refusal 409 where an act of counting has broken it */
async function keepUnit(
  { db, now }: Omit<Scene, 'user'>,
  output: OutputRecord,
  line: Line,
  serial: number,
): Promise<void> {
  // an order whose hours are over and that nobody has ended yet keeps nothing any more
  await sql`UPDATE reservation SET ended_at = until
    WHERE serial_id = ${serial} AND ended_at IS NULL AND until <= ${now}`.execute(db);
  const { rows } = await sql<{ id: number; qty: number; serial_id: number | null }>`
    SELECT r.id, r.qty, r.serial_id FROM reservation r
    WHERE r.document_id = ${output.contractId} AND r.product_variant_id = ${line.product_variant_id} AND r.ended_at IS NULL
      AND (r.serial_id IS NULL OR r.serial_id = ${serial}) ORDER BY r.serial_id NULLS LAST, r.id LIMIT 1
    FOR UPDATE`.execute(db);
  const [kept] = rows;
  if (kept === undefined) throw conflict(MISSING, missingOf([{ id: line.product_variant_id, title: line.title }]));
  if (kept.serial_id === serial) return;
  try {
    if (kept.qty === 1) await sql`UPDATE reservation SET serial_id = ${serial} WHERE id = ${kept.id}`.execute(db);
    else {
      await sql`UPDATE reservation SET qty = qty - 1 WHERE id = ${kept.id}`.execute(db);
      await sql`INSERT INTO reservation (document_id, warehouse_id, product_variant_id, serial_id, qty, created_at)
        SELECT document_id, warehouse_id, product_variant_id, ${serial}, 1, created_at FROM reservation
        WHERE id = ${kept.id}`.execute(db);
    }
  } catch (error) {
    throw lostRace(error);
  }
}

/** Somebody else kept the same unit at this very moment: tried again it is seen, and refused by its number. */
const lostRace = (error: unknown): unknown =>
  error instanceof Error && 'constraint' in error && error.constraint === 'reservation_serial_once'
    ? Object.assign(new Error('A unit has just been reserved for somebody else', { cause: error }), { code: '40001' })
    : error;

/** The unit goes back to the shelf; the contract goes on keeping one of its goods, and what it names itself. */
export async function releaseUnit(
  db: Db,
  output: OutputRecord,
  unit: Pick<Taken, 'id' | 'serial_id' | 'is_named'>,
): Promise<void> {
  await sql`DELETE FROM delivery_unit WHERE id = ${unit.id}`.execute(db);
  if (unit.is_named) return;
  await sql`UPDATE reservation r SET serial_id = NULL
    WHERE r.document_id = ${output.contractId} AND r.serial_id = ${unit.serial_id} AND r.ended_at IS NULL`.execute(db);
}
