/** The question turned round: goods of a warehouse for so much now and so much a month; each offer can be signed as it is. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { productLock } from '../../contract/directories/productLock.ts';
import { contractCreate, contractSign } from '../../contract/sale/contracts.ts';
import { type OrderOffers, orderOffers } from '../../contract/sale/orders.ts';
import { inForceNow, newBuyer, openShop } from './contractsKit.ts';
import { lineFor, newGoods, newOrder, SHOP } from './saleKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
beforeAll(() => openShop(on()));

const ask = async (first: number, month: number, client_id?: number): Promise<OrderOffers> => {
  const query = { first, month, ...(client_id !== undefined && { client_id }) };
  return (await on().do('seller', orderOffers, { params: { warehouseId: SHOP }, query })).data;
};
const idsOf = (list: OrderOffers['goods'] | OrderOffers['near']) => list.map((one) => one.product_variant_id);

describe('goods for a sum now and a sum a month', () => {
  it('are those that are free, priced and not locked here, the dearest first, each with every term that fits', async () => {
    const cheap = await newGoods(on(), { price: 1_000_000 });
    const dear = await newGoods(on(), { price: 1_500_000, qty: 3 });
    const dearer = await newGoods(on(), { price: 9_000_000 });
    const unpriced = await newGoods(on(), { price: null });
    const gone = await newGoods(on(), { price: 900_000, qty: 1 });
    const locked = await newGoods(on(), { price: 900_000 });
    await newOrder(on(), { lines: [lineFor(gone, { price: 900_000 })], reserve: true });
    await newOrder(on(), { lines: [lineFor(dear, { price: 1_500_000 })], reserve: true });
    await on().do('director', productLock.calls.create, {
      body: { variant_id: locked.id, organization_id: null, reason: 'Sertifikat muddati tugadi', until: null },
    } as never);
    const { goods, near, free, kind } = await ask(300_000, 310_000);
    // P 1,500,000, F 300,000: 1,200,000 × 1.385 = 1,662,000 in 12, × 1.6 = 1,920,000 in 24; in 3 it would be 460,000
    expect(goods.map(({ product_variant_id: id, stock, reserved, offers }) => [id, stock - reserved, offers])).toEqual([
      [
        ...[dear.id, 2],
        [
          { term: 12, regular: 138_000, last: 144_000, total: 1_962_000 },
          { term: 24, regular: 80_000, last: 80_000, total: 2_220_000 },
        ],
      ],
      [
        ...[cheap.id, 10],
        [
          { term: 3, regular: 268_000, last: 269_000, total: 1_105_000 },
          { term: 12, regular: 80_000, last: 89_500, total: 1_269_500 },
          { term: 24, regular: 46_000, last: 62_000, total: 1_420_000 },
        ],
      ],
    ]);
    expect([free, kind]).toEqual([null, 'new']);
    for (const one of [unpriced, gone, locked]) expect(idsOf(goods)).not.toContain(one.id);
    // 9,000,000 in 24 months: (9,000,000 − F) × 1.6 ≤ 24 × 310,000, so F is at least 4,350,000
    expect(near.map(({ product_variant_id: id, offer }) => [id, offer.term, offer.more])).toEqual([
      [dearer.id, 24, 4_050_000],
    ]);
  });

  it('what is offered to a client is signed unchanged', async () => {
    const goods = await newGoods(on(), { price: 2_000_000 });
    const client_id = await newBuyer(on());
    const now = 500_000;
    const found = (await ask(now, 200_000, client_id)).goods.find((one) => one.product_variant_id === goods.id);
    expect(found?.offers.map(({ term }) => term)).toEqual([12, 24]);
    for (const offer of found?.offers ?? []) {
      const order = await newOrder(on(), { client_id, lines: [lineFor(goods, { price: 2_000_000 })], reserve: true });
      const body = { order_id: order.id, first_payment: now, term: offer.term, payment_day: 15 };
      const { data } = await on().do('seller', contractCreate, { body });
      const { data: contract } = await on().do('seller', contractSign, { params: { id: data.id } });
      expect([contract.status, contract.total, contract.instalments.at(-1)?.amount]).toEqual([
        ...['signed', offer.total, offer.last],
      ]);
    }
  });

  it('goods that somebody has to answer for are counted, not offered', async () => {
    const goods = await newGoods(on(), { price: 2_000_000 });
    const before = await ask(500_000, 200_000);
    expect([idsOf(before.goods).includes(goods.id), before.secured]).toEqual([true, 0]);
    const id = await inForceNow(on(), 'category_setting', {
      ...{ category_id: 1, terms: ['12', '24'], first_payment: 0, guarantor_from: 500_000, pledge_from: null },
      ...{ lock: false, delivery: false, installation: false },
    });
    const { goods: offered, secured } = await ask(500_000, 200_000);
    expect(idsOf(offered)).not.toContain(goods.id);
    expect(secured).toBeGreaterThan(0);
    await sql`UPDATE category_setting SET status = 'dropped' WHERE id = ${id}`.execute(on().db.kysely);
  });

  it('a warehouse that one may not order out of is not found; sums below zero are faults of their fields', async () => {
    const call = (warehouseId: number, query: object) =>
      on().call('seller', orderOffers, { params: { warehouseId }, query } as never);
    expect((await call(999, { first: 0, month: 1 })).status).toBe(404);
    const wrong = await call(SHOP, { first: -1, month: 1.5 });
    expect([wrong.status, Object.keys((wrong.error as { errors?: object }).errors ?? {})]).toEqual([
      422,
      ['first', 'month'],
    ]);
  });
});
