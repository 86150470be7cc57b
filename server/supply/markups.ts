/**
 * Markups of categories (spec 3 "Input product line", areas 4.3 `/repositories/markup-category`): what a line of an
 * invoice begins with. Which revision is in force is read by its day, so nothing depends on when the job of
 * `server/housekeeping.ts` marks it valid.
 */
import { type Kysely, sql } from 'kysely';
import { additionalPrices } from '../../contract/invoices.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

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
  db: Db,
  variantIds: readonly number[],
  organizationId: number,
): Promise<Map<number, Markup>> {
  if (variantIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number } & Markup>`
    WITH RECURSIVE day AS (
      SELECT coalesce(
        (SELECT date FROM practice_day WHERE organization_id = ${organizationId}::int AND status = 'open'),
        (now() AT TIME ZONE 'Asia/Tashkent')::date) AS date
    ), wanted AS (
      SELECT v.id, p.category_id
      FROM product_variant v JOIN product p ON p.id = v.product_id
      WHERE v.id = ANY (${[...new Set(variantIds)]}::int[])
    ), climb AS (
      SELECT DISTINCT category_id AS start, category_id AS at, 0 AS height FROM wanted
      UNION ALL
      SELECT c.start, k.parent_id, c.height + 1
      FROM climb c JOIN product_category k ON k.id = c.at
      WHERE k.parent_id IS NOT NULL
    ), found AS (
      SELECT DISTINCT ON (c.start) c.start, m.no_cash, m.additional, m.other_additional
      FROM climb c JOIN markup_category m ON m.category_id = c.at CROSS JOIN day
      WHERE m.status IN ('planned', 'valid', 'superseded') AND m.valid_from <= day.date
        AND (m.organization_id IS NULL OR m.organization_id = ${organizationId}::int)
      ORDER BY c.start, c.height, m.organization_id NULLS LAST, m.valid_from DESC, m.id DESC
    )
    SELECT w.id, coalesce(f.no_cash, ${NO_MARKUP.no_cash}) AS no_cash,
           coalesce(f.additional, ${NO_MARKUP.additional}) AS additional,
           coalesce(f.other_additional, ${NO_MARKUP.other_additional}) AS other_additional
    FROM wanted w LEFT JOIN found f ON f.start = w.category_id`.execute(db);
  return new Map(rows.map(({ id, ...markup }) => [id, markup]));
}

export const markupCalls: Implementation[] = [
  implement(additionalPrices, {
    async record({ db, user, params, query }) {
      const organizationId = query.organization_id ?? user.organizationId;
      const markup = (await markupsOf(db, [params.id], organizationId)).get(params.id);
      if (!markup) throw notFound();
      return { markup, organizationId };
    },
    async handle({ user, record }) {
      const seesAll = user.office || allows(user.rules, 'product_invoice.allshow');
      if (!seesAll && record.organizationId !== user.organizationId) throw forbidden('errors.organization_not_yours');
      return { data: record.markup };
    },
  }),
];
