/** The lifecycle of an order over HTTP; what is kept by it follows its state. */
import { sql } from 'kysely';
import { beforeAll, expect } from 'vitest';
import {
  orderCancel,
  orderEdit,
  orderProlong,
  orderReserve,
  orderShow,
  orderUpdate,
} from '../../../contract/sale/orders.ts';
import { saleOrderMachine } from '../../../machines/saleOrder/saleOrder.machine.ts';
import { lockOrder, orderRecords } from '../../../server/orders/access.ts';
import { convertOrder, expireOrders } from '../../../server/orders/orders.ts';
import { saleOrderOracle } from '../../oracle/saleOrder.ts';
import { sendElsewhere } from '../granted.ts';
import { type Goods, keptOf, lineFor, newGoods, newOrder } from '../saleKit.ts';
import { type Answer, PEOPLE, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const DONE = { status: 200 } as Answer<unknown>;

/** The server's own steps. */
async function ofServer(on: Server, id: number, verb: string): Promise<Answer<unknown>> {
  await on.db.tx(async (db) => {
    if (verb === 'its hours are over') return expireOrders(db, new Date(Date.now() + 49 * 3_600_000));
    await lockOrder(db, id);
    const [order] = await orderRecords(db, sql`d.id = ${id}`);
    if (order) await convertOrder({ db, now: new Date() }, order, async () => undefined);
  });
  return DONE;
}

function send(on: Server, id: number, goods: Goods, verb: string): Promise<Answer<unknown>> {
  const params = { id };
  switch (verb) {
    case 'chooses goods':
      return on.call('director', orderUpdate, { params, body: { lines: [lineFor(goods)] } });
    case 'takes all goods out':
      return on.call('director', orderUpdate, { params, body: { lines: [] } });
    case 'reserves':
      return on.call('director', orderReserve, { params });
    case 'goes back to choosing':
      return on.call('director', orderEdit, { params });
    case 'prolongs':
      return on.call('director', orderProlong, { params });
    case 'cancels':
      return on.call('director', orderCancel, { params, body: { reason: 'Mijoz fikridan qaytdi' } });
    default:
      return ofServer(on, id, verb);
  }
}

/** For how many hours from now each unit is kept by an order. */
async function hoursKept(on: Server, id: number): Promise<number[]> {
  const { rows } = await sql<{ until: Date }>`SELECT until FROM reservation
    WHERE document_id = ${id} AND ended_at IS NULL`.execute(on.db.kysely);
  return rows.map(({ until }) => Math.round((until.getTime() - Date.now()) / 3_600_000));
}

const server = withServer();

beforeAll(() =>
  sendElsewhere(server.current, PEOPLE.stranger.id, [
    ...['order.add', 'order.edit', 'contract.show', 'contract.allshow'],
  ]),
);

runApiLayer({
  machine: saleOrderMachine,
  oracle: saleOrderOracle,
  server,
  document: true,
  async open(watched) {
    const on = watched.server;
    const goods = await newGoods(on);
    const { id } = await newOrder(on);
    let hours = 0;
    return {
      id,
      async send(verb) {
        const answer = await send(on, id, goods, verb);
        // areas 3.1 "order.reserve", "order.prolong": for 24 hours, and for 24 more
        if (answer.status === 200 && verb === 'reserves') hours = 24;
        if (answer.status === 200 && verb === 'prolongs') hours += 24;
        return answer;
      },
      async look() {
        const { data } = await on.do('director', orderShow, { params: { id } });
        // what is kept follows the state: nothing but a reserved order keeps, and what became a contract goes on
        const keeps = data.status === 'reserved' || data.status === 'converted';
        expect(await keptOf(on, goods.id)).toBe(keeps ? 1 : 0);
        if (data.status === 'reserved') expect(await hoursKept(on, id)).toEqual([hours]);
        return { state: data.status, version: data.version, facts: data.facts, whole: data };
      },
    };
  },
});
