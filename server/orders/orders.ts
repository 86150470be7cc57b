/** Calls on orders of clients: list, window, making, keeping goods (areas 3.1, 4.18; decisions 62–64, 79, 84). */
import { type Kysely, sql } from 'kysely';
import {
  ORDER_STATUSES,
  type OrderStatus,
  orderAttached,
  orderCancel,
  orderCreate,
  orderEdit,
  orderHistory,
  orderIndex,
  orderProlong,
  orderReserve,
  orderShow,
  orderUpdate,
} from '../../contract/sale/orders.ts';
import { lockClients, ofClientOrNumber, seesContract, seesEveryContract } from '../contracts/access.ts';
import type { Schema } from '../db/schema.ts';
import { attachedCalls } from '../directory/attached.ts';
import { BY_CREATION, createDocument, eventsOf } from '../documents/documents.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { spanOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say, says } from '../http/messages.ts';
import { invalidField } from '../http/refusal.ts';
import type { Asked, Scene } from '../lifecycle/lifecycle.ts';
import { declareList } from '../lists/declared.ts';
import { answerList } from '../lists/list.ts';
import { sumsOver } from '../lists/sums.ts';
import { findOrder, findOrders, linesOf, lockOrder, ORDER_KIND, type OrderRecord, orderRecords } from './access.ts';
import { ORDERS, orderAnswer, orderDetails } from './lifecycle.ts';
import { requireLines, writeLines } from './lines.ts';
import { freeGoods, keepGoods } from './reservations.ts';

type Db = Kysely<Schema>;

/** Of these nothing is sold: the total leaves them out, unless one of them is asked for alone. */
const UNCOUNTED: readonly OrderStatus[] = ['draft', 'expired', 'cancelled'];

const HOUR_MS = 3_600_000;
const hoursAfter = (moment: Date, hours: number): Date => new Date(moment.getTime() + hours * HOUR_MS);

export const orderList = declareList({
  call: 'orderIndex',
  from: sql`document d JOIN sale_order q ON q.id = d.id`,
  id: sql`d.id`,
  always: sql`d.kind = ${sql.lit(ORDER_KIND)}`,
  sorts: {
    created_at: BY_CREATION,
    reserved_until: {
      columns: [
        { by: sql`q.reserved_until`, type: 'timestamptz' },
        { by: sql`q.id`, type: 'integer' },
      ],
      index: 'sale_order_until',
    },
    total: {
      columns: [
        { by: sql`q.total`, type: 'numeric' },
        { by: sql`q.id`, type: 'integer' },
      ],
      index: 'sale_order_total',
    },
  },
  sort: '-created_at',
  filters: {
    search: 'sale_order_client',
    status: 'document_list_state',
    organization_id: 'document_list_organization',
    client_id: 'sale_order_client',
    date: 'document_list',
  },
  state: { by: sql`d.status`, states: ORDER_STATUSES },
});

/** @throws Refusal 422 where the client or the warehouse is not one to order for, or out of */
async function checkedPlace(db: Db, user: SignedIn, body: { client_id: number; warehouse_id: number }) {
  const { rows } = await sql<{ client: boolean; organization_id: number | null }>`
    SELECT EXISTS (SELECT 1 FROM client WHERE id = ${body.client_id} AND active) AS client,
      (SELECT w.organization_id FROM warehouse_list w WHERE w.id = ${body.warehouse_id} AND w.active
        AND w.kind IN ('shop', 'main')) AS organization_id`.execute(db);
  const [found] = rows;
  if (!found?.client) throw invalidField('client_id', 'reference');
  const organizationId = found.organization_id;
  if (organizationId === null) throw invalidField('warehouse_id', 'warehouse');
  if (organizationId !== user.organizationId && !user.office) throw invalidField('warehouse_id', 'order_warehouse');
  return { warehouse_id: body.warehouse_id, organization_id: organizationId };
}

/** Keeps the goods of a draft; the order and its client are held. */
async function reserve(asked: Asked, order: OrderRecord): Promise<void> {
  const { db, now } = asked;
  await ORDERS.take(asked, order, 'order.reserve', async () => {
    const until = hoursAfter(now, order.hours);
    const lines = await linesOf(db, order.id, now);
    await keepGoods(db, { documentId: order.id, warehouseId: order.warehouse_id, lines, until, now });
    await sql`UPDATE sale_order SET reserved_until = ${until} WHERE id = ${order.id}`.execute(db);
    return { until: until.toISOString(), hours: order.hours };
  });
}

/** Nothing is kept any more. */
async function free(db: Db, order: OrderRecord, now: Date): Promise<void> {
  await freeGoods(db, order.id, now);
  await sql`UPDATE sale_order SET reserved_until = NULL WHERE id = ${order.id}`.execute(db);
}

/** A contract was signed over it: what was kept is kept for that. The order and its client are held. */
export async function convertOrder(
  { db, now }: Scene,
  order: OrderRecord,
  pass: () => Promise<unknown>,
): Promise<void> {
  // the server's own step, whoever signs
  await ORDERS.takeOwn({ db, now }, order, 'order.convert', async () => {
    await pass();
    return {};
  });
}

/** The server's job: orders whose hours are over, each in its turn; one that is being changed is left for the next time. */
export async function expireOrders(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT q.id FROM sale_order q JOIN document d ON d.id = q.id
    WHERE q.reserved_until <= ${now} AND d.kind = ${ORDER_KIND} AND d.status = 'reserved' ORDER BY q.id`.execute(db);
  for (const { id } of rows) {
    await lockOrder(db, id);
    const [order] = await orderRecords(db, sql`d.id = ${id}`);
    if (order?.status !== 'reserved' || order.reserved_until === null || order.reserved_until > now) continue;
    await ORDERS.takeOwn({ db, now }, order, 'order.expire', async () => {
      await freeGoods(db, id, now);
      return {};
    });
  }
}

export const orderImplementations: Implementation[] = [
  ...attachedCalls({
    attached: orderAttached,
    find: ({ db, user }, id, lock) => findOrder(db, user, id, lock),
    isOwn: ({ organizationId }, user) => actsIn(user, organizationId),
  }),
  implement(orderIndex, {
    async handle({ db, user, query }) {
      const where = [seesContract(user)];
      if (query.organization_id) where.push(sql`d.organization_id = ${query.organization_id}`);
      if (query.client_id) where.push(sql`q.client_id = ${query.client_id}`);
      if (query.date) {
        const { from, to } = spanOf(query.date);
        where.push(sql`d.created_at >= ${from} AND d.created_at < ${to}`);
      }
      const words = query.search?.trim();
      if (words) where.push(await ofClientOrNumber(db, 'q', ORDER_KIND, words));
      return answerList(db, orderList, query, {
        where,
        narrowed: where.length > 1 || !seesEveryContract(user),
        state: query.status && sql`d.status = ${query.status}`,
        rows: async (ids) => (await findOrders(db, user, ids)).map((order) => orderAnswer(order, user)),
        totals: (ids, among) => {
          const counts =
            query.status !== undefined && UNCOUNTED.includes(query.status)
              ? sql`true`
              : sql`x.status <> ALL (${UNCOUNTED}::text[])`;
          return sumsOver(
            db,
            { total: sql`o.total` },
            sql`sale_order o JOIN document x ON x.id = o.id WHERE o.id IN (${ids}) AND ${among(sql`o.id`)} AND ${counts}`,
          );
        },
      });
    },
  }),

  implement(orderShow, {
    record: ({ db, user, params }) => findOrder(db, user, params.id),
    handle: async ({ db, record, user, now }) => ({ data: await orderDetails(db, record, user, now) }),
  }),

  implement(orderHistory, {
    record: ({ db, user, params }) => findOrder(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await eventsOf(db, record.id) }),
  }),

  implement(orderCreate, {
    async handle(context) {
      const { db, user, body, now, language } = context;
      const place = await checkedPlace(db, user, body);
      await lockClients(db, [body.client_id]);
      await requireLines(db, place, body.lines, now);
      const { id } = await ORDERS.create(context, 'order.create', async (status) => {
        const made = await createDocument(db, {
          kind: ORDER_KIND,
          organizationId: place.organization_id,
          status,
          userId: user.id,
          now,
        });
        await sql`INSERT INTO sale_order (id, client_id, warehouse_id, comment)
          VALUES (${made.id}, ${body.client_id}, ${body.warehouse_id}, ${body.comment ?? null})`.execute(db);
        await writeLines(db, made.id, body.lines);
        return { id: made.id, details: { number: made.number, facts: { lines: body.lines.length } } };
      });
      // nobody else knows it yet, so no version was seen
      if (body.reserve) await reserve({ ...context, ifMatch: 1 }, await findOrder(db, user, id));
      return {
        data: await orderDetails(db, await findOrder(db, user, id), user, now),
        message: say(language, body.reserve ? 'actions.order_reserved' : 'actions.saved'),
      };
    },
  }),

  implement(
    orderUpdate,
    ORDERS.step(
      'order.update',
      async ({ db, body, record, now }) => {
        await requireLines(db, record, body.lines, now);
        await writeLines(db, record.id, body.lines);
        await sql`UPDATE sale_order SET comment = ${body.comment ?? null} WHERE id = ${record.id}`.execute(db);
        return { lines_before: record.lines, lines_after: body.lines.length };
      },
      { says: says('saved') },
    ),
  ),

  implement(orderReserve, {
    record: ({ db, user, params }) => findOrder(db, user, params.id, true),
    async handle(context) {
      const { db, user, record, now, language } = context;
      await reserve(context, record);
      const data = await orderDetails(db, await findOrder(db, user, record.id), user, now);
      return { data, message: say(language, 'actions.order_reserved') };
    },
  }),

  implement(
    orderEdit,
    ORDERS.step(
      'order.edit',
      async ({ db, record, now }) => {
        await free(db, record, now);
      },
      { says: says('order_freed') },
    ),
  ),

  implement(
    orderProlong,
    ORDERS.step(
      'order.prolong',
      async ({ db, record, now }) => {
        const until = hoursAfter(record.reserved_until ?? now, record.hours);
        await sql`UPDATE sale_order SET reserved_until = ${until}, prolonged = prolonged + 1 WHERE id = ${record.id}`.execute(
          db,
        );
        await sql`UPDATE reservation SET until = ${until} WHERE document_id = ${record.id} AND ended_at IS NULL`.execute(
          db,
        );
        return { until: until.toISOString(), hours: record.hours };
      },
      { says: says('order_prolonged') },
    ),
  ),

  implement(
    orderCancel,
    ORDERS.step(
      'order.cancel',
      async ({ db, body, record, now }) => {
        await free(db, record, now);
        await sql`UPDATE sale_order SET cancel_reason = ${body.reason} WHERE id = ${record.id}`.execute(db);
        return { reason: body.reason };
      },
      { says: says('order_cancelled') },
    ),
  ),
];
