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

export interface CategoryMargin {
  readonly products: number;
  /** The share of the selling price that is not cost, of all that lies in stock and has a price, %; null: nothing has. */
  readonly margin: number | null;
}

/** Of many categories, each with all that stands below it. */
export async function categoryMarginOf(
  db: Kysely<Schema>,
  categoryIds: readonly number[],
  now: Date,
): Promise<Map<number, CategoryMargin>> {
  const { rows } = await sql<{ id: number; products: number; sold: number | null; cost: number | null }>`
    ${belowOf(categoryIds)}, priced AS (
      SELECT DISTINCT ON (product_variant_id) product_variant_id AS id, price FROM price
      WHERE valid_from <= ${now} ORDER BY product_variant_id, valid_from DESC
    ), lying AS (
      SELECT p.category_id, sum(s.qty * t.price) AS sold, sum(s.qty * b.cost) AS cost
      FROM stock_balance s
      JOIN stock_batch b ON b.id = s.batch_id
      JOIN priced t ON t.id = s.product_variant_id
      JOIN product_variant v ON v.id = s.product_variant_id
      JOIN product p ON p.id = v.product_id
      WHERE s.qty > 0 GROUP BY 1
    ), counted AS (SELECT category_id, count(*) AS n FROM product WHERE active GROUP BY 1)
    SELECT b.top AS id, coalesce(sum(c.n), 0)::integer AS products, sum(l.sold) AS sold, sum(l.cost) AS cost
    FROM below b LEFT JOIN lying l ON l.category_id = b.id LEFT JOIN counted c ON c.category_id = b.id
    GROUP BY 1`.execute(db);
  const share = (sold: number, cost: number) => Math.round(((sold - cost) / sold) * 10_000) / 100;
  return new Map(
    rows.map(({ id, products, sold, cost }) => [
      id,
      { products, margin: Number(sold ?? 0) > 0 ? share(Number(sold), Number(cost)) : null },
    ]),
  );
}
