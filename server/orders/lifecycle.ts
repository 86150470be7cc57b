/** The lifecycle of an order: who may send what, what its guards read, and why it is refused. */
import { type Kysely, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import type { Order, OrderDetails } from '../../contract/sale/orders.ts';
import { type SaleOrderContext, saleOrderMachine } from '../../machines/saleOrder/saleOrder.machine.ts';
import { listedDays } from '../clients/listed.ts';
import type { Schema } from '../db/schema.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { defineLifecycle, type Rules } from '../lifecycle/lifecycle.ts';
import { findOrder, linesOf, ORDER_KIND, type OrderRecord } from './access.ts';
import { concernOfOrder } from './concerns.ts';
import { stockAndKept } from './reservations.ts';
import { whyNotKept, whyOver } from './waits.ts';

type Db = Kysely<Schema>;

const reserves = (order: OrderRecord, user: SignedIn): boolean =>
  actsIn(user, order.organization_id) && allows(user.rules, 'order.add');
/** Its owner with `add`, or who edits those of others. */
const edits = (order: OrderRecord, user: SignedIn): boolean =>
  actsIn(user, order.organization_id) &&
  (allows(user.rules, 'order.edit') || (order.owner_id === user.id && allows(user.rules, 'order.add')));

const EVENTS = {
  'order.update': { right: edits, event: ({ lines }) => ({ type: 'order.update', facts: { lines } }) },
  'order.reserve': { right: reserves, waits: whyNotKept },
  'order.edit': { right: edits },
  'order.prolong': {
    right: edits,
    waits: whyOver,
    event: ({ prolongs }) => ({ type: 'order.prolong', facts: { prolongs } }),
  },
  'order.convert': { by: 'server', waits: whyOver },
  'order.expire': { by: 'server' },
  'order.cancel': { right: edits },
} as const satisfies Rules<typeof saleOrderMachine, OrderRecord>;

const factsOf = ({ lines, prolongs, prolonged }: OrderRecord): SaleOrderContext => ({
  lines,
  prolongs: Math.max(0, prolongs - prolonged),
});

export const ORDERS = defineLifecycle(saleOrderMachine, {
  table: 'document',
  log: 'event_log',
  kind: ORDER_KIND,
  find: ({ db, user }, id, lock) => findOrder(db, user, id, lock),
  state: ({ status }: OrderRecord) => status,
  branch: ({ organization_id }) => organization_id,
  async facts({ db }, order, _, moment) {
    if (moment === 'before') return factsOf(order);
    const { rows } = await sql<{ lines: number; prolonged: number }>`
      SELECT prolonged, (SELECT count(*) FROM sale_order_line WHERE sale_order_id = q.id)::integer AS lines
      FROM sale_order q WHERE q.id = ${order.id}`.execute(db);
    return factsOf({ ...order, ...rows[0] });
  },
  answer: ({ db, user, now }, order) => orderDetails(db, order, user, now),
  stamps: ({ now }) => ({ updated_at: now }),
  concerns: concernOfOrder,
  why(_, { status }, event) {
    if (event === 'order.reserve' && status === 'draft')
      return { code: 'no_lines', messageKey: 'errors.order_no_lines' };
    if (event === 'order.prolong' && status === 'reserved') return { messageKey: 'errors.order_prolonged' };
    return undefined;
  },
  events: EVENTS,
});

export function orderAnswer(order: OrderRecord, user: SignedIn): Order {
  const facts = factsOf(order);
  return {
    id: order.id,
    number: order.number,
    status: order.status,
    client_id: order.client_id,
    client: order.client,
    organization_id: order.organization_id,
    organization: order.organization,
    warehouse: { id: order.warehouse_id, name: order.warehouse },
    seller: { id: order.created_by, fullname: order.creator },
    total: order.total,
    units: order.units,
    goods: order.goods,
    facts,
    reserved_until: order.reserved_until?.toISOString() ?? null,
    comment: order.comment,
    cancel_reason: order.cancel_reason,
    contract: order.contract,
    created_at: order.created_at.toISOString(),
    version: order.version,
    allowed_events: ORDERS.allowed(order, facts, user),
  };
}

/** States of an order that may still come to a contract. */
const OPEN: ReadonlySet<string> = new Set(['draft', 'reserved', 'expired']);

/** The order as its window shows it: what its own lines keep is free to it. */
export async function orderDetails(db: Db, order: OrderRecord, user: SignedIn, now: Date): Promise<OrderDetails> {
  const lines = await linesOf(db, order.id, now);
  const variants = lines.map((line) => line.product_variant_id);
  const here = (alias: string) =>
    sql`${sql.ref(`${alias}.warehouse_id`)} = ${order.warehouse_id}
      AND ${sql.ref(`${alias}.product_variant_id`)} = ANY (${variants}::integer[])
      ${alias === 'r' ? sql`AND r.document_id <> ${order.id}` : sql``}`;
  const { rows } = await sql<{ id: number; free: number }>`
    SELECT s.product_variant_id AS id, s.stock - s.reserved AS free FROM ${stockAndKept(here, now)} s`.execute(db);
  const free = new Map(rows.map((row) => [row.id, row.free]));
  return {
    ...orderAnswer(order, user),
    listed: OPEN.has(order.status) ? await listedDays(db, order.client_id, tashkentDay(now)) : null,
    lines: lines.map((line) => ({ ...line, available: Math.max(0, free.get(line.product_variant_id) ?? 0) })),
  };
}
