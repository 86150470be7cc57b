/** What a branch has of categories with all that stands below them: pieces, and soʻm at cost. */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { belowOf } from './categoriesBelow.ts';

export interface CategoryStock {
  readonly sum: number;
  readonly quantity: number;
}

/** Of many categories at once; one without goods is left out. Goods in transit are nobody's (V14). */
export async function categoryStockOf(
  db: Kysely<Schema>,
  categoryIds: readonly number[],
  organizationId: number,
): Promise<Map<number, CategoryStock>> {
  const { rows } = await sql<CategoryStock & { id: number }>`
    ${belowOf(categoryIds)}, lying AS (
      SELECT p.category_id, sum(s.qty) AS quantity, sum(s.qty * b.cost) AS sum
      FROM stock_balance s
      JOIN warehouse_list w ON w.id = s.warehouse_id AND w.organization_id = ${organizationId} AND w.kind <> 'transit'
        AND w.active
      JOIN stock_batch b ON b.id = s.batch_id
      JOIN product_variant v ON v.id = s.product_variant_id
      JOIN product p ON p.id = v.product_id
      WHERE s.qty > 0 GROUP BY 1
    )
    SELECT b.top AS id, sum(l.quantity)::integer AS quantity, round(sum(l.sum)) AS sum
    FROM below b JOIN lying l ON l.category_id = b.id GROUP BY 1`.execute(db);
  return new Map(rows.map(({ id, quantity, sum }) => [id, { quantity, sum: Number(sum) }]));
}

/** How much of a limit is used, whole percents of the fuller of the two; null where nothing is limited. */
export function usedShare(
  now: CategoryStock,
  { max_sum, max_quantity }: { max_sum: number | null; max_quantity: number | null },
): number | null {
  const shares = [
    [now.sum, max_sum],
    [now.quantity, max_quantity],
  ].flatMap(([used, most]) => (typeof most === 'number' && most > 0 ? [(Number(used) / most) * 100] : []));
  return shares.length === 0 ? null : Math.round(Math.max(...shares));
}
