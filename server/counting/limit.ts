/** The categories that an act is limited to, each with everything below it in the tree (decision 17). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ActCategory } from '../../contract/counting/shared.ts';
import type { Schema } from '../db/schema.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import type { Reason } from '../lifecycle/spec.ts';
import type { ActRecord } from './access.ts';

type Db = Kysely<Schema>;
type Limited = Pick<ActRecord, 'id' | 'categories'>;

export const isLimited = ({ categories }: Limited): boolean => categories.length > 0;

/** Whether a category is one of the act's, or below one of them. The tree of today decides, not that of the limiting. */
const isWithin = ({ id }: Limited, category: RawBuilder<unknown>) => sql<boolean>`${category} IN (
  WITH RECURSIVE below AS (
    SELECT category_id AS id FROM act_of_count_category WHERE act_of_count_id = ${id}
    UNION
    SELECT c.id FROM product_category c JOIN below b ON c.parent_id = b.id
  ) SELECT id FROM below)`;

/** Whether the act counts `product_variant v` of `product p`. */
export const countsProduct = (act: Limited): RawBuilder<boolean> =>
  isLimited(act) ? isWithin(act, sql`p.category_id`) : sql<boolean>`true`;

/** The products of a limited act; undefined when it counts everything. */
export async function variantsOfLimit(db: Db, act: Limited): Promise<number[] | undefined> {
  if (!isLimited(act)) return undefined;
  const { rows } = await sql<{ id: number }>`
    SELECT v.id FROM product_variant v JOIN product p ON p.id = v.product_id WHERE ${countsProduct(act)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Of a statement that selects products, those that the act does not count. */
export async function outsideOf(
  db: Db,
  act: Limited,
  variants: RawBuilder<unknown>,
): Promise<{ id: number; title: string }[]> {
  if (!isLimited(act)) return [];
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT v.id, v.title FROM product_variant v JOIN product p ON p.id = v.product_id
    WHERE v.id IN (${variants}) AND NOT ${countsProduct(act)} ORDER BY v.search_key, v.id`.execute(db);
  return rows;
}

export const among = (ids: readonly number[]) => sql`SELECT unnest(${[...new Set(ids)]}::integer[])`;

/** Names in the message; the lines of the refusal have all of them. */
const NAMED = 3;

/** By name what the act does not count, as the reason of a refusal. */
export async function outsideReason(db: Db, act: Limited, variants: RawBuilder<unknown>): Promise<Reason | undefined> {
  const outside = await outsideOf(db, act, variants);
  if (outside.length === 0) return undefined;
  const names = outside.slice(0, NAMED).map(({ title }) => `«${title}»`);
  if (outside.length > NAMED) names.push('…');
  return {
    code: OUTSIDE,
    lines: outside.map(({ id, title }) => ({ product_variant_id: id, title })),
    values: { names: names.join(', ') },
  };
}

const OUTSIDE = 'outside_limit';

/** @throws Refusal 409 by name what the act does not count. */
export async function requireWithinLimit(db: Db, act: Limited, variants: RawBuilder<unknown>): Promise<void> {
  const outside = await outsideReason(db, act, variants);
  if (outside !== undefined) throw conflict(OUTSIDE, outside);
}

/** Replaces the categories of an act; with none of them it counts everything. Answers the new ones. */
export async function limitAct(db: Db, actId: number, categoryIds: readonly number[]): Promise<ActCategory[]> {
  const ids = [...new Set(categoryIds)];
  const found = ids.length
    ? await db
        .selectFrom('product_category')
        .select(['id', 'name_uz', 'name_ru'])
        .where('id', 'in', ids)
        .where('active', '=', true)
        .orderBy('id')
        .execute()
    : [];
  if (found.length < ids.length) throw invalidField('category_ids', 'category');
  await db.deleteFrom('act_of_count_category').where('act_of_count_id', '=', actId).execute();
  if (found.length > 0)
    await db
      .insertInto('act_of_count_category')
      .values(found.map(({ id }) => ({ act_of_count_id: actId, category_id: id })))
      .execute();
  return found;
}
