/** The question turned round: which goods of a warehouse fit so much now and so much a month (areas 3.1; decisions 65, 72). */
import { type Kysely, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import { fitsSecured, nearestOf, offersOf } from '../../contract/sale/offers.ts';
import { type OrderOffers, orderOffers } from '../../contract/sale/orders.ts';
import type { Schema } from '../db/schema.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { readSelling, termsFor } from '../sale/terms.ts';
import { locksOf } from '../stock/locks.ts';
import { priceNow } from './access.ts';
import { findWarehouse } from './goods.ts';
import { stockAndKept } from './reservations.ts';

/** Goods that do not fit are said so many: those that nearly do. */
const NEAR = 3;

type Goods = Omit<OrderOffers['near'][number], 'offer'>;

/** What is free in a warehouse, priced and not locked; the dearest first. */
async function soldHere(
  db: Kysely<Schema>,
  { id, organization_id }: { id: number; organization_id: number },
  language: Language,
  now: Date,
): Promise<Goods[]> {
  const here = (alias: string) => sql`${sql.ref(`${alias}.warehouse_id`)} = ${id}`;
  const { rows } = await sql<Goods>`
    SELECT * FROM (
      SELECT v.id AS product_variant_id, v.title, s.stock, s.reserved, ${priceNow('v.id', now)}::bigint AS price,
             coalesce(${sql.ref(language === 'ru' ? 'k.name_ru' : 'k.name_uz')}, '') AS category
      FROM ${stockAndKept(here, now)} s JOIN product_variant v ON v.id = s.product_variant_id AND v.active
      JOIN product p ON p.id = v.product_id LEFT JOIN product_category k ON k.id = p.category_id
      WHERE s.stock > s.reserved
    ) g WHERE g.price > 0 ORDER BY g.price DESC, g.title, g.product_variant_id`.execute(db);
  const locks = await locksOf(
    db,
    rows.map((row) => row.product_variant_id),
    organization_id,
    now,
  );
  return rows.filter((row) => !locks.has(row.product_variant_id)).map((row) => ({ ...row, price: Number(row.price) }));
}

export const orderOfferImplementations: Implementation[] = [
  implement(orderOffers, {
    record: ({ db, user, params }) => findWarehouse(db, user, params.warehouseId),
    async handle({ db, user, record, query, now, language }) {
      const goods = await soldHere(db, record, language, now);
      const selling = await readSelling(
        db,
        { clientId: query.client_id ?? null, organizationId: record.organization_id, language },
        goods.map((one) => one.product_variant_id),
      );
      const wish = { firstPayment: query.first, month: query.month };
      const confirms = allows(user.rules, 'contract.confirm');
      const fitting: OrderOffers['goods'] = [];
      let near: OrderOffers['near'] = [];
      const rest: Goods[] = [];
      const saleOf = ({ product_variant_id, price }: Goods) => termsFor(selling, [{ product_variant_id, sum: price }]);
      for (const one of goods) {
        const offers = offersOf(saleOf(one), wish, confirms);
        if (offers.length > 0) fitting.push({ ...one, offers });
        else rest.push(one);
      }
      // the cheapest first: what they need bounds the search among the dearer ones
      for (const one of rest.reverse()) {
        const offer = nearestOf(saleOf(one), wish, confirms, near.length < NEAR ? undefined : near.at(-1)?.offer.more);
        if (offer !== null)
          near = [...near, { ...one, offer }].sort((a, b) => a.offer.more - b.offer.more).slice(0, NEAR);
      }
      const { limit, client } = selling;
      return {
        data: {
          ...{ goods: fitting, tried: goods.length, near, kind: client.kind },
          secured: rest.filter((one) => fitsSecured(saleOf(one), wish, confirms)).length,
          free: limit === null ? null : Math.max(0, limit.sum - client.used),
        },
      };
    },
  }),
];
