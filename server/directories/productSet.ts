/** Sets of goods: with what their goods cost one by one today. */
import { sql } from 'kysely';
import { productSet } from '../../contract/directories/productSet.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(productSet, {
  async extra({ db, now }, ids) {
    const { rows } = await sql<{ id: number; goods_sum: number | null; saving: number | null }>`
      SELECT s.id, c.total AS goods_sum, c.total - s.price AS saving FROM product_set s
      LEFT JOIN LATERAL (
        SELECT CASE WHEN count(*) = count(p.price) THEN sum(p.price) END AS total
        FROM product_set_goods g LEFT JOIN LATERAL (
          SELECT t.price FROM price t WHERE t.product_variant_id = g.variant_id AND t.valid_from <= ${now}
          ORDER BY t.valid_from DESC LIMIT 1
        ) p ON true WHERE g.product_set_id = s.id
      ) c ON true
      WHERE s.id = ANY (${[...ids]}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
});
