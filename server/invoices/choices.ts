/** What the invoice's window asks for: currencies and rates, products, limits and prices (decisions 29, 48). */
import { type Kysely, sql } from 'kysely';
import { mayBeBarcode, sameBarcode, writtenBarcodes } from '../../contract/barcode.ts';
import { SEES_LINES } from '../../contract/invoices/choices.server.ts';
import {
  additionalPrices,
  checkLimit,
  currencyChange,
  currencyGetAll,
  recommendedPrice,
  type VariantInSelect,
  variantGetAll,
  variantRecognize,
} from '../../contract/invoices/choices.ts';
import { allows } from '../../contract/rules.ts';
import { searchKey } from '../../contract/search.ts';
import { sellingPrice } from '../../machines/invoice/sellingPrice.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import { chosenFrom } from '../lists/chosen.ts';
import { answerComputed } from '../lists/computed.ts';
import { markupsOf, NO_MARKUP } from '../supply/markups.ts';
import { seesEvery } from './access.ts';
import { limitsOf } from './limits.ts';
import { practiceDateOf, ratesOn } from './rates.ts';

type Db = Kysely<Schema>;

/** The organization that is asked about: the person's own unless another one is named and may be seen. */
async function organizationFor(db: Db, user: SignedIn, asked: number | undefined): Promise<number> {
  const id = asked ?? user.organizationId;
  if (id === user.organizationId) return id;
  const organization = await db.selectFrom('organization').select('id').where('id', '=', id).executeTakeFirst();
  if (!organization) throw invalidField('organization_id', 'organization');
  if (!seesEvery(user)) throw forbidden('errors.organization_not_seen');
  return id;
}

interface VariantRow {
  id: number;
  title: string;
  sku: string;
  barcode: string | null;
  barcodes: string[] | null;
  category: string;
  is_serial_number: boolean;
  imei_count: number;
  last_value: number | null;
  last_currency: number | null;
}

/** Products with what a line begins with, in the order of the ids; unknown and inactive ones are left out. */
async function variantsOf(db: Db, ids: readonly number[], organizationId: number): Promise<VariantInSelect[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<VariantRow>`
    SELECT v.id, v.title, v.sku, v.barcode, c.name_uz AS category,
           (SELECT array_agg(b.barcode ORDER BY b.id) FROM product_barcode b WHERE b.variant_id = v.id AND b.active) AS barcodes, v.is_serial_number, v.imei_count,
           l.value AS last_value, l.currency_id AS last_currency
    FROM product_variant v
    JOIN product p ON p.id = v.product_id
    JOIN product_category c ON c.id = p.category_id
    LEFT JOIN LATERAL (
      SELECT i.value, i.currency_id FROM input_product i JOIN product_invoice c ON c.id = i.product_invoice_id
      WHERE i.product_variant_id = v.id AND i.batch_id IS NOT NULL AND i.withdrawn_at IS NULL
      ORDER BY c.confirmed_at DESC, i.id DESC LIMIT 1) l ON true
    WHERE v.id = ANY(${ids}::integer[])`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  const markups = await markupsOf(db, [...found.keys()], organizationId);
  return ids.flatMap((id) => {
    const row = found.get(id);
    if (!row) return [];
    const { last_value, last_currency, barcodes, ...variant } = row;
    return [
      {
        ...variant,
        ...(barcodes !== null && { barcodes }),
        defaults: markups.get(id) ?? NO_MARKUP,
        last: last_value !== null && last_currency !== null ? { value: last_value, currency_id: last_currency } : null,
      },
    ];
  });
}

/** Matches shown of a word that means several products. */
const MOST_MATCHES = 5;

/** Codes as they are compared: case and spaces make no difference. */
const plainCode = (word: string): string => word.replace(/\s+/g, '').toUpperCase();

/** A scanner may write zeros before a barcode, or leave them out. */
const ofBarcode = (code: string) =>
  // each form by itself, so that the index is read
  sql<boolean>`(product_variant.barcode = ANY(${mayBeBarcode(code) ? writtenBarcodes(code) : [code]}::text[])
    OR product_variant.id IN (SELECT b.variant_id FROM product_barcode b
      WHERE b.active AND lpad(b.barcode, 14, '0') = ${mayBeBarcode(code) ? sameBarcode(code) : code}))`;

interface Match {
  place: number;
  by: 'sku' | 'barcode' | 'title';
  id: number;
}

/** Each word against code, barcode and name, in this order; the first that matches decides. */
async function recognized(db: Db, words: readonly string[]): Promise<Match[]> {
  const codes = words.map(plainCode);
  const barcodes = codes.map((code) => (mayBeBarcode(code) ? sameBarcode(code) : ''));
  const names = words.map((word) => searchKey(word));
  const { rows } = await sql<Match>`
    WITH words AS (
      SELECT * FROM unnest(${codes}::text[], ${barcodes}::text[], ${names}::text[]) WITH ORDINALITY
        AS w (code, barcode, name, place)
    ), exact AS (
      SELECT w.place, 'sku' AS by, v.id FROM words w JOIN product_variant v ON upper(v.sku) = w.code AND v.active
      WHERE w.code <> ''
      UNION ALL
      SELECT w.place, 'barcode', v.id FROM words w
      JOIN product_variant v ON v.barcode IS NOT NULL AND lpad(v.barcode, 14, '0') = w.barcode AND v.active
      WHERE w.barcode <> ''
      UNION ALL
      SELECT w.place, 'barcode', v.id FROM words w
      JOIN product_barcode b ON b.active AND lpad(b.barcode, 14, '0') = w.barcode
      JOIN product_variant v ON v.id = b.variant_id AND v.active
      WHERE w.barcode <> ''
    )
    SELECT place::integer, by, id FROM exact
    UNION ALL
    SELECT w.place::integer, 'title', t.id
    FROM words w
    CROSS JOIN LATERAL (
      SELECT v.id FROM product_variant v
      -- a key begins with the name; by range, so that the index is read
      WHERE v.active AND v.search_key COLLATE "C" >= w.name AND v.search_key COLLATE "C" < w.name || '!'
      ORDER BY length(v.search_key), v.id LIMIT ${MOST_MATCHES + 1}) t
    WHERE w.name <> '' AND NOT EXISTS (SELECT 1 FROM exact e WHERE e.place = w.place)
    ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

export const invoiceChoiceCalls: Implementation[] = [
  implement(currencyChange, {
    async handle({ db, user, query, now }) {
      const organizationId = await organizationFor(db, user, query.organization_id);
      const date = await practiceDateOf(db, organizationId, now);
      const rate = (await ratesOn(db, date)).get('USD');
      if (rate === undefined) throw notFound();
      return { data: { currency_change: rate, date } };
    },
  }),

  implement(currencyGetAll, {
    async handle({ db, user, query, language, now }) {
      const organizationId = await organizationFor(db, user, query.organization_id);
      const rates = await ratesOn(db, await practiceDateOf(db, organizationId, now));
      const rows = await db.selectFrom('currency').selectAll().where('active', '=', true).orderBy('id').execute();
      return {
        data: rows.map((row) => ({
          id: row.id,
          abbrevation: row.abbrevation,
          name: language === 'ru' ? row.name_ru : row.name_uz,
          rate: rates.get(row.abbrevation) ?? null,
        })),
      };
    },
  }),

  implement(variantGetAll, {
    async handle({ db, user, query }) {
      const organizationId = await organizationFor(db, user, query.organization_id);
      const word = query.search?.trim() ?? '';
      const open = chosenFrom(query, sql.ref('id'), sql.ref('active'));
      let found = db.selectFrom('product_variant').where(sql<boolean>`${open}`);
      const code = plainCode(word);
      if (word !== '') {
        found = found.where((where) =>
          where.or([keysAre('search_key', word), sql<boolean>`upper(sku) = ${code}`, ofBarcode(code)]),
        );
      }
      return answerComputed(query, {
        async figures() {
          const { n } = await found.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
          return { total: Number(n) };
        },
        async rows(limit, offset) {
          const ids = await found
            .select('id')
            // The code or barcode itself comes first, then short names.
            .orderBy(sql`upper(sku) = ${code} OR coalesce(${ofBarcode(code)}, false)`, 'desc')
            .orderBy(sql`length(title)`)
            .orderBy('id')
            .limit(limit)
            .offset(offset)
            .execute();
          const variants = await variantsOf(
            db,
            ids.map((row) => row.id),
            organizationId,
          );
          // to choose one needs no purchase price
          if (allows(user.rules, SEES_LINES)) return variants;
          return variants.map((variant) => ({ ...variant, defaults: NO_MARKUP, last: null }));
        },
      });
    },
  }),

  implement(variantRecognize, {
    async handle({ db, user, body }) {
      const organizationId = await organizationFor(db, user, body.organization_id);
      const matches = await recognized(db, body.words);
      const variants = await variantsOf(db, [...new Set(matches.map((match) => match.id))], organizationId);
      const byId = new Map(variants.map((variant) => [variant.id, variant]));
      const places = new Map<number, Match[]>();
      for (const match of matches) places.set(match.place, [...(places.get(match.place) ?? []), match]);
      return {
        data: body.words.map((_, index) => {
          const found = places.get(index + 1) ?? [];
          return {
            by: found[0]?.by ?? null,
            matches: [...new Set(found.map((match) => match.id))].flatMap((id) => byId.get(id) ?? []),
          };
        }),
      };
    },
  }),

  implement(recommendedPrice, {
    async handle({ db, user, params, query }) {
      const organizationId = await organizationFor(db, user, query.organization_id);
      const variant = await db
        .selectFrom('product_variant')
        .select(['id', 'last_cost'])
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (!variant) throw notFound();
      const last = await db
        .selectFrom('input_product as l')
        .innerJoin('product_invoice as i', 'i.id', 'l.product_invoice_id')
        .innerJoin('document as d', 'd.id', 'i.id')
        .select('l.selling_price')
        .where('l.product_variant_id', '=', variant.id)
        .where('l.batch_id', 'is not', null)
        .where('l.withdrawn_at', 'is', null)
        // what another organization sells it for is better than nothing, and no more than that
        .orderBy(sql`d.organization_id = ${organizationId}`, 'desc')
        .orderBy('i.confirmed_at', 'desc')
        .orderBy('l.id', 'desc')
        .limit(1)
        .executeTakeFirst();
      const markup = (await markupsOf(db, [variant.id], organizationId)).get(variant.id) ?? NO_MARKUP;
      const cost = Number(variant.last_cost);
      const rule = cost > 0 ? sellingPrice({ value: cost, currency_change: 1, ...markup }) : null;
      const known = [last?.selling_price ?? null, rule].filter((price) => price !== null);
      return {
        data: {
          selling_price: known.length > 0 ? Math.max(...known) : null,
          last_price: last?.selling_price ?? null,
          last_cost: cost > 0 ? cost : null,
          rule_price: rule,
        },
      };
    },
  }),

  implement(additionalPrices, {
    async record({ db, user, params, query }) {
      const organizationId = query.organization_id ?? user.organizationId;
      const markup = (await markupsOf(db, [params.id], organizationId)).get(params.id);
      if (!markup) throw notFound();
      return { markup, organizationId };
    },
    async handle({ user, record: { markup, organizationId } }) {
      if (organizationId !== user.organizationId && !seesEvery(user)) throw forbidden('errors.organization_not_seen');
      return { data: markup };
    },
  }),

  implement(checkLimit, {
    async handle({ db, user, params, query }) {
      const organizationId = await organizationFor(db, user, query.organization_id);
      const variant = await db
        .selectFrom('product_variant')
        .select('id')
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (!variant) throw notFound();
      const limit = (await limitsOf(db, [variant.id], organizationId)).get(variant.id);
      if (!limit) throw notFound();
      return { data: limit };
    },
  }),
];
