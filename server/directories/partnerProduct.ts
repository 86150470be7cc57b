/** What may be bought from which partner: with the price of the last confirmed invoice. */
import { sql } from 'kysely';
import { partnerProduct } from '../../contract/directories/partnerProduct.ts';
import { serveDirectory } from '../directory/serve.ts';
import { titleIn } from '../directory/targets.ts';

serveDirectory(partnerProduct, {
  async extra({ db, language }, ids) {
    const { rows } = await sql<{ id: number; category: string; last_price: number | null }>`
      SELECT r.id, ${titleIn('category', 'c', language)} AS category, bought.price AS last_price
      FROM partner_product r
      JOIN product_variant v ON v.id = r.variant_id
      JOIN product p ON p.id = v.product_id
      JOIN product_category c ON c.id = p.category_id
      LEFT JOIN LATERAL (
        SELECT round(l.value * l.currency_change) AS price
        FROM input_product l
        JOIN product_invoice i ON i.id = l.product_invoice_id AND i.partner_id = r.partner_id
        JOIN document d ON d.id = i.id AND d.status = 'confirmed'
        WHERE l.product_variant_id = r.variant_id AND l.withdrawn_at IS NULL
        ORDER BY i.confirmed_at DESC, l.id DESC LIMIT 1
      ) bought ON true
      WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, category, last_price }) => [id, { category, last_price }]));
  },
});
