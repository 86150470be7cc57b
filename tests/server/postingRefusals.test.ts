/** What posting refuses of events that charts accept: each reason of the tables is provoked, and no ledger has another. */
import { describe, expect, it } from 'vitest';
import { actForm } from '../../contract/counting/acts.ts';
import { orderReserve } from '../../contract/sale/orders.ts';
import { STOCK_REFUSALS } from '../../server/stock/posting.ts';
import { ORACLES } from '../oracle/index.ts';
import { POSTING_REASONS } from '../oracle/oracle.ts';
import { completedAct } from './acts.ts';
import { countingKit } from './countingKit.ts';
import { confirm, confirmed, draft, firstLine, line, newSerial, phones, scan, send } from './invoiceKit.ts';
import { postingKit } from './postingKit.ts';
import { lineFor, newGoods, newOrder } from './saleKit.ts';
import { stockIn as comesIn, OTHER_ORGANIZATION, PHONE, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const { correct, withdraw, leave } = postingKit(server);
const { product, comesIn: stocked, goesOut } = countingKit(server);

interface Refused {
  status: number;
  error: { code: string };
}

/** The line of a confirmed invoice of goods of its own, of which no other is in stock. */
async function lineOf(count: number) {
  const goods = await newGoods(on(), { qty: 0 });
  const { id } = await confirmed(on(), [line({ product_variant_id: goods.id, count, value: 1_000 })]);
  return { goods, lineId: (await firstLine(on(), id)).id };
}

async function goodsLeft(ask: (lineId: number) => Promise<Refused>) {
  const { goods, lineId } = await lineOf(5);
  await leave(goods.id, 4);
  return ask(lineId);
}

async function goodsKept(ask: (lineId: number) => Promise<Refused>) {
  const { goods, lineId } = await lineOf(5);
  await newOrder(on(), { lines: [lineFor(goods, { qty: 4 })], reserve: true });
  return ask(lineId);
}

const corrected = (lineId: number) => correct(lineId, { count: 2, value: 1_000 });

const PROVOKED: Readonly<Record<string, () => Promise<Refused>>> = {
  async 'countingAct act.form negative_stock'() {
    const low = await product();
    await stocked(low, 10);
    const { id } = await completedAct(on(), [{ product_variant_id: low, count: 2 }]);
    await goesOut(low, 5);
    return on().call('keeper', actForm, { params: { id } });
  },
  async 'invoice invoice.confirm serials_elsewhere'() {
    const id = await draft(on(), [phones(1)]);
    const number = newSerial();
    await scan(on(), (await firstLine(on(), id)).id, [{ serial_number: number, imei_numbers: [] }]);
    await send(on(), id);
    await on().db.tx((trx) =>
      comesIn(trx, OTHER_ORGANIZATION, 4, { lines: [{ variantId: PHONE + 1, qty: 1, serials: [number] }] }),
    );
    return confirm(on(), id);
  },
  'invoice line.correct goods_left': () => goodsLeft(corrected),
  'invoice line.correct goods_reserved': () => goodsKept(corrected),
  'invoice line.withdraw goods_left': () => goodsLeft(withdraw),
  'invoice line.withdraw goods_reserved': () => goodsKept(withdraw),
  async 'saleOrder order.reserve goods_reserved'() {
    const goods = await newGoods(on(), { qty: 1 });
    const waits = await newOrder(on(), { lines: [lineFor(goods)] });
    await newOrder(on(), { lines: [lineFor(goods)], reserve: true });
    return on().call('seller', orderReserve, { params: { id: waits.id } });
  },
};

const listed = ORACLES.flatMap(({ machine, posting = {} }) =>
  Object.entries(posting).flatMap(([event, reasons = []]) => reasons.map((reason) => `${machine} ${event} ${reason}`)),
);

describe('reasons of posting', () => {
  it('are those of stock, without the day that events wait for', () => {
    expect([...POSTING_REASONS].sort()).toEqual(STOCK_REFUSALS.filter((code) => code !== 'no_open_day').sort());
    expect(new Set(listed.map((one) => one.split(' ')[2]))).toEqual(new Set(POSTING_REASONS));
  });

  it('are provoked as the tables list them', () => {
    expect(Object.keys(PROVOKED).sort()).toEqual([...listed].sort());
  });

  it.each(Object.keys(PROVOKED))('%s', async (name) => {
    const answer = await PROVOKED[name]?.();
    expect([answer?.status, answer?.error.code]).toEqual([409, name.split(' ')[2]]);
  });
});
