/** Categories of products: how many products each has with those below it, and whether its goods are installed. */
import { sql } from 'kysely';
import { category } from '../../contract/directories/category.ts';
import { serveDirectory } from '../directory/serve.ts';
import { belowOf } from '../stock/categoriesBelow.ts';

serveDirectory(category, {
  table: 'product_category',
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; products: number; installable: boolean }>`
      ${belowOf(ids)}
      SELECT b.top AS id, sum((SELECT count(*) FROM product p WHERE p.category_id = b.id AND p.active))::integer AS products,
             EXISTS (SELECT 1 FROM installable_category i WHERE i.category_id = b.top AND i.active) AS installable
      FROM below b GROUP BY b.top`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
});
