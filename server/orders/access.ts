/** Orders as records: who may see which, and what of them is read with one (areas 1 "Branch and office", 3.1). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OrderLine, OrderStatus } from '../../contract/sale/orders.ts';
import { moneyValue } from '../../contract/settings/moneyValue.ts';
import { lockClients, seesContract } from '../contracts/access.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { notFound } from '../http/refusal.ts';
import { inForceOf } from '../settings/inForce.ts';

type Db = Kysely<Schema>;

export const ORDER_KIND = 'sale_order';
/** Where no setting says it (decision 66). */
const PROLONGS = 1;
const HOURS = 24;

export interface OrderRecord {
  id: number;
  number: string;
  status: OrderStatus;
  version: number;
  organization_id: number;
  organization: string;
  client_id: number;
  client: string;
  warehouse_id: number;
  warehouse: string;
  total: number;
  lines: number;
  units: number;
  goods: string;
  reserved_until: Date | null;
  prolonged: number;
  /** How often the setting allows, and how many hours each time. */
  prolongs: number;
  hours: number;
  comment: string | null;
  cancel_reason: string | null;
  contract: { id: number; number: string | null; status: string } | null;
  created_at: Date;
  created_by: number;
  creator: string;
  owner_id: number;
  organizationId: number;
}

/** A figure of the organization, else that of the whole firm. */
const figureOf = (code: 'reservation_hours' | 'reservation_prolongs', otherwise: number) => sql`coalesce(
  (SELECT m.value FROM ${inForceOf(moneyValue, sql`(now() AT TIME ZONE 'Asia/Tashkent')`)} m
   WHERE m.code = ${code} AND (m.organization_id = d.organization_id OR m.organization_id IS NULL)
   ORDER BY m.organization_id NULLS LAST LIMIT 1), ${otherwise})::integer`;

/** Orders by a condition on `d`, the document, and `q`, the order, whoever asks; in the order of their ids. */
export async function orderRecords(db: Db, where: RawBuilder<unknown>): Promise<OrderRecord[]> {
  const { rows } = await sql<Omit<OrderRecord, 'organizationId'>>`
    SELECT d.id, d.number, d.status, d.version, d.organization_id, o.name AS organization, q.client_id,
           p.fullname AS client, q.warehouse_id, w.name AS warehouse, q.total, l.lines, l.units, l.goods,
           q.reserved_until, q.prolonged, ${figureOf('reservation_prolongs', PROLONGS)} AS prolongs,
           ${figureOf('reservation_hours', HOURS)} AS hours, q.comment, q.cancel_reason,
           (SELECT jsonb_build_object('id', c.id, 'number', e.number, 'status', e.status) FROM contract c
            JOIN document e ON e.id = c.id WHERE c.sale_order_id = q.id ORDER BY c.id DESC LIMIT 1) AS contract,
           d.created_at, d.created_by, u.fullname AS creator, d.owner_id
    FROM sale_order q JOIN document d ON d.id = q.id JOIN organization o ON o.id = d.organization_id
    JOIN client p ON p.id = q.client_id JOIN warehouse_list w ON w.id = q.warehouse_id
    JOIN app_user u ON u.id = d.created_by
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS lines, coalesce(sum(x.qty), 0)::integer AS units,
             coalesce((array_agg(v.title ORDER BY x.id))[1], '') AS goods
      FROM sale_order_line x JOIN product_variant v ON v.id = x.product_variant_id WHERE x.sale_order_id = q.id) l
    WHERE ${where} ORDER BY d.id`.execute(db);
  return rows.map((row) => ({ ...row, total: Number(row.total), organizationId: row.organization_id }));
}

/** Those of the orders that the person may see, in the order asked for. */
export async function findOrders(db: Db, user: SignedIn, ids: readonly number[]): Promise<OrderRecord[]> {
  if (ids.length === 0) return [];
  const found = await orderRecords(db, sql`d.id = ANY (${[...ids]}::integer[]) AND ${seesContract(user)}`);
  return ids.flatMap((id) => found.filter((one) => one.id === id));
}

/** The order, or 404 for what the person may not see. @param lock its client and it are held until the transaction ends */
export async function findOrder(db: Db, user: SignedIn, id: number, lock = false): Promise<OrderRecord> {
  if (lock) await lockOrder(db, id);
  const [order] = await findOrders(db, user, [id]);
  if (!order) throw notFound();
  return order;
}

/** Statements of their own: what is joined is read after the wait. Whose an order is never changes. */
export async function lockOrder(db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ client_id: number }>`SELECT client_id FROM sale_order WHERE id = ${id}`.execute(db);
  await lockClients(
    db,
    rows.map((row) => row.client_id),
  );
  await sql`SELECT id FROM document WHERE id = ${id} FOR UPDATE`.execute(db);
}

/** What its lines are, without what is free of them. */
export async function linesOf(db: Db, orderId: number, now: Date): Promise<Omit<OrderLine, 'available'>[]> {
  const { rows } = await sql<Omit<OrderLine, 'available'>>`
    SELECT l.id, l.product_variant_id, v.title, v.is_serial_number,
           CASE WHEN n.id IS NOT NULL THEN jsonb_build_object('id', n.id, 'serial_number', n.serial_number) END AS serial,
           l.qty, l.price, l.discount, l.qty * l.price - l.discount AS sum, ${priceNow('v.id', now)} AS current_price
    FROM sale_order_line l JOIN product_variant v ON v.id = l.product_variant_id
    LEFT JOIN serial_number n ON n.id = l.serial_id
    WHERE l.sale_order_id = ${orderId} ORDER BY l.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    price: Number(row.price),
    discount: Number(row.discount),
    sum: Number(row.sum),
    current_price: row.current_price === null ? null : Number(row.current_price),
  }));
}

/** The selling price of a product, a column, at a moment (decision 79). */
export const priceNow = (variant: string, now: Date): RawBuilder<number | null> =>
  sql`(SELECT t.price FROM price t WHERE t.product_variant_id = ${sql.ref(variant)} AND t.valid_from <= ${now}
    ORDER BY t.valid_from DESC LIMIT 1)`;
