/**
 * What is in the warehouses on a day: summed from the ledger when a day is asked for, read from the balance that the
 * ledger keeps when it is now. Goods in transit between warehouses are neither's (V14).
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  AGES,
  categoryGetAll,
  type ResidueBatch,
  type ResidueRow,
  residueBatches,
  residueIndex,
} from '../../contract/residues.ts';
import { allows } from '../../contract/rules.ts';
import { serialKey } from '../../contract/serial.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import type { SignedIn } from '../http/auth.ts';
import { spanOf, tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import { chosenFrom } from '../lists/chosen.ts';
import { answerComputed } from '../lists/computed.ts';

type Db = Kysely<Schema>;

/** The day that figures are asked of. `end`: its end; none means now. */
interface Asked {
  day: string;
  end: Date | undefined;
  /** Prices of the list and ages are those of this moment. */
  moment: Date;
}

function askedDay(date: string | undefined, now: Date): Asked {
  const today = tashkentDay(now);
  if (date === undefined) return { day: today, end: undefined, moment: now };
  const { to } = spanOf(date);
  if (date > today) throw invalidField('date', 'day_future');
  return { day: date, end: to, moment: date === today ? now : new Date(to.getTime() - 1) };
}

/** Batches with what is left of them, by warehouse: `warehouse_id, product_variant_id, batch_id, qty`. */
const batchesAt = ({ end }: Asked, where: RawBuilder<unknown>) =>
  end === undefined
    ? sql`SELECT b.warehouse_id, b.product_variant_id, b.batch_id, b.qty FROM stock_balance b WHERE b.qty > 0 AND ${where}`
    : sql`SELECT b.warehouse_id, b.product_variant_id, b.batch_id, sum(b.qty)::integer AS qty FROM stock_move b
          WHERE b.created_at < ${end} AND ${where} GROUP BY 1, 2, 3 HAVING sum(b.qty) > 0`;

/** Days from the one a batch came until the asked one. */
const ageOf = ({ day }: Asked, received: RawBuilder<unknown>) =>
  sql`greatest(0, ${day}::date - (${received} AT TIME ZONE 'Asia/Tashkent')::date)`;

const seesAll = (user: SignedIn) => user.office || allows(user.rules, 'product_residue.allshow');
/** What goods cost is not for everybody who may count them. */
const seesCost = (user: SignedIn) => allows(user.rules, 'product_residue.report');

/** Places of stock that the person sees, as a condition on `warehouse_list w`. */
export const seenPlaces = (user: SignedIn) =>
  sql`w.kind <> 'transit' AND ${seesAll(user) ? sql`true` : sql`w.organization_id = ${user.organizationId}`}`;

const ORDERS: Record<string, RawBuilder<unknown>> = {
  title: sql`title`,
  qty: sql`quantity`,
  cost: sql`cost`,
  age: sql`age`,
};

interface Figures {
  ages: Record<string, number>;
  totals: { n: number; units: number; cost_sum: number; selling_sum: number };
}

export const residueCalls: Implementation[] = [
  implement(residueIndex, {
    async handle({ db, user, query, now, language }) {
      const asked = askedDay(query.date, now);
      const costs = seesCost(user);
      const descending = query.sort?.startsWith('-') === true;
      const sort = query.sort?.replace('-', '') ?? 'title';
      if (sort === 'cost' && !costs) throw forbidden();

      const places = [seenPlaces(user)];
      if (query.warehouse_id) places.push(sql`w.id = ${query.warehouse_id}`);
      if (query.organization_id) places.push(sql`w.organization_id = ${query.organization_id}`);
      const goods = [sql`true`];
      if (query.category_id) goods.push(sql`p.category_id IN (SELECT id FROM below)`);
      const words = query.search?.trim();
      if (words) {
        const named = db.selectFrom('product_variant').select('id').where(keysAre('search_key', words));
        goods.push(sql`(v.id IN (${named}) OR upper(v.sku) = upper(${words}) OR v.barcode = ${words}
          OR v.id IN (SELECT b.variant_id FROM product_barcode b WHERE b.barcode = ${words} AND b.active) OR v.id IN
          (SELECT n.product_variant_id FROM serial_code c JOIN serial_number n ON n.id = c.serial_id
           WHERE c.code = ${serialKey(words)}))`);
      }
      const oldEnough = query.age ? sql`age > ${Number(query.age)}` : sql`true`;
      const order = sql`${ORDERS[sort]} ${sql.raw(descending ? 'DESC' : 'ASC')}, title, variant_id, warehouse_id`;

      const found = sql`
        WITH RECURSIVE below AS (
          SELECT ${query.category_id ?? null}::integer AS id
          UNION ALL
          SELECT c.id FROM product_category c JOIN below b ON c.parent_id = b.id
        ), place AS MATERIALIZED (
          SELECT w.id, w.name, w.kind, w.organization_id, o.name AS organization
          FROM warehouse_list w JOIN organization o ON o.id = w.organization_id
          WHERE ${sql.join(places, sql` AND `)}
        ), lying AS (
          ${batchesAt(asked, sql`b.warehouse_id IN (SELECT id FROM place)`)}
        ), listed AS (
          SELECT DISTINCT ON (product_variant_id) product_variant_id, price FROM price
          WHERE valid_from <= ${asked.moment} ORDER BY product_variant_id, valid_from DESC
        ), found AS MATERIALIZED (
          SELECT v.id AS variant_id, v.title, v.sku, v.barcode, v.is_serial_number, p.category_id, l.warehouse_id,
                 l.quantity, l.sum, round(l.sum / l.quantity) AS cost, t.price,
                 ${ageOf(asked, sql`l.oldest`)} AS age
          FROM (
            SELECT b.product_variant_id, b.warehouse_id, sum(b.qty)::integer AS quantity, sum(b.qty * s.cost) AS sum,
                   min(s.received_at) AS oldest
            FROM lying b JOIN stock_batch s ON s.id = b.batch_id GROUP BY 1, 2
          ) l
          JOIN product_variant v ON v.id = l.product_variant_id
          JOIN product p ON p.id = v.product_id
          LEFT JOIN listed t ON t.product_variant_id = v.id
          WHERE ${sql.join(goods, sql` AND `)}
        ), aged AS (
          SELECT * FROM found WHERE ${oldEnough}
        )`;
      return answerComputed(query, {
        async figures() {
          const { rows } = await sql<Figures>`${found}
            SELECT
              (SELECT json_build_object('all', count(*), ${sql.join(
                AGES.map((age) => sql`${age}::text, count(*) FILTER (WHERE age > ${Number(age)})`),
              )}) FROM found) AS ages,
              (SELECT json_build_object('n', count(*), 'units', coalesce(sum(quantity), 0),
                 'cost_sum', coalesce(sum(sum), 0), 'selling_sum', coalesce(sum(quantity * price), 0)) FROM aged)
                AS totals`.execute(db);
          const [{ ages, totals }] = rows as [Figures];
          const { n, cost_sum, ...sums } = totals;
          return { total: n, ages, totals: { ...sums, cost_sum: costs ? cost_sum : null } };
        },
        async rows(limit, offset) {
          const { rows } = await sql<{ page: ResidueRow[] }>`${found}, page AS (
              SELECT * FROM aged ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
            )
            SELECT coalesce(json_agg(json_build_object(
              'variant', json_build_object('id', variant_id, 'title', title, 'sku', sku, 'barcode', barcode,
                                           'is_serial_number', is_serial_number),
              'category', ${sql.ref(language === 'ru' ? 'k.name_ru' : 'k.name_uz')},
              'warehouse', json_build_object('id', w.id, 'name', w.name, 'kind', w.kind),
              'organization', json_build_object('id', w.organization_id, 'name', w.organization),
              'quantity', quantity, 'cost', cost, 'sum', sum, 'price', price, 'age', age) ORDER BY ${order}), '[]') AS page
            FROM page JOIN place w ON w.id = page.warehouse_id JOIN product_category k ON k.id = page.category_id`.execute(
            db,
          );
          const [{ page }] = rows as [{ page: ResidueRow[] }];
          return costs ? page : page.map((row) => ({ ...row, cost: null, sum: null }));
        },
        meta: { date: asked.day },
      });
    },
  }),

  implement(residueBatches, {
    async record({ db, user, params, query }) {
      const { rows } = await sql<Pick<ResidueRow, 'variant' | 'warehouse' | 'organization'>>`
        SELECT json_build_object('id', v.id, 'title', v.title, 'sku', v.sku, 'barcode', v.barcode,
                                 'is_serial_number', v.is_serial_number) AS variant,
               json_build_object('id', w.id, 'name', w.name, 'kind', w.kind) AS warehouse,
               json_build_object('id', o.id, 'name', o.name) AS organization
        FROM product_variant v, warehouse_list w JOIN organization o ON o.id = w.organization_id
        WHERE v.id = ${params.id} AND w.id = ${query.warehouse_id} AND ${seenPlaces(user)}`.execute(db);
      const [found] = rows;
      if (!found) throw notFound();
      return found;
    },
    async handle({ db, user, params, query, now, record }) {
      const asked = askedDay(query.date, now);
      const { rows } = await sql<ResidueBatch>`
        WITH lying AS (
          ${batchesAt(asked, sql`b.warehouse_id = ${query.warehouse_id} AND b.product_variant_id = ${params.id}`)}
        )
        SELECT s.id, s.received_at, json_build_object('id', d.id, 'number', d.number, 'kind', d.kind) AS document,
               s.cost, l.qty AS quantity, ${ageOf(asked, sql`s.received_at`)} AS age
        FROM lying l JOIN stock_batch s ON s.id = l.batch_id JOIN document d ON d.id = s.document_id
        ORDER BY s.received_at, s.id`.execute(db);
      const units = await unitsOf(db, asked, params.id, query.warehouse_id);
      const costs = seesCost(user);
      return {
        data: rows.map((row) => ({
          ...row,
          received_at: new Date(row.received_at).toISOString(),
          cost: costs ? row.cost : null,
          serials: units.get(row.id) ?? [],
        })),
        ...record,
      };
    },
  }),

  implement(categoryGetAll, {
    async handle({ db, query, language }) {
      const name = sql.ref(language === 'ru' ? 'name_ru' : 'name_uz');
      const words = query.search?.trim();
      const named = words
        ? sql`id IN (${db.selectFrom('product_category').select('id').where(keysAre('search_key', words))})`
        : sql`true`;
      const found = sql`
        WITH RECURSIVE tree AS (
          SELECT id, ${name} AS name, active, ARRAY[]::text[] AS above FROM product_category WHERE parent_id IS NULL
          UNION ALL
          SELECT c.id, c.${name}, c.active, t.above || t.name FROM product_category c JOIN tree t ON c.parent_id = t.id
        ), found AS (
          SELECT * FROM tree WHERE ${named} AND ${chosenFrom(query, sql`id`, sql`active`)}
        )`;
      return answerComputed(query, {
        async figures() {
          const { rows } = await sql<{ n: number }>`${found} SELECT count(*)::integer AS n FROM found`.execute(db);
          return { total: rows[0]?.n ?? 0 };
        },
        async rows(limit, offset) {
          const { rows } = await sql<{ id: number; name: string; above: string[] }>`${found}
            SELECT id, name, above FROM found ORDER BY above || name LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows;
        },
      });
    },
  }),
];

/** Serial units by batch: those that entered this warehouse and had not left it by then. */
async function unitsOf(
  db: Db,
  { end }: Asked,
  variantId: number,
  warehouseId: number,
): Promise<Map<number, ResidueBatch['serials']>> {
  const here =
    end === undefined
      ? sql`SELECT id AS serial_id, batch_id FROM serial_number
            WHERE warehouse_id = ${warehouseId} AND product_variant_id = ${variantId}`
      : sql`SELECT serial_id, batch_id FROM stock_move
            WHERE warehouse_id = ${warehouseId} AND product_variant_id = ${variantId} AND serial_id IS NOT NULL
              AND created_at < ${end} GROUP BY 1, 2 HAVING sum(qty) > 0`;
  const { rows } = await sql<{ batch_id: number; serial_number: string; imei_numbers: string[] }>`
    SELECT h.batch_id, n.serial_number,
           coalesce((SELECT array_agg(c.code ORDER BY c.code) FROM serial_code c
                     WHERE c.serial_id = n.id AND c.kind = 'imei'), '{}') AS imei_numbers
    FROM (${here}) h JOIN serial_number n ON n.id = h.serial_id
    ORDER BY n.serial_number`.execute(db);
  const found = new Map<number, ResidueBatch['serials']>();
  for (const { batch_id, ...unit } of rows) found.set(batch_id, [...(found.get(batch_id) ?? []), unit]);
  return found;
}
