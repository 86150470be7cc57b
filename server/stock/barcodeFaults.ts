/** A barcode is of one variant alone, among the variants' own barcodes and their further ones. */
import { type Kysely, sql } from 'kysely';
import { sameBarcode } from '../../contract/barcode.ts';
import type { Schema } from '../db/schema.ts';
import type { FieldFault } from '../http/refusal.ts';

interface Written {
  readonly barcode: string;
  /** The variant or the further barcode that it stands in already. */
  readonly variant?: number | null;
  readonly further?: number | null;
}

/** Whether no other goods have any of many barcodes, and no two are the same. */
export async function areNewBarcodes(db: Kysely<Schema>, written: readonly Written[]): Promise<boolean> {
  if (written.length === 0) return true;
  const same = written.map(({ barcode }) => sameBarcode(barcode));
  if (new Set(same).size < same.length) return false;
  await lockBarcodes(db);
  const own = (one: 'variant' | 'further') => written.map((row) => row[one] ?? null);
  const asked = sql`unnest(${same}::text[], ${own('variant')}::integer[], ${own('further')}::integer[])
    AS w (same, variant, further)`;
  const { rows } = await sql`
    (SELECT 1 FROM ${asked} JOIN product_variant v ON lpad(v.barcode, 14, '0') = w.same
      WHERE v.id IS DISTINCT FROM w.variant LIMIT 1)
    UNION ALL
    (SELECT 1 FROM ${asked} JOIN product_barcode b ON lpad(b.barcode, 14, '0') = w.same
      WHERE b.id IS DISTINCT FROM w.further LIMIT 1)`.execute(db);
  return rows.length === 0;
}

const lockBarcodes = (db: Kysely<Schema>) => sql`SELECT pg_advisory_xact_lock(hashtext('barcode once'))`.execute(db);

/** @param but the variant or the further barcode that the written one stands in already */
export async function barcodeFaults(
  db: Kysely<Schema>,
  barcode: string,
  but: { variant?: number | null; further?: number | null },
): Promise<FieldFault[]> {
  await lockBarcodes(db);
  // a scanner may write zeros before a barcode, or leave them out
  const same = sameBarcode(barcode);
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT v.id, v.title FROM product_variant v
    WHERE lpad(v.barcode, 14, '0') = ${same} AND v.id IS DISTINCT FROM ${but.variant ?? null}::integer
    UNION ALL
    SELECT v.id, v.title FROM product_barcode b JOIN product_variant v ON v.id = b.variant_id
    WHERE lpad(b.barcode, 14, '0') = ${same} AND b.id IS DISTINCT FROM ${but.further ?? null}::integer LIMIT 1`.execute(
    db,
  );
  const [other] = rows;
  return other === undefined ? [] : [{ key: 'taken_of.barcode', values: { other: other.title, id: other.id } }];
}
