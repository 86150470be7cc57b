/** Products: how many variants each has, and what its category proposes for a new one. */
import { sql } from 'kysely';
import { product } from '../../contract/directories/product.ts';
import { serveDirectory } from '../directory/serve.ts';
import { refreshKeys } from '../stock/variantKeys.ts';

serveDirectory(product, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; variants: number; serial: boolean; imei_count: number }>`
      WITH RECURSIVE up AS (
        SELECT p.id, p.category_id AS at, 0 AS height FROM product p WHERE p.id = ANY (${ids}::integer[])
        UNION ALL
        SELECT up.id, c.parent_id, up.height + 1 FROM up JOIN product_category c ON c.id = up.at
        WHERE c.parent_id IS NOT NULL
      ), proposed AS (
        -- the category's own proposal, else that of the nearest one above it
        SELECT DISTINCT ON (up.id) up.id, s.serial, s.imei_count
        FROM up JOIN serial_category s ON s.category_id = up.at AND s.active ORDER BY up.id, up.height
      )
      SELECT p.id, (SELECT count(*)::integer FROM product_variant v WHERE v.product_id = p.id AND v.active) AS variants,
             coalesce(o.serial, false) AS serial, coalesce(o.imei_count, 0) AS imei_count
      FROM product p LEFT JOIN proposed o ON o.id = p.id WHERE p.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
  async writeMany({ db }, changes) {
    const ids = changes.flatMap(({ id, before }) => (before === null ? [] : [id]));
    if (ids.length > 0) await refreshKeys(db, sql`v.product_id = ANY (${ids}::integer[])`);
  },
  async write({ db }, id, { before }) {
    if (before !== null) await refreshKeys(db, sql`v.product_id = ${id}`);
  },
});
