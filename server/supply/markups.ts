/** Markups of categories (spec 3 "Input product line", areas 4.3 `/repositories/markup-category`): what a line of an invoice begins with. */
import { type Kysely, sql } from 'kysely';
import { markupCategory } from '../../contract/settings/markupCategory.ts';
import type { Schema } from '../db/schema.ts';
import { dayOfWriting } from '../practiceDay/openDay.ts';
import { nearestOf } from '../settings/tree.ts';

/** Percents and soʻm of the price rule (spec 5 "Selling price rule", decision 22). */
export interface Markup {
  no_cash: number;
  additional: number;
  other_additional: number;
}

/** Where nobody has set a markup: the price rule then leaves the cost as it is. */
export const NO_MARKUP: Markup = { no_cash: 100, additional: 0, other_additional: 0 };

/**
 * What the price rule begins with for each of the variants, in one query; unknown variants are left out.
 *
 * The variant's own category decides, else the nearest category above it that has a markup; in one category the
 * organization's own markup goes before the general one. In force on the open practice day of the organization,
 * without an open one today. Always three figures: `NO_MARKUP` where there is none.
 */
export async function markupsOf(
  db: Kysely<Schema>,
  variantIds: readonly number[],
  organizationId: number,
): Promise<Map<number, Markup>> {
  if (variantIds.length === 0) return new Map();
  const categories = sql`SELECT category_id FROM wanted`;
  const { rows } = await sql<{ id: number } & Markup>`
    WITH wanted AS (
      SELECT v.id, p.category_id
      FROM product_variant v JOIN product p ON p.id = v.product_id
      WHERE v.id = ANY (${[...new Set(variantIds)]}::integer[])
    )
    SELECT w.id, coalesce(m.no_cash, ${NO_MARKUP.no_cash}) AS no_cash,
           coalesce(m.additional, ${NO_MARKUP.additional}) AS additional,
           coalesce(m.other_additional, ${NO_MARKUP.other_additional}) AS other_additional
    FROM wanted w
    LEFT JOIN ${nearestOf(markupCategory, categories, dayOfWriting(organizationId), organizationId)} m
      ON m.start = w.category_id`.execute(db);
  return new Map(rows.map(({ id, ...markup }) => [id, markup]));
}
