/** Whether lines fit into the limits of their categories in a branch (areas 2.2 `category_limit`), those above them too. */
import { type Kysely, sql } from 'kysely';
import { categoryLimit } from '../../contract/settings/categoryLimit.ts';
import type { Schema } from '../db/schema.ts';
import type { FieldFault } from '../http/refusal.ts';
import { inForceOf } from '../settings/inForce.ts';
import { belowOf } from '../stock/categoriesBelow.ts';
import { type CategoryStock, categoryStockOf } from '../stock/categoryStock.ts';
import type { Without } from './limits.ts';

interface Coming {
  readonly product_variant_id: number;
  readonly count: number;
  /** Soʻm of one. */
  readonly cost: number;
}

interface LimitAbove {
  variant: number;
  category: number;
  title: string;
  max_sum: number | null;
  max_quantity: number | null;
}

/** Faults by the line's place: of the nearest category that is over its limit once all lines have come. */
export async function overCategoryLimits(
  db: Kysely<Schema>,
  lines: readonly Coming[],
  organizationId: number,
  day: string,
  { withoutInvoice = 0, withoutLine = 0 }: Without,
): Promise<Map<number, FieldFault>> {
  const variants = [...new Set(lines.map((line) => line.product_variant_id))];
  const { rows } = await sql<LimitAbove>`
    WITH RECURSIVE up AS (
      SELECT v.id AS variant, p.category_id AS category, 0 AS depth
      FROM product_variant v JOIN product p ON p.id = v.product_id WHERE v.id = ANY (${variants}::integer[])
      UNION ALL
      SELECT u.variant, c.parent_id, u.depth + 1
      FROM up u JOIN product_category c ON c.id = u.category WHERE c.parent_id IS NOT NULL
    )
    SELECT u.variant, u.category, c.name_uz AS title, h.max_sum, h.max_quantity
    FROM up u
    JOIN ${inForceOf(categoryLimit, day)} h ON h.category_id = u.category AND h.organization_id = ${organizationId}
    JOIN product_category c ON c.id = u.category
    ORDER BY u.variant, u.depth`.execute(db);
  if (rows.length === 0) return new Map();
  const categories = [...new Set(rows.map(({ category }) => category))];
  const stock = await categoryStockOf(db, categories, organizationId);
  const ordered = await orderedOf(db, categories, organizationId, { withoutInvoice, withoutLine });
  return new Map(
    lines.flatMap(({ product_variant_id }, at) => {
      const fault = rows.filter(({ variant }) => variant === product_variant_id).flatMap(faultOf)[0];
      return fault === undefined ? [] : [[at, fault] as const];
    }),
  );

  /** None while the category holds what it has, what others have ordered, and all these lines. */
  function faultOf({ category, title, max_sum, max_quantity }: LimitAbove): FieldFault[] {
    const inside = new Set(rows.flatMap((row) => (row.category === category ? [row.variant] : [])));
    const coming = lines.filter((line) => inside.has(line.product_variant_id));
    const taken = [stock.get(category), ordered.get(category)];
    const fault = (
      key: string,
      max: number | null,
      has: (one: CategoryStock) => number,
      figure: (one: Coming) => number,
    ) => {
      if (max === null) return [];
      const left = taken.reduce((room, one) => room - (one ? has(one) : 0), Number(max));
      const sum = coming.reduce((all, line) => all + figure(line), 0);
      return sum > left ? [{ key, values: { category: title, left: Math.max(0, Math.floor(left)) } }] : [];
    };
    return [
      ...fault(
        'over_category_quantity',
        max_quantity,
        ({ quantity }) => quantity,
        ({ count }) => count,
      ),
      ...fault(
        'over_category_sum',
        max_sum,
        ({ sum }) => sum,
        ({ count, cost }) => count * cost,
      ),
    ];
  }
}

/** What other invoices of the branch that are not confirmed yet bring of each category. */
async function orderedOf(
  db: Kysely<Schema>,
  categories: readonly number[],
  organizationId: number,
  { withoutInvoice, withoutLine }: Required<Without>,
): Promise<Map<number, CategoryStock>> {
  const { rows } = await sql<{ id: number; quantity: number; sum: number }>`
    ${belowOf(categories)}
    SELECT b.top AS id, sum(l.count)::integer AS quantity, round(sum(l.count * l.value * l.currency_change)) AS sum
    FROM input_product l
    JOIN document d ON d.id = l.product_invoice_id AND d.organization_id = ${organizationId}
      AND d.status IN ('draft', 'sent')
    JOIN product_variant v ON v.id = l.product_variant_id
    JOIN product p ON p.id = v.product_id
    JOIN below b ON b.id = p.category_id
    WHERE d.id <> ${withoutInvoice} AND l.id <> ${withoutLine} GROUP BY 1`.execute(db);
  return new Map(rows.map(({ id, quantity, sum }) => [id, { quantity, sum: Number(sum) }]));
}
