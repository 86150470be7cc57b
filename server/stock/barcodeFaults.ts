/** A barcode of goods is right, and of one variant alone, among the variants' own barcodes and their further ones. */
import { type Kysely, sql } from 'kysely';
import { sameBarcode } from '../../contract/barcode.ts';
import type { Schema } from '../db/schema.ts';
import type { FieldFault } from '../http/refusal.ts';
import { barcodeError } from './barcode.ts';

/** @param but the variant or the further barcode that the written one stands in already */
export async function barcodeFaults(
  db: Kysely<Schema>,
  barcode: string,
  but: { variant?: number | null; further?: number | null },
): Promise<FieldFault[]> {
  if (barcodeError(barcode) !== undefined) return [{ key: 'barcode_wrong' }];
  await sql`SELECT pg_advisory_xact_lock(hashtext('barcode once'))`.execute(db);
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
  return other === undefined ? [] : [{ key: 'taken', values: { other: other.title, id: other.id } }];
}
