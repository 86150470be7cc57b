/** Which units should leave first (V7): free ones of the same goods in the same warehouse that came on an earlier day. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OlderUnit } from '../../contract/outputs.ts';
import type { Schema } from '../db/schema.ts';
import { isLive } from '../orders/reservations.ts';

type Db = Kysely<Schema>;

/** The calendar day on which a batch, an alias, came. */
export const cameOn = (batch: string): RawBuilder<string> =>
  sql`(${sql.ref(`${batch}.received_at`)} AT TIME ZONE 'Asia/Tashkent')::date`;

/**
 * Older units `x` of batches `y` than the unit `s` of the batch `b`, both in the surrounding statement. What another document
 * keeps, or the own output has picked already, is free for nobody. @param contract its own reservations hold nothing back
 */
export const olderThan = (contract: RawBuilder<unknown>, now: Date): RawBuilder<unknown> => sql`
  serial_number x JOIN stock_batch y ON y.id = x.batch_id
  WHERE x.product_variant_id = s.product_variant_id AND x.warehouse_id = s.warehouse_id AND x.state = 'in_stock'
    AND ${cameOn('y')} < ${cameOn('b')}
    AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.serial_id = x.id AND ${isLive('r', now)}
      AND r.document_id IS DISTINCT FROM ${contract})
    AND NOT EXISTS (SELECT 1 FROM delivery_unit du JOIN delivery_line dl ON dl.id = du.delivery_line_id
      JOIN product_delivery dp ON dp.id = dl.product_delivery_id
      WHERE du.serial_id = x.id AND dp.cancelled_at IS NULL AND dp.handed_at IS NULL)`;

/** Codes beside the serial number of a unit, an alias. */
export const imeisOf = (unit: string): RawBuilder<string[]> => sql`ARRAY(SELECT e.code FROM serial_code e
  WHERE e.serial_id = ${sql.ref(`${unit}.id`)} AND e.kind = 'imei' ORDER BY e.code)`;

/** The paper that a batch, an alias, came with. */
export const sourceOf = (batch: string): RawBuilder<unknown> => sql`(SELECT json_build_object('id', q.id,
  'number', q.number, 'is_invoice', q.kind = 'product_invoice') FROM document q
  WHERE q.id = ${sql.ref(`${batch}.document_id`)})`;

/** So many of the older units are named. */
const NAMED = 3;

/** The oldest of the older units of each unit. @param contract of whose output the units are */
export async function olderUnits(
  db: Db,
  serials: readonly number[],
  contract: number | null,
  now: Date,
): Promise<Map<number, { count: number; units: OlderUnit[] }>> {
  const found = new Map<number, { count: number; units: OlderUnit[] }>();
  if (serials.length === 0) return found;
  const { rows } = await sql<OlderUnit & { of: number; count: number }>`
    SELECT s.id AS of, o.* FROM serial_number s JOIN stock_batch b ON b.id = s.batch_id
    JOIN LATERAL (
      SELECT x.serial_number, ${imeisOf('x')} AS imei_numbers, ${cameOn('y')} AS received_on, ${sourceOf('y')} AS source,
             ${cameOn('b')} - ${cameOn('y')} AS days, (count(*) OVER ())::integer AS count
      FROM ${olderThan(sql`${contract}::integer`, now)} ORDER BY y.received_at, x.id LIMIT ${NAMED}
    ) o ON true
    WHERE s.id = ANY (${[...serials]}::integer[])`.execute(db);
  for (const { of, count, ...unit } of rows) {
    const known = found.get(of);
    if (known === undefined) found.set(of, { count, units: [unit] });
    else known.units.push(unit);
  }
  return found;
}
