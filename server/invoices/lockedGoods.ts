/** Products that are locked from order: no line brings one in; that an invoice which has one is not sent is in `waits.ts`. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type Lock, locksOf } from '../stock/locks.ts';
import type { InvoiceRecord } from './access.ts';

type Db = Kysely<Schema>;

export async function variantsIn(db: Db, { id }: InvoiceRecord): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT product_variant_id AS id FROM input_product
    WHERE product_invoice_id = ${id} AND withdrawn_at IS NULL`.execute(db);
  return rows.map((row) => row.id);
}

/** Locks of products that lines would bring into the invoice; one that is there already only keeps it from being sent. */
export async function newlyLocked(
  db: Db,
  invoice: InvoiceRecord,
  lines: readonly { readonly product_variant_id: number }[],
  now: Date,
): Promise<Map<number, Lock>> {
  const variants = lines.map((line) => line.product_variant_id);
  const locks = await locksOf(db, variants, invoice.organizationId, now);
  if (locks.size > 0) for (const id of await variantsIn(db, invoice)) locks.delete(id);
  return locks;
}
