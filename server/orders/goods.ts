/** Goods while they are chosen: what may be ordered out of a warehouse, where else it lies, and its units (areas 4.18). */
import { type Kysely, sql } from 'kysely';
import { type Orderable, orderGoods, orderSearch, orderUnits, orderWarehouses } from '../../contract/sale/orders.ts';
import { searchKey } from '../../contract/search.ts';
import { serialKey } from '../../contract/serial.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre } from '../db/search.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound } from '../http/refusal.ts';
import { locksOf } from '../stock/locks.ts';
import { priceNow } from './access.ts';
import { isLive, stockAndKept } from './reservations.ts';

type Db = Kysely<Schema>;

/** So many are offered at once: more words find fewer. */
const OFFERED = 30;

const sellsOutOf = (user: SignedIn) =>
  sql`w.active AND w.kind IN ('shop', 'main') AND ${user.office ? sql`true` : sql`w.organization_id = ${user.organizationId}`}`;

/** @throws Refusal 404 for a warehouse that the person may not order out of */
export async function findWarehouse(
  db: Db,
  user: SignedIn,
  id: number,
): Promise<{ id: number; organization_id: number }> {
  const { rows } = await sql<{ id: number; organization_id: number }>`
    SELECT w.id, w.organization_id FROM warehouse_list w WHERE w.id = ${id} AND ${sellsOutOf(user)}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

export const orderGoodsImplementations: Implementation[] = [
  implement(orderWarehouses, {
    async handle({ db, user }) {
      // the own shop first, so that nothing is to be chosen
      const { rows } = await sql<{ id: number; title: string; organization_id: number }>`
        SELECT w.id, o.name || ' · ' || w.name AS title, w.organization_id
        FROM warehouse_list w JOIN organization o ON o.id = w.organization_id WHERE ${sellsOutOf(user)}
        ORDER BY (w.organization_id = ${user.organizationId}) DESC, (w.kind = 'shop') DESC, o.id, w.id`.execute(db);
      return { data: rows };
    },
  }),

  implement(orderSearch, {
    record: ({ db, user, params }) => findWarehouse(db, user, params.warehouseId),
    async handle({ db, record, query, now }) {
      const words = query.search?.trim() ?? '';
      const code = serialKey(words);
      const unit = sql`(SELECT n.id, n.product_variant_id, n.serial_number FROM serial_code c
        JOIN serial_number n ON n.id = c.serial_id WHERE c.code = ${code} AND n.warehouse_id = ${record.id} LIMIT 1)`;
      const named = words
        ? sql`(v.id IN (SELECT id FROM product_variant WHERE ${keysAre('search_key', searchKey(words))})
            OR upper(v.sku) = upper(${words}) OR v.barcode = ${words}
            OR v.id IN (SELECT b.variant_id FROM product_barcode b WHERE b.barcode = ${words} AND b.active)
            OR v.id = (SELECT product_variant_id FROM ${unit} u))`
        : sql`s.stock > s.reserved`;
      const here = (alias: string) => sql`${sql.ref(`${alias}.warehouse_id`)} = ${record.id}`;
      const { rows } = await sql<Omit<Orderable, 'locked'>>`
        SELECT v.id AS product_variant_id, v.title, v.sku, p.category_id, v.is_serial_number,
               ${priceNow('v.id', now)} AS price, coalesce(s.stock, 0) AS stock, coalesce(s.reserved, 0) AS reserved,
               (SELECT jsonb_build_object('id', u.id, 'serial_number', u.serial_number) FROM ${unit} u
                WHERE u.product_variant_id = v.id) AS serial
        FROM product_variant v JOIN product p ON p.id = v.product_id
        LEFT JOIN ${stockAndKept(here, now)} s ON s.product_variant_id = v.id
        WHERE v.active AND ${named}
        ORDER BY (coalesce(s.stock - s.reserved, 0) > 0) DESC, v.title, v.id LIMIT ${OFFERED}`.execute(db);
      const variants = rows.map((row) => row.product_variant_id);
      const locks = await locksOf(db, variants, record.organization_id, now);
      return {
        data: rows.map((row) => ({
          ...row,
          price: row.price === null ? null : Number(row.price),
          locked: locks.get(row.product_variant_id)?.reason ?? null,
        })),
      };
    },
  }),

  implement(orderGoods, {
    async handle({ db, user, params, now }) {
      const of = (alias: string) => sql`${sql.ref(`${alias}.product_variant_id`)} = ${params.variantId}`;
      // where else it lies is shown to everybody who sells; an order takes its own warehouse's alone (decision 63)
      const { rows } = await sql<{
        id: number;
        name: string;
        organization_id: number;
        organization: string;
        stock: number;
        reserved: number;
      }>`
        SELECT w.id, w.name, w.organization_id, o.name AS organization, s.stock, s.reserved
        FROM ${stockAndKept(of, now)} s JOIN warehouse_list w ON w.id = s.warehouse_id
        JOIN organization o ON o.id = w.organization_id WHERE w.active AND w.kind IN ('shop', 'main')
        ORDER BY (w.organization_id = ${user.organizationId}) DESC, o.name, w.id`.execute(db);
      return {
        data: rows.map(({ id, name, ...row }) => ({ warehouse: { id, name }, ...row })),
      };
    },
  }),

  implement(orderUnits, {
    record: ({ db, user, params }) => findWarehouse(db, user, params.warehouseId),
    async handle({ db, record, params, now }) {
      const { rows } = await sql<{ id: number; serial_number: string; received_at: Date; kept_for: string | null }>`
        SELECT n.id, n.serial_number, b.received_at,
               (SELECT d.number FROM reservation r JOIN document d ON d.id = r.document_id
                WHERE r.serial_id = n.id AND ${isLive('r', now)}) AS kept_for
        FROM serial_number n JOIN stock_batch b ON b.id = n.batch_id
        WHERE n.warehouse_id = ${record.id} AND n.product_variant_id = ${params.variantId}
        ORDER BY b.received_at, n.id LIMIT 100`.execute(db);
      return { data: rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() })) };
    },
  }),
];
