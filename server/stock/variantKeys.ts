/** What variants are found by: their own words, their further barcodes, brand and category of their product. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { searchKey } from '../../contract/search.ts';
import type { Schema } from '../db/schema.ts';

type Db = Kysely<Schema>;

interface Named {
  id: number;
  /** The title first: pasted names are found by how the key begins. */
  own: string;
  beside: string;
}

const namesOf = (where: RawBuilder<unknown>) => sql<Named>`
  SELECT v.id, concat_ws(' ', v.title, v.sku, v.barcode) AS own,
         concat_ws(' ', (SELECT string_agg(b.barcode, ' ' ORDER BY b.id) FROM product_barcode b
                         WHERE b.variant_id = v.id AND b.active), m.name, c.name_ru, c.name_uz) AS beside
  FROM product_variant v JOIN product p ON p.id = v.product_id JOIN product_category c ON c.id = p.category_id
  LEFT JOIN brand m ON m.id = p.brand_id WHERE ${where}`;

/** Words of variants beside those of their own columns. */
export async function wordsOfMany(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await namesOf(sql`v.id = ANY (${ids}::integer[])`).execute(db);
  return new Map(rows.map(({ id, beside }) => [id, beside]));
}

export const wordsBeside = async (db: Db, id: number): Promise<string> => (await wordsOfMany(db, [id])).get(id) ?? '';

/** Writes the keys anew of the variants of a condition on `v` and `p`. */
export async function refreshKeys(db: Db, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await namesOf(where).execute(db);
  if (rows.length === 0) return;
  await sql`UPDATE product_variant v SET search_key = named.key, updated_at = now()
    FROM unnest(${rows.map(({ id }) => id)}::integer[],
                ${rows.map(({ own, beside }) => searchKey(`${own} ${beside}`))}::text[]) AS named (id, key)
    WHERE v.id = named.id`.execute(db);
}
