/** Orders and contracts of the demo in every state that people bring them to, made by the calls of a branch. */
import { sql } from 'kysely';
import { contractCancel, contractCreate, contractSign, saleTerms } from '../../contract/sale/contracts.ts';
import { orderCancel, orderCreate, orderProlong, orderSearch } from '../../contract/sale/orders.ts';
import { expireOrders } from '../orders/orders.ts';
import { call, DAY, type Desk, HOUR, identify, later, type Replay, standOn } from './desk.ts';

const BRANCH = 'CHL';
type Until = 'draft' | 'reserved' | 'prolonged' | 'cancelled' | 'expired' | 'terms' | 'signed' | 'called off';

/** Client by the order of ids, hours ago, goods by their place among those that are free, how far it came. */
const PLANS: readonly (readonly [client: number, hoursAgo: number, goods: number, until: Until])[] = [
  [5, 1, 0, 'reserved'],
  [7, 2, 3, 'draft'],
  [9, 3, 1, 'terms'],
  [11, 4, 4, 'prolonged'],
  [14, 5, 2, 'signed'],
  [16, 6, 5, 'draft'],
  [18, 7, 6, 'reserved'],
  [20, 9, 7, 'signed'],
  [22, 20, 1, 'signed'],
  [24, 30, 3, 'expired'],
  [26, 34, 2, 'cancelled'],
  [28, 40, 4, 'signed'],
  [31, 50, 0, 'expired'],
  [33, 53, 6, 'called off'],
  [35, 60, 8, 'signed'],
  [37, 76, 3, 'cancelled'],
  [39, 80, 5, 'called off'],
  [41, 98, 2, 'expired'],
  [43, 101, 7, 'cancelled'],
  [45, 124, 1, 'called off'],
  [46, 8, 9, 'terms'],
];

export async function orderReplays(desk: Desk): Promise<Replay[]> {
  const { rows: shops } = await sql<{ id: number }>`SELECT w.id FROM warehouse_list w
    JOIN organization o ON o.id = w.organization_id WHERE o.code = ${BRANCH} AND w.kind = 'shop'`.execute(
    desk.db.kysely,
  );
  const warehouse_id = shops[0]?.id ?? 0;
  const { rows: clients } = await sql<{
    id: number;
  }>`SELECT id FROM client WHERE pinfl IS NOT NULL ORDER BY id`.execute(desk.db.kysely);
  return PLANS.map(([client, hoursAgo, place, until]) => ({
    at: new Date(Date.now() - hoursAgo * HOUR),
    async run() {
      const client_id = clients[client]?.id ?? 0;
      await standOn(desk, BRANCH);
      const found = await call(desk, 'director', orderSearch, { params: { warehouseId: warehouse_id } });
      const free = found.data.filter((one) => one.price !== null && one.price > 300_000 && one.locked === null);
      const goods = free[place % Math.max(1, free.length)];
      if (goods === undefined) return;
      const lines = [{ product_variant_id: goods.product_variant_id, qty: 1, price: goods.price ?? 0 }];
      const reserve = until !== 'draft';
      const { data: order } = await call(desk, 'director', orderCreate, {
        body: { client_id, warehouse_id, lines, reserve },
      });
      later(desk, 12);
      const params = { id: order.id };
      if (until === 'prolonged') await call(desk, 'director', orderProlong, { params });
      if (until === 'cancelled')
        await call(desk, 'director', orderCancel, { params, body: { reason: 'Mijoz boshqa tovar tanladi' } });
      if (until === 'expired') {
        desk.clock.now = new Date(Math.min(desk.clock.now.getTime() + DAY + HOUR, Date.now()));
        await desk.db.tx((trx) => expireOrders(trx, desk.clock.now));
      }
      if (!['terms', 'signed', 'called off'].includes(until)) return;
      const { data: sale } = await call(desk, 'director', saleTerms, {
        body: { client_id, warehouse_id, lines: [{ product_variant_id: goods.product_variant_id, sum: order.total }] },
      });
      const offer = sale.terms.find(({ barred }) => barred === null);
      if (offer === undefined) return;
      // a draft still waits for it
      if (until !== 'terms') await identify(desk, 'director', client_id);
      const chosen = { first_payment: offer.least_first, term: offer.term, payment_day: 15 };
      const { data: contract } = await call(desk, 'director', contractCreate, {
        body: { order_id: order.id, ...chosen },
      });
      // what asks for a guarantor or a pledge stays a draft, as it would in the shop
      if (until === 'terms' || contract.conditions.some(({ holds }) => !holds)) return;
      later(desk, 9);
      await call(desk, 'director', contractSign, { params: { id: contract.id } });
      if (until === 'signed') return;
      later(desk, 45);
      const body = { reason: 'Mijoz fikridan qaytdi' };
      await call(desk, 'director', contractCancel, { params: { id: contract.id }, body });
    },
  }));
}
