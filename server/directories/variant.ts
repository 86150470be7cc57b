/**
 * Variants of products: with price, stock and whether they are locked. Whether it is counted by serial number is fixed once
 * there is stock of it, some are kept for somebody, or a draft has a line of it (decision 94).
 */
import { type Kysely, sql } from 'kysely';
import { variant } from '../../contract/directories/variant.ts';
import type { Schema } from '../db/schema.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { titleIn } from '../directory/targets.ts';
import { nextInternalBarcodes } from '../stock/barcode.ts';
import { areNewBarcodes, barcodeFaults } from '../stock/barcodeFaults.ts';
import { isLockedFor } from '../stock/locks.ts';
import { wordsBeside, wordsOfMany } from '../stock/variantKeys.ts';

const stockOf = async (db: Kysely<Schema>, id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    SELECT coalesce(sum(qty), 0)::integer AS n FROM stock_balance WHERE product_variant_id = ${id}`.execute(db);
  return rows[0]?.n ?? 0;
};

/** Those of the variants that a draft has a line of, or a client waits for. */
const written = async (db: Kysely<Schema>, ids: readonly number[]): Promise<Set<number>> => {
  const of = (alias: string) => sql`${sql.ref(`${alias}.product_variant_id`)} = ANY (${ids}::integer[])`;
  const { rows } = await sql<{ id: number }>`
    SELECT l.product_variant_id AS id FROM input_product l JOIN document d ON d.id = l.product_invoice_id
    WHERE ${of('l')} AND l.withdrawn_at IS NULL AND d.status IN ('draft', 'sent')
    UNION SELECT l.product_variant_id FROM sale_order_line l JOIN document d ON d.id = l.sale_order_id
    WHERE ${of('l')} AND d.status IN ('draft', 'reserved')
    UNION SELECT l.product_variant_id FROM contract_line l JOIN document d ON d.id = l.contract_id
    WHERE ${of('l')} AND d.status IN ('draft', 'signed', 'awaiting_handover')
    UNION SELECT product_variant_id FROM reservation r WHERE ${of('r')} AND r.ended_at IS NULL`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Those of the variants that there is stock of. */
const stocked = async (db: Kysely<Schema>, ids: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    SELECT product_variant_id AS id FROM stock_balance WHERE product_variant_id = ANY (${ids}::integer[])
    GROUP BY 1 HAVING sum(qty) <> 0`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

const COUNTED = { is_serial_number: 'variant_counted', imei_count: 'variant_counted' } as const;

export const VARIANTS = serveDirectory(variant, {
  table: 'product_variant',
  words: wordsBeside,
  wordsMany: wordsOfMany,
  async extra({ db, user, language, now }, ids) {
    const { rows } = await sql<{
      id: number;
      category: string;
      brand: string | null;
      price: number | null;
      stock: number;
      locked: boolean;
    }>`
      SELECT v.id, ${titleIn('category', 'c', language)} AS category, m.name AS brand,
             (SELECT t.price FROM price t WHERE t.product_variant_id = v.id AND t.valid_from <= ${now}
              ORDER BY t.valid_from DESC LIMIT 1) AS price,
             coalesce((SELECT sum(b.qty) FROM stock_balance b WHERE b.product_variant_id = v.id), 0)::integer AS stock, ${isLockedFor('v.id', user, now)} AS locked
      FROM product_variant v JOIN product p ON p.id = v.product_id JOIN product_category c ON c.id = p.category_id
      LEFT JOIN brand m ON m.id = p.brand_id WHERE v.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
  async inUse(db, { id }) {
    const n = await stockOf(db, id);
    return n > 0 ? { key: 'variant_has_stock', values: { n } } : null;
  },
  inUseMany: stocked,
  async freeze(db, { id }) {
    return (await stockOf(db, id)) !== 0 || (await written(db, [id])).size > 0 ? COUNTED : {};
  },
  async freezeMany(db, records) {
    const ids = records.map(({ id }) => id);
    const counted = new Set([...(await written(db, ids)), ...(await stocked(db, ids))]);
    return new Map(ids.map((id) => [id, counted.has(id) ? COUNTED : {}]));
  },
  wrongIn: { barcode: ({ db }, barcode, variant) => barcodeFaults(db, barcode, { variant }) },
  async refuse(_, { body, before }): Promise<Faults> {
    const { is_serial_number = before?.is_serial_number ?? false, imei_count } = body;
    return imei_count > 0 && !is_serial_number ? { is_serial_number: [{ key: 'imei_needs_serial' }] } : {};
  },
  acceptsMany({ db }, changes) {
    const isWrong = ({ body, before }: (typeof changes)[number]) =>
      body.imei_count > 0 && !(body.is_serial_number ?? before?.is_serial_number ?? false);
    if (changes.some(isWrong)) return Promise.resolve(false);
    const written = changes.flatMap(({ id, body: { barcode } }) => (barcode ? [{ barcode, variant: id }] : []));
    return areNewBarcodes(db, written);
  },
  async writeMany({ db }, changes) {
    const ids = changes.flatMap(({ id, body, before }) => (before !== null || body.barcode ? [] : [id]));
    if (ids.length === 0) return;
    const barcodes = await nextInternalBarcodes(db, ids.length);
    await sql`UPDATE product_variant v SET barcode = w.barcode
      FROM unnest(${ids}::integer[], ${barcodes}::text[]) AS w (id, barcode) WHERE v.id = w.id`.execute(db);
  },
  async write({ db }, id, { body, before }) {
    if (before !== null || body.barcode) return;
    const [barcode] = await nextInternalBarcodes(db, 1);
    await sql`UPDATE product_variant SET barcode = ${barcode} WHERE id = ${id}`.execute(db);
  },
});
