/** What refuses steps of an invoice beside its chart: locked products, and numbers that came in elsewhere. */
import { sql } from 'kysely';
import type { Reason, Scene } from '../lifecycle/spec.ts';
import { lockedReason, locksOf } from '../stock/locks.ts';
import type { InvoiceRecord } from './access.ts';
import { variantsIn } from './lockedGoods.ts';

/** What is locked of an invoice, by name: it is not sent before that ends. */
export async function whyLocked({ db, now }: Scene, invoice: InvoiceRecord): Promise<Reason | undefined> {
  return lockedReason(await locksOf(db, await variantsIn(db, invoice), invoice.organizationId, now));
}

/** Numbers of its lines that are in stock by now: posting would refuse them. */
export async function whyElsewhere({ db }: Scene, { id }: InvoiceRecord): Promise<Reason | undefined> {
  const { rows } = await sql<{ product_variant_id: number; title: string; text: string }>`
    SELECT l.product_variant_id, v.title, c.code AS text
    FROM input_serial_code c JOIN input_serial s ON s.id = c.input_serial_id
    JOIN input_product l ON l.id = s.input_product_id JOIN product_variant v ON v.id = l.product_variant_id
    WHERE c.product_invoice_id = ${id} AND l.withdrawn_at IS NULL
      AND EXISTS (SELECT 1 FROM serial_code k WHERE k.code = c.code AND k.in_stock) ORDER BY s.id, c.code`.execute(db);
  return rows.length === 0 ? undefined : { code: 'serials_elsewhere', values: { n: rows.length }, lines: rows };
}
