/** Orders: what is kept and what is free (V1), under races; what obeys it; prices, locks, black list, hours, rights, list. */
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { productLock } from '../../contract/directories/productLock.ts';
import { lineWithdraw } from '../../contract/invoices/lines.ts';
import {
  orderCancel,
  orderCreate,
  orderEdit,
  orderGoods,
  orderHistory,
  orderIndex,
  orderProlong,
  orderReserve,
  orderSearch,
  orderShow,
  orderUnits,
  orderUpdate,
  orderWarehouses,
} from '../../contract/sale/orders.ts';
import { startMaintenance } from '../../server/maintenance.ts';
import { takeOldest } from '../../server/stock/posting.ts';
import { confirmed, expectLedgersClean, line, linesOf } from './invoiceKit.ts';
import {
  documentOf,
  keptOf,
  lineFor,
  list,
  newClient,
  newGoods,
  newOrder,
  type OrderBody,
  PRICE,
  SHOP,
  setPrice,
} from './saleKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const HOUR_MS = 3_600_000;

const create = async (more: Partial<OrderBody>, who: PersonName = 'seller') =>
  on().call(who, orderCreate, {
    body: { client_id: more.client_id ?? (await newClient(on())), warehouse_id: SHOP, lines: [], ...more },
  });
const fieldsOf = ({ error }: { error: { errors?: Record<string, unknown> } }) => Object.keys(error.errors ?? {});

describe('goods that are kept', () => {
  it('are out of what is free, not of what is in stock; the order sees its own as free', async () => {
    const goods = await newGoods(on(), { qty: 3 });
    const order = await newOrder(on(), { lines: [lineFor(goods, { qty: 2 })], reserve: true });
    expect(order).toMatchObject({ status: 'reserved', total: 2 * PRICE, units: 2, version: 2 });
    expect(order.lines[0]).toMatchObject({ available: 3, price: PRICE, sum: 2 * PRICE });
    const { data } = await on().do('seller', orderGoods, { params: { variantId: goods.id } });
    expect(data).toEqual([
      expect.objectContaining({ warehouse: expect.objectContaining({ id: SHOP }), stock: 3, reserved: 2 }),
    ]);
    const found = await on().do('seller', orderSearch, {
      params: { warehouseId: SHOP },
      query: { search: `SAVDO-${order.goods.split(' ').at(-1)}` },
    });
    expect(found.data).toEqual([expect.objectContaining({ stock: 3, reserved: 2, price: PRICE, locked: null })]);
  });

  it('are not kept twice: each line of which less is free is named with both figures, and nothing is made', async () => {
    const goods = await newGoods(on(), { qty: 2 });
    await newOrder(on(), { lines: [lineFor(goods, { qty: 1 })], reserve: true });
    const plenty = await newGoods(on());
    const orders = async () => (await on().do('director', orderIndex)).meta.total;
    const before = await orders();
    const answer = await create({ lines: [lineFor(plenty), lineFor(goods, { qty: 2 })], reserve: true });
    expect([answer.status, answer.error.code]).toEqual([409, 'goods_reserved']);
    expect(answer.error.lines).toEqual([
      expect.objectContaining({ product_variant_id: goods.id, text: 'omborda 1 ta qolgan, 2 ta kerak' }),
    ]);
    expect([await orders(), await keptOf(on(), plenty.id)]).toEqual([before, 0]);
    // two lines of one product are wanted together
    const split = await create({ lines: [lineFor(goods), lineFor(goods)], reserve: true });
    expect([split.status, split.error.code]).toEqual([409, 'goods_reserved']);
  });

  it('a unit is kept once by its number, and counts among those that are kept without one', async () => {
    const phones = await newGoods(on(), { qty: 2, serial: true });
    const units = await on().do('seller', orderUnits, { params: { warehouseId: SHOP, variantId: phones.id } });
    const [first, second] = units.data;
    const chosen = (id = 0) => lineFor(phones, { serial_id: id });
    const order = await newOrder(on(), { lines: [chosen(first?.id)], reserve: true });
    const again = await create({ lines: [chosen(first?.id)], reserve: true });
    expect([again.status, again.error.lines?.[0]?.text]).toEqual([409, phones.serials[0]]);
    const shown = await on().do('seller', orderUnits, { params: { warehouseId: SHOP, variantId: phones.id } });
    expect(shown.data.map(({ kept_for }) => kept_for)).toEqual([order.number, null]);
    await newOrder(on(), { lines: [lineFor(phones)], reserve: true });
    expect((await create({ lines: [chosen(second?.id)], reserve: true })).status).toBe(409);
  });

  it('are free again once the order is edited or called off, and once its hours are over though nobody marked it', async () => {
    const goods = await newGoods(on(), { qty: 1 });
    const taken = { lines: [lineFor(goods)], reserve: true };
    const edited = await newOrder(on(), taken);
    await on().do('director', orderEdit, { params: { id: edited.id } });
    const cancelled = await newOrder(on(), taken);
    await on().do('seller', orderCancel, { params: { id: cancelled.id }, body: { reason: 'Mijoz kelmadi' } });
    const phones = await newGoods(on(), { qty: 1, serial: true });
    const { data } = await on().do('seller', orderUnits, { params: { warehouseId: SHOP, variantId: phones.id } });
    const unit = lineFor(phones, { serial_id: data[0]?.id });
    const over = await newOrder(on(), { lines: [lineFor(goods), unit], reserve: true });
    expect((await create({ lines: [lineFor(goods), unit], reserve: true })).status).toBe(409);
    const past = new Date(Date.now() - 1);
    await sql`UPDATE reservation SET until = ${past} WHERE document_id = ${over.id}`.execute(on().db.kysely);
    await sql`UPDATE sale_order SET reserved_until = ${past} WHERE id = ${over.id}`.execute(on().db.kysely);
    const prolonged = await on().call('director', orderProlong, { params: { id: over.id } });
    expect([prolonged.status, prolonged.error.code]).toEqual([409, 'reservation_expired']);
    expect((await newOrder(on(), { lines: [lineFor(goods), unit], reserve: true })).status).toBe('reserved');
    // the server marks it by itself, within half a minute
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stop = startMaintenance(on().db, () => {});
    vi.advanceTimersByTime(30_000);
    stop();
    vi.useRealTimers();
    const statusOf = async () => (await on().do('director', orderShow, { params: { id: over.id } })).data.status;
    await expect.poll(statusOf, { timeout: 5_000 }).toBe('expired');
    expect(await keptOf(on(), goods.id)).toBe(1);
    const { data: lines } = await on().do('director', orderHistory, { params: { id: over.id } });
    expect(lines.map(({ event, user }) => [event, user?.id ?? null])).toEqual([
      ['order.expire', null],
      ['order.reserve', PEOPLE.seller.id],
      ['order.create', PEOPLE.seller.id],
    ]);
  });

  it('stay where they are when a line of an invoice is withdrawn; an act that is formed may take them', async () => {
    const goods = await newGoods(on(), { qty: 0 });
    const invoice = await confirmed(on(), [line({ product_variant_id: goods.id, count: 4 })]);
    const [first] = await linesOf(on(), invoice.id);
    const order = await newOrder(on(), { lines: [lineFor(goods, { qty: 3 })], reserve: true });
    const withdraw = () => on().call('accountant', lineWithdraw, { params: { id: first?.id ?? 0 } });
    const refused = await withdraw();
    expect([refused.status, refused.error.code, refused.error.lines?.[0]?.text]).toEqual([
      409,
      'goods_reserved',
      '3 tasi band, 0 ta qoladi',
    ]);
    await expectLedgersClean(on());
    const out = (mayTakeKept: boolean) =>
      on().db.tx((trx) =>
        takeOldest(trx, {
          ...{ documentId: invoice.id, organizationId: ORGANIZATION, userId: 1 },
          lines: [{ variantId: goods.id, qty: 2 }],
          ...(mayTakeKept && { mayTakeKept }),
        }),
      );
    await expect(out(false)).rejects.toMatchObject({ code: 'goods_reserved' });
    await out(true);
    await on().do('seller', orderCancel, { params: { id: order.id }, body: { reason: 'Yetmay qoldi' } });
    expect((await withdraw()).error.code).toBe('goods_left');
  });

  it('eight people want the last two at once: two get one each, six are refused', async () => {
    for (const serial of [false, true]) {
      const goods = await newGoods(on(), { qty: 2, serial });
      const clients = await Promise.all(Array.from({ length: 8 }, () => newClient(on())));
      const answers = await Promise.all(
        clients.map((client_id) => create({ client_id, lines: [lineFor(goods)], reserve: true })),
      );
      const codes = answers.map(({ status, error }) => (status === 200 ? 'kept' : error.code)).sort();
      expect(codes).toEqual([...Array(6).fill('goods_reserved'), 'kept', 'kept']);
      expect(await keptOf(on(), goods.id)).toBe(2);
    }
  });

  it('eight people want one unit at once: one gets it', async () => {
    const phones = await newGoods(on(), { qty: 8, serial: true });
    const { data } = await on().do('seller', orderUnits, { params: { warehouseId: SHOP, variantId: phones.id } });
    const wanted = lineFor(phones, { serial_id: data[0]?.id });
    const clients = await Promise.all(Array.from({ length: 8 }, () => newClient(on())));
    const answers = await Promise.all(
      clients.map((client_id) => create({ client_id, lines: [wanted], reserve: true })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await keptOf(on(), phones.id)).toBe(1);
  });

  it('an order and a withdrawal at once: one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const goods = await newGoods(on(), { qty: 0 });
      const invoice = await confirmed(on(), [line({ product_variant_id: goods.id, count: 2 })]);
      const [first] = await linesOf(on(), invoice.id);
      const client_id = await newClient(on());
      const [kept, withdrawn] = await Promise.all([
        create({ client_id, lines: [lineFor(goods)], reserve: true }),
        on().call('accountant', lineWithdraw, { params: { id: first?.id ?? 0 } }),
      ]);
      expect([kept.status, withdrawn.status].sort()).toEqual([200, 409]);
    }
  });
});

describe('what keeps goods from being kept', () => {
  it('a price that is another one by now: the line is named with the new one; none at all', async () => {
    const goods = await newGoods(on());
    const order = await newOrder(on(), { lines: [lineFor(goods)] });
    await setPrice(on(), goods.id, PRICE + 50_000);
    const stale = await create({ lines: [lineFor(goods)] });
    expect([stale.status, stale.error.errors]).toEqual([
      422,
      { 'lines.0.price': [expect.stringMatching(/1.050.000/)] },
    ]);
    const refused = await on().call('seller', orderReserve, { params: { id: order.id } });
    expect([refused.status, refused.error.lines?.[0]?.text]).toEqual([409, expect.stringMatching(/1.050.000/)]);
    const body = { lines: [lineFor(goods, { price: PRICE + 50_000 })] };
    await on().do('seller', orderUpdate, { params: { id: order.id }, body });
    const kept = await on().do('seller', orderReserve, { params: { id: order.id } });
    // it keeps its price while it is reserved (decision 79)
    await setPrice(on(), goods.id, PRICE);
    const { data } = await on().do('seller', orderShow, { params: { id: order.id } });
    expect([kept.data.total, data.lines[0]?.price, data.lines[0]?.current_price]).toEqual([
      PRICE + 50_000,
      PRICE + 50_000,
      PRICE,
    ]);
    const priceless = await newGoods(on(), { price: null });
    expect(fieldsOf(await create({ lines: [lineFor(priceless)] }))).toEqual(['lines.0.price']);
  });

  it('a locked product, in its own branch alone', async () => {
    const goods = await newGoods(on());
    const order = await newOrder(on(), { lines: [lineFor(goods)] });
    const lock = (organization_id: number) =>
      on().do('director', productLock.calls.create, {
        body: { variant_id: goods.id, organization_id, reason: 'Sifati tekshirilmoqda' },
      } as never);
    await lock(OTHER_ORGANIZATION);
    await on().do('seller', orderUpdate, { params: { id: order.id }, body: { lines: [lineFor(goods)] } });
    await lock(ORGANIZATION);
    expect(fieldsOf(await create({ lines: [lineFor(goods)] }))).toEqual(['lines.0.product_variant_id']);
    const refused = await on().call('seller', orderReserve, { params: { id: order.id } });
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('Savdo tovari')]);
  });

  it('a client on the black list (V10), until the entry ends', async () => {
    const client_id = await newClient(on());
    const goods = await newGoods(on());
    const end = await list(on(), await documentOf(on(), client_id));
    const refused = await create({ client_id, lines: [lineFor(goods)], reserve: true });
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Mijoz qora roʻyxatda: unga tovar band qilinmaydi va topshirilmaydi.',
    ]);
    const draft = await newOrder(on(), { client_id, lines: [lineFor(goods)] });
    const stands = async () => (await on().do('seller', orderShow, { params: { id: draft.id } })).data.listed;
    expect(await stands()).toEqual({ from: '2020-01-01', to: null });
    await end();
    expect(await stands()).toBeNull();
    expect((await create({ client_id, lines: [lineFor(goods)], reserve: true })).status).toBe(200);
  });

  it('a warehouse of others or in transit, an unknown client, a discount of all, a unit of elsewhere', async () => {
    const goods = await newGoods(on());
    const phones = await newGoods(on(), { qty: 1, serial: true });
    const { data } = await on().do('seller', orderUnits, { params: { warehouseId: SHOP, variantId: phones.id } });
    const unit = { serial_id: data[0]?.id };
    for (const [more, field] of [
      [{ warehouse_id: 4 }, 'warehouse_id'],
      [{ warehouse_id: 3 }, 'warehouse_id'],
      [{ client_id: 2_000_000 }, 'client_id'],
      [{ lines: [lineFor(goods, { discount: PRICE })] }, 'lines.0.discount'],
      [{ lines: [lineFor(goods, unit)] }, 'lines.0.serial_id'],
      [{ lines: [lineFor(phones, { ...unit, qty: 2 })] }, 'lines.0.qty'],
      [{ lines: [lineFor(phones, unit), lineFor(phones, unit)] }, 'lines.1.serial_id'],
    ] as const) {
      const answer = await create(more as Partial<OrderBody>);
      expect([answer.status, fieldsOf(answer)], JSON.stringify(more)).toEqual([422, [field]]);
    }
    // an office orders out of every branch
    expect((await create({ warehouse_id: 4 }, 'director')).status).toBe(200);
    const { data: own } = await on().do('seller', orderWarehouses);
    expect(own.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('hours', () => {
  it('are the setting’s: how long, and how often longer', async () => {
    const goods = await newGoods(on());
    const span = async (id: number) => {
      const { data } = await on().do('seller', orderShow, { params: { id } });
      return Math.round((Date.parse(data.reserved_until ?? '') - Date.now()) / HOUR_MS);
    };
    const plain = await newOrder(on(), { lines: [lineFor(goods)], reserve: true });
    expect(await span(plain.id)).toBe(24);
    await on().do('seller', orderProlong, { params: { id: plain.id } });
    expect(await span(plain.id)).toBe(48);
    const again = await on().call('seller', orderProlong, { params: { id: plain.id } });
    expect([again.status, again.error.message]).toEqual([409, expect.stringContaining('uzaytirilgan')]);
    await setFigure('reservation_hours', null, 12);
    await setFigure('reservation_hours', ORGANIZATION, 6);
    await setFigure('reservation_prolongs', ORGANIZATION, 2);
    const short = await newOrder(on(), { lines: [lineFor(goods)], reserve: true });
    expect([await span(short.id), short.facts.prolongs]).toEqual([6, 2]);
    await setFigure('reservation_hours', ORGANIZATION, 24);
    await setFigure('reservation_prolongs', ORGANIZATION, 1);
  });

  async function setFigure(
    code: 'reservation_hours' | 'reservation_prolongs',
    organization: number | null,
    value: number,
  ) {
    await sql`INSERT INTO money_value (code, organization_id, value, valid_from, status, created_by)
      VALUES (${code}, ${organization}, ${value}, '2026-01-01', 'valid', 1)`.execute(on().db.kysely);
  }
});

describe('rights and the list', () => {
  it('who sells edits the own, who edits those of all; others get neither', async () => {
    const goods = await newGoods(on());
    const theirs = await newOrder(on(), { who: 'director', lines: [lineFor(goods)] });
    const body = { lines: [lineFor(goods)] };
    expect((await on().call('seller', orderUpdate, { params: { id: theirs.id }, body })).status).toBe(403);
    const own = await newOrder(on(), { lines: [lineFor(goods)] });
    expect(own.allowed_events).toEqual(['order.update', 'order.reserve', 'order.cancel']);
    expect((await on().call('director', orderUpdate, { params: { id: own.id }, body })).status).toBe(200);
    expect((await on().call('keeper', orderShow, { params: { id: own.id } })).status).toBe(403);
    const reasonless = await on().call('seller', orderCancel, { params: { id: own.id }, body: { reason: ' ' } });
    expect([reasonless.status, fieldsOf(reasonless)]).toEqual([422, ['reason']]);
  });

  it('is found by number, client, branch, state and day; another branch’s is seen with allshow alone', async () => {
    const client_id = await newClient(on(), { fullname: 'Noyobjonov Sardor' });
    const goods = await newGoods(on());
    const own = await newOrder(on(), { client_id, lines: [lineFor(goods)], reserve: true });
    const { data: foreign } = await on().do('director', orderCreate, {
      body: { client_id, warehouse_id: 4, lines: [] },
    });
    const ids = async (query: object, who: PersonName = 'director') =>
      (await on().do(who, orderIndex, { query })).data.map(({ id }) => id);
    expect(await ids({ client_id })).toEqual([foreign.id, own.id]);
    expect(await ids({ client_id }, 'seller')).toEqual([own.id]);
    expect(await ids({ search: 'noyobjonov' }, 'seller')).toEqual([own.id]);
    expect(await ids({ search: own.number.toLowerCase() })).toEqual([own.id]);
    expect(await ids({ client_id, organization_id: OTHER_ORGANIZATION })).toEqual([foreign.id]);
    expect(await ids({ client_id, status: 'reserved' })).toEqual([own.id]);
    expect(await ids({ client_id, date: '2020-01-01' })).toEqual([]);
    expect((await ids({ sort: '-total', status: 'reserved' })).length).toBeGreaterThan(0);
    expect((await on().call('seller', orderShow, { params: { id: foreign.id } })).status).toBe(404);
  });
});
