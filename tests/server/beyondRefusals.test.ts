/**
 * What the server refuses of events that charts accept: each reason of the tables is proved, each refusal in the server's code
 * stands in a table, and a way to an end names what will refuse its step.
 */
import { describe, expect, it } from 'vitest';
import { actForm } from '../../contract/counting/acts.ts';
import { productLock } from '../../contract/directories/productLock.ts';
import { invoiceSend } from '../../contract/invoices/heads.ts';
import { orderReserve } from '../../contract/sale/orders.ts';
import type { WayMachine } from '../../contract/workflowWay.ts';
import { workflowWay } from '../../contract/workflowWay.ts';
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { answersFile, BEYOND, writtenAnswers } from '../../scripts/answered.ts';
import { STOCK_REFUSALS } from '../../server/stock/posting.ts';
import { ORACLES } from '../oracle/index.ts';
import { typeOf } from '../oracle/oracle.ts';
import { completedAct } from './acts.ts';
import { countingKit } from './countingKit.ts';
import { confirm, confirmed, draft, firstLine, line, newSerial, phones, scan, send } from './invoiceKit.ts';
import { keysOf, listedAt, NO_STEP } from './listedRefusals.ts';
import { postingKit } from './postingKit.ts';
import { documentOf, lineFor, list, newClient, newGoods, newOrder, PRICE, setPrice } from './saleKit.ts';
import { stockIn as comesIn, ORGANIZATION, OTHER_ORGANIZATION, type PersonName, PHONE, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const { correct, withdraw, leave } = postingKit(server);
const { product, comesIn: stocked, goesOut } = countingKit(server);

interface Refused {
  status: number;
  error: { code: string; message: string };
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

/** The step is refused with what the way to an end has named as blocking it. */
async function asTheWaySays(
  machine: WayMachine,
  id: number,
  goal: string,
  step: () => Promise<Refused>,
  reader: PersonName = 'director',
): Promise<Refused> {
  const asked = { params: { id }, query: { machine, goal }, language: 'uz' } as const;
  const { steps } = (await on().call(reader, workflowWay, asked)).body.data;
  // what a contract over the order will wait for is its own
  const blocking = steps
    .filter(({ blocked }) => blocked)
    .flatMap(({ facts }) => facts.filter(({ in: there }) => there === undefined));
  const refused = await step();
  const [key = ''] = keysOf(refused.error.message);
  expect(blocking).toEqual([{ fact: key.replace('errors.', ''), text: refused.error.message }]);
  return refused;
}

const lock = (variant_id: number) =>
  on().do('director', productLock.calls.create, {
    body: { variant_id, organization_id: ORGANIZATION, reason: 'Sifati tekshirilmoqda' },
  } as never);

const reserve = (id: number) =>
  asTheWaySays('saleOrder', id, 'converted', () => on().call('seller', orderReserve, { params: { id } }));

const PROVOKED: Readonly<Record<string, () => Promise<Refused>>> = {
  async 'countingAct act.form negative_stock'() {
    const low = await product();
    await stocked(low, 10);
    const { id } = await completedAct(on(), [{ product_variant_id: low, count: 2 }]);
    await goesOut(low, 5);
    return asTheWaySays('countingAct', id, 'formed', () => on().call('keeper', actForm, { params: { id } }), 'keeper');
  },
  async 'invoice invoice.confirm serials_elsewhere'() {
    const id = await draft(on(), [phones(1)]);
    const number = newSerial();
    await scan(on(), (await firstLine(on(), id)).id, [{ serial_number: number, imei_numbers: [] }]);
    await send(on(), id);
    await on().db.tx((trx) =>
      comesIn(trx, OTHER_ORGANIZATION, 4, { lines: [{ variantId: PHONE + 1, qty: 1, serials: [number] }] }),
    );
    return asTheWaySays('invoice', id, 'confirmed', () => confirm(on(), id));
  },
  async 'invoice invoice.send products_locked'() {
    const goods = await newGoods(on());
    const id = await draft(on(), [line({ product_variant_id: goods.id })]);
    await lock(goods.id);
    return asTheWaySays('invoice', id, 'confirmed', () =>
      on().call('purchaser', invoiceSend, { params: { id }, body: { value: true } }),
    );
  },
  'invoice line.correct goods_left': () => goodsLeft(corrected),
  'invoice line.correct goods_reserved': () => goodsKept(corrected),
  'invoice line.withdraw goods_left': () => goodsLeft(withdraw),
  'invoice line.withdraw goods_reserved': () => goodsKept(withdraw),
  async 'saleOrder order.reserve client_listed'() {
    const client_id = await newClient(on());
    const { id } = await newOrder(on(), { client_id, lines: [lineFor(await newGoods(on()))] });
    await list(on(), await documentOf(on(), client_id));
    return reserve(id);
  },
  async 'saleOrder order.reserve products_locked'() {
    const goods = await newGoods(on());
    const { id } = await newOrder(on(), { lines: [lineFor(goods)] });
    await lock(goods.id);
    return reserve(id);
  },
  async 'saleOrder order.reserve order_prices'() {
    const goods = await newGoods(on());
    const { id } = await newOrder(on(), { lines: [lineFor(goods)] });
    await setPrice(on(), goods.id, PRICE + 1_000);
    return reserve(id);
  },
  async 'saleOrder order.reserve goods_reserved'() {
    const goods = await newGoods(on(), { qty: 1 });
    const waits = await newOrder(on(), { lines: [lineFor(goods)] });
    await newOrder(on(), { lines: [lineFor(goods)], reserve: true });
    return reserve(waits.id);
  },
};

/** Reasons that tests of their own prove: each names the text that it has seen. */
const PROVED: Readonly<Record<string, string>> = {
  'approval request.approve black_list_listed': 'lifecycles/approval.test.ts',
  'approval request.approve change_over': 'clientChanges.test.ts',
  'approval request.approve fund_goods_gone': 'fondProducts.test.ts',
  'approval request.approve fund_over': 'fondProducts.test.ts',
  'approval request.approve unblock_over': 'unblockRequests.test.ts',
  'approval request.send black_list_listed': 'lifecycles/approval.test.ts',
  'approval request.send change_over': 'clientChanges.test.ts',
  'approval request.send fund_goods_gone': 'fondProducts.test.ts',
  'approval request.send fund_over': 'fondProducts.test.ts',
  'approval request.send unblock_over': 'unblockRequests.test.ts',
  'cashDocument allocation.move/part money_moved': 'moneyRaces.test.ts',
  'cashDocument cash.confirm money_moved': 'moneyRaces.test.ts',
  'cashDocument cash.reverse goods_leaving': 'outputs.test.ts',
  'cashDocument cash.reverse money_moved': 'moneyRaces.test.ts',
  'contract debt.writeOff prepaid_waits': 'writeOff.test.ts',
  'contract debt.writeOff write_off_limit': 'writeOff.test.ts',
  'counter counter.submit entries_differ': 'countingEntries.test.ts',
  'counter counter.submit outside_limit': 'countingLimit.test.ts',
  'countingAct act.complete outside_limit': 'countingLimit.test.ts',
  'countingAct act.form outside_limit': 'countingLimit.test.ts',
  'countingAct act.form serials_elsewhere': 'counting.test.ts',
  'countingAct counter.submit entries_differ': 'countingEntries.test.ts',
  'countingAct counter.submit outside_limit': 'countingLimit.test.ts',
  'countingAct product.countManually outside_limit': 'countingLimit.test.ts',
  'directoryRecord record.restore named_archived': 'doubles.test.ts',
  'output output.handOver reserved_missing': 'outputs.test.ts',
  'output serial.scan reserved_missing': 'outputs.test.ts',
  'saleOrder order.convert reservation_expired': 'contracts.test.ts',
  'saleOrder order.prolong reservation_expired': 'orders.test.ts',
  'settingRevision revision.plan model_outdated': 'modelTrial.test.ts',
  'settingRevision revision.plan model_trying': 'modelTrial.test.ts',
  'settingRevision revision.drop dropped_band_overlaps': 'settingBands.test.ts',
  'settingRevision revision.plan model_untried': 'modelTrial.test.ts',
  'testSitting answer.save other_sitting': 'sittings.test.ts',
  'testSitting attempt.give test_over': 'sittings.test.ts',
  'testSitting test.start test_over': 'sittings.test.ts',
  'testSitting test.submit/enough other_sitting': 'sittings.test.ts',
  'user user.dismiss stuck_changed': 'users.test.ts',
  'user user.dismiss stuck_unseen': 'users.test.ts',
  'user user.suspend stuck_changed': 'users.test.ts',
  'user user.suspend stuck_unseen': 'users.test.ts',
  'user user.update stuck_changed': 'users.test.ts',
  'user user.update stuck_unseen': 'users.test.ts',
};

const listed = ORACLES.flatMap(({ machine, beyond = {} }) =>
  Object.entries(beyond).flatMap(([event, reasons = []]) => reasons.map((reason) => `${machine} ${event} ${reason}`)),
);

const sources = import.meta.glob<string>(['./*.test.ts', './lifecycles/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

describe('reasons beside the chart', () => {
  it('have those of stock among them, without the day that events wait for', () => {
    const reasons = new Set(listed.map((one) => one.split(' ')[2]));
    for (const code of STOCK_REFUSALS) if (code !== 'no_open_day') expect(reasons).toContain(code);
  });

  it('are proved as the tables list them', () => {
    expect([...Object.keys(PROVOKED), ...Object.keys(PROVED)].sort()).toEqual([...listed].sort());
  });

  it('are kept for the gallery as they are proved', async () => {
    const kept: Record<string, Record<string, string[]>> = {};
    for (const one of [...Object.keys(PROVOKED), ...Object.keys(PROVED)].sort()) {
      const [machine = '', name = '', reason = ''] = one.split(' ');
      kept[machine] ??= {};
      kept[machine][name] = [...(kept[machine][name] ?? []), reason];
    }
    await expect(writtenAnswers(kept)).toMatchFileSnapshot(answersFile(BEYOND));
  });

  it.each(Object.entries(PROVED))('%s is seen by name in %s', (name, file) => {
    expect(sources[`./${file}`]).toMatch(new RegExp(`['"/.]${name.split(' ')[2]}['"]`));
  });

  it.each(Object.keys(PROVOKED))('%s', async (name) => {
    const answer = await PROVOKED[name]?.();
    expect(answer?.status).toBe(409);
    expect(keysOf(answer?.error.message ?? '')).toContain(`errors.${name.split(' ')[2]}`);
  });
});

/** The texts of each 409 that the server has in its code: `conflict(...)`, reasons of `bars`, `why` and `waits`. */
function textsInServer(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [file, text] of Object.entries(server409)) {
    for (const [, code = '', key] of text.matchAll(
      /(?:conflict|StockError)\(\s*'(\w+)'(?:,\s*\{\s*(?:[^{}]*?messageKey: ['`]([\w.]+))?)?/g,
    ))
      found.set(key ?? `errors.${code}`, file);
    for (const [, key = ''] of text.matchAll(/messageKey: ['`](errors\.\w+)/g)) found.set(key, file);
    for (const [, code = ''] of text.matchAll(/(?:code:|[A-Z] =) '(\w+)'/g))
      if (Object.hasOwn(uz.errors, code)) found.set(`errors.${code}`, file);
  }
  return found;
}
const server409 = import.meta.glob<string>('../../server/**/*.ts', { eager: true, query: '?raw', import: 'default' });

describe('each refusal in the code of the server', () => {
  const known = new Set(
    ORACLES.flatMap((oracle) => Object.keys(oracle.cases).flatMap((name) => [...listedAt(oracle, typeOf(name))])),
  );
  const inCode = textsInServer();
  // a template names the beginning of several
  const isKnown = (key: string) =>
    known.has(key) || (/[._]$|_gap$/.test(key) && [...known].some((one) => one.startsWith(key)));

  it('stands in a table, or says why it is no step', () => {
    const unlisted = [...inCode].filter(([key]) => !isKnown(key) && !Object.hasOwn(NO_STEP, key));
    expect(unlisted).toEqual([]);
  });

  it('and no other is excused', () => {
    expect(Object.keys(NO_STEP).filter((key) => !inCode.has(key))).toEqual([]);
  });
});
