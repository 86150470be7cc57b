/** Selling prices of variants (decision 79): read with who set them and why, and set at the page of goods. */
import { type Kysely, sql } from 'kysely';
import { type Price, priceAdd, priceIndex } from '../../contract/prices.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { perMonth } from '../sale/perMonth.ts';

type Db = Kysely<Schema>;

const SHOWN = 100;

async function pricesOf(db: Db, variantId: number): Promise<Price[]> {
  const rows = await db
    .selectFrom('price as p')
    .leftJoin('app_user as u', 'u.id', 'p.created_by')
    .select(['p.price', 'p.valid_from', 'p.reason', 'p.created_by', 'u.fullname'])
    .where('p.product_variant_id', '=', variantId)
    .orderBy('p.valid_from', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ created_by, fullname, valid_from, ...row }) => ({
    ...row,
    valid_from: valid_from.toISOString(),
    created_by: created_by === null ? null : person(created_by, fullname ?? ''),
  }));
}

/** The price that is valid at a moment; null: none has begun. */
async function priceAt(db: Db, variantId: number, at: Date): Promise<number | null> {
  const row = await db
    .selectFrom('price')
    .select('price')
    .where('product_variant_id', '=', variantId)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.price ?? null;
}

/** @throws Refusal 404 */
async function findVariant(db: Db, id: number, lock: boolean): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product_variant WHERE id = ${id} ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

export const priceImplementations: Implementation[] = [
  implement(priceIndex, {
    record: ({ db, params }) => findVariant(db, params.id, false),
    async handle({ db, record, user, now }) {
      const current = await priceAt(db, record.id, now);
      const per_month = current === null ? [] : await perMonth(db, record.id, current, user.organizationId);
      return { data: await pricesOf(db, record.id), current, per_month };
    },
  }),

  implement(priceAdd, {
    // two people who set the price of one variant do it one after another
    record: ({ db, params }) => findVariant(db, params.id, true),
    async handle({ db, user, body, record, now }) {
      const { price, reason, seen } = body;
      const current = await priceAt(db, record.id, now);
      if (current !== seen)
        throw conflict('stale', {
          messageKey: 'errors.price_changed',
          current: { price: current },
        });
      await db
        .insertInto('price')
        .values({ product_variant_id: record.id, price, valid_from: now, reason, created_by: user.id })
        .execute();
      return {
        data: { price, reason, valid_from: now.toISOString(), created_by: person(user.id, user.fullname) },
      };
    },
  }),
];
