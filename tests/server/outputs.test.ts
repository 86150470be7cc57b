/** Hand-over of goods: what a scan takes, what leaves with which entries, what is refused (V7–V9; decisions 60, 63, 64, 72). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileDownload } from '../../contract/counting/acts.ts';
import { noticeIndex } from '../../contract/notices.ts';
import { fifoIndex, fifoUnit, outputHandOver, outputHistory, outputIndex } from '../../contract/outputs.ts';
import { contractShow } from '../../contract/sale/contracts.ts';
import { contractRecords } from '../../server/contracts/access.ts';
import { goOnFreed } from '../../server/contracts/contracts.ts';
import { CONTRACTS } from '../../server/contracts/lifecycle.ts';
import { OUTPUTS } from '../../server/outputs/answers.ts';
import { moreGoods, newUnit, signed, TERMS, Warehouse } from './outputKit.ts';
import { list, newGoods } from './saleKit.ts';
import { PHONE, PLAIN, withServer } from './world.ts';

const server = withServer();
const store = new Warehouse(() => server.current);
const { till } = store;
const on = () => server.current;
const kysely = () => server.current.db.kysely;
const BARCODE = '4780000000001';
const MAIN = 2;

/** The only message of a field of a 422. */
const messageOf = (answer: { status: number; error: { errors?: Record<string, string[]> } }, field = 'code') => {
  expect(answer.status, JSON.stringify(answer.error)).toBe(422);
  return answer.error.errors?.[field]?.[0];
};

beforeAll(() => till.desks());

/** A phone of which nothing lies anywhere yet. */
const newPhone = () => newGoods(on(), { qty: 0, serial: true });

describe('goods of a contract', () => {
  it('wait in their warehouse from the first payment on, and leave whole with stock, reservation and debt', async () => {
    const phone = await newUnit(on(), PHONE, '2020-01-01');
    await moreGoods(on(), PLAIN, 3);
    const { client, contract, output } = await store.waiting([
      { variant: PHONE, qty: 1 },
      { variant: PLAIN, qty: 2 },
    ]);
    const waits = await store.show(output);
    expect(waits).toMatchObject({ status: 'draft', units: 3, picked: 0, total: 2_200_000, owed: 2_000_000 });
    expect(waits.number).toMatch(/^CHL-26-\d{4}$/);
    expect(waits.client_document).toMatch(/^\*{7}\d\d$/);
    expect(waits.allowed_events).toEqual(['output.pick']);

    await store.pick(output);
    await store.scan(output, ` ${phone.toLowerCase()} `);
    await store.count(output, PLAIN, 2);
    const ready = await store.show(output);
    expect(ready).toMatchObject({ status: 'picking', picked: 3, facts: { missing: 0, unexplained: 0 } });
    expect(ready.allowed_events).toContain('output.handOver');

    const answer = await store.handOver(output);
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    const { data } = answer.body;
    expect(data).toMatchObject({ status: 'handed_over', practice_day: '2026-11-21', contract: { status: 'active' } });
    expect(data.handed_by?.fullname).toBe('Ulugʻbek Norov');

    const { rows: moves } =
      await sql`SELECT product_variant_id AS variant, sum(qty)::integer AS qty, warehouse_id AS warehouse
      FROM stock_move WHERE document_id = ${output} GROUP BY 1, 3 ORDER BY 1`.execute(kysely());
    expect(moves).toEqual([
      { variant: PLAIN, qty: -2, warehouse: 1 },
      { variant: PHONE, qty: -1, warehouse: 1 },
    ]);
    expect(await till.entries(output)).toEqual([
      { kind: 'charge', contract_id: contract, amount: 2_200_000, source_id: null },
    ]);
    expect(await store.kept(contract)).toEqual([]);
    const { rows: units } =
      await sql`SELECT state, warehouse_id FROM serial_number WHERE serial_number = ${phone}`.execute(kysely());
    expect(units).toEqual([{ state: 'sold', warehouse_id: null }]);
    const [charged] = await contractRecords(kysely(), sql`c.id = ${contract}`);
    expect(charged).toMatchObject({ status: 'active', chargedOn: '2026-11-21' });
    // the first payment is no debt any more
    const desk = await till.desk(client);
    expect(desk.desks[0]?.contracts[0]?.debts.map(({ parts }) => parts.length)).toEqual([1, 0, 0, 0, 0]);
    await till.clean();

    const { data: lines } = await on().do('warehouseman', outputHistory, { params: { id: output } });
    expect(lines.map(({ event, user }) => `${event} ${user?.fullname ?? '-'}`)).toEqual([
      'output.handOver Ulugʻbek Norov',
      'goods.count Ulugʻbek Norov',
      'serial.scan Ulugʻbek Norov',
      'output.pick Ulugʻbek Norov',
      'output.create Tizim / Система',
    ]);
    const file = await on().call('warehouseman', fileDownload, { params: { id: data.signature ?? 0 } });
    expect(file.status).toBe(200);
  });

  it('are known to whoever may pick in the branch', async () => {
    const { output } = await store.waiting([{ variant: PLAIN, qty: 1 }]);
    const { data } = await on().do('warehouseman', noticeIndex);
    expect(data[0]).toMatchObject({ machine: 'output', event: 'output.create', about: { id: output } });
  });

  it('without serial numbers leave by the oldest batch of the one warehouse', async () => {
    const variant = 5;
    await moreGoods(on(), variant, 4);
    await on().db.tx((trx) =>
      sql`UPDATE stock_batch SET received_at = '2021-01-01' WHERE id = (SELECT max(id)
      FROM stock_batch WHERE product_variant_id = ${variant})`.execute(trx),
    );
    const { rows: batches } = await sql<{ id: number }>`SELECT b.id FROM stock_batch b
      JOIN stock_balance l ON l.batch_id = b.id AND l.warehouse_id = 1 WHERE b.product_variant_id = ${variant}
      ORDER BY received_at`.execute(kysely());
    // older ones of another warehouse of the branch stay where they are
    await moreGoods(on(), variant, 9, MAIN);
    await on().db.tx((trx) =>
      sql`UPDATE stock_batch SET received_at = '2019-01-01' WHERE id = (SELECT max(id)
      FROM stock_batch WHERE product_variant_id = ${variant})`.execute(trx),
    );
    const { output } = await store.waiting([{ variant, qty: 6 }]);
    await store.pick(output);
    await store.count(output, variant, 6);
    expect((await store.handOver(output)).status).toBe(200);
    const { rows } = await sql<{ batch: number; qty: number }>`SELECT batch_id AS batch, qty FROM stock_move
      WHERE document_id = ${output} ORDER BY id`.execute(kysely());
    expect(rows).toEqual([
      { batch: batches[0]?.id, qty: -4 },
      { batch: batches[1]?.id, qty: -2 },
    ]);
  });

  it('are withdrawn with the first payment, unless somebody is picking them', async () => {
    const goods = [{ variant: PLAIN, qty: 1 }];
    const first = await store.waiting(goods);
    expect((await till.reverse(first.payment)).status).toBe(200);
    expect(await store.show(first.output)).toMatchObject({ status: 'cancelled', contract: { status: 'signed' } });
    // paid again, they wait again
    await till.paid(first.client, [first.contract], TERMS.firstPayment);
    const output = await store.outputOf(first.contract);
    expect(output).not.toBe(first.output);

    await store.pick(output);
    const { rows } = await sql<{ id: number }>`SELECT max(source_id) AS id FROM client_entry
      WHERE contract_id = ${first.contract}`.execute(kysely());
    const refused = await till.reverse(rows[0]?.id ?? 0);
    expect([refused.status, refused.error.code]).toEqual([409, 'goods_leaving']);
    // the preview says it before
    const { data: barred } = await till.preview(rows[0]?.id ?? 0);
    expect(barred.barred).toEqual({ by: 'goods_leaving', number: (await store.show(output)).contract?.number });
    const [contract] = await contractRecords(kysely(), sql`c.id = ${first.contract}`);
    const cancel = on().db.tx((db) =>
      CONTRACTS.takeOwn({ db, now: new Date() }, contract as never, 'contract.cancel', async () => ({})),
    );
    await expect(cancel).rejects.toMatchObject({ code: 'goods_leaving' });
    await till.clean();

    expect((await store.cancel(output)).status).toBe(200);
    expect((await till.preview(rows[0]?.id ?? 0)).data.barred).toBeNull();
    const reversed = await till.reverse(rows[0]?.id ?? 0);
    expect(reversed.status).toBe(200);
    // a second time: by which document it was, before and at the attempt
    const { data: again } = await till.preview(rows[0]?.id ?? 0);
    const by = reversed.body.data.reversed_by?.number;
    expect(again.barred).toEqual({ by: 'reversed', number: by });
    const twice = await till.reverse(rows[0]?.id ?? 0, again.mark);
    expect([twice.status, twice.error.message]).toEqual([409, expect.stringContaining(by ?? '?')]);
    // the contract names every document that it led to
    const { documents } = (await on().do('director', contractShow, { params: { id: first.contract } })).data;
    expect(documents.map(({ kind, status, amount }) => [kind, status, amount])).toEqual([
      ['payment', 'reversed', TERMS.firstPayment],
      ['output', 'cancelled', null],
      ['reversal', 'confirmed', TERMS.firstPayment],
      ['payment', 'reversed', TERMS.firstPayment],
      ['output', 'cancelled', null],
      ['output', 'cancelled', null],
      ['reversal', 'confirmed', TERMS.firstPayment],
    ]);
    expect(documents.at(-1)?.number).toBe(by);
  });

  it('wait for a client of the black list until the entry ends, and then by themselves (decision 60)', async () => {
    await moreGoods(on(), PLAIN, 1);
    const { client, contract } = await store.signed([{ variant: PLAIN, qty: 1 }]);
    const { rows } = await sql<{
      number: string;
    }>`SELECT number FROM client_document WHERE client_id = ${client}`.execute(kysely());
    const end = await list(on(), rows[0]?.number ?? '');
    await till.paid(client, [contract], TERMS.firstPayment);
    const logOf = async () =>
      (
        await sql<{ event: string; user_id: number | null }>`SELECT event, user_id FROM event_log
          WHERE document_id = ${contract} AND event = 'firstPayment.receive'`.execute(kysely())
      ).rows;
    const goOn = () => on().db.tx((trx) => goOnFreed(trx, new Date()));
    await goOn();
    expect(await logOf()).toEqual([]);
    await end();
    await goOn();
    await goOn();
    expect(await logOf()).toEqual([{ event: 'firstPayment.receive', user_id: null }]);
    expect((await on().do('director', contractShow, { params: { id: contract } })).data.status).toBe(
      'awaiting_handover',
    );
    expect((await store.show(await store.outputOf(contract))).status).toBe('draft');
  });

  it('stay reserved when picking is given up, and another output waits', async () => {
    const phone = await newUnit(on(), PHONE, '2020-01-01');
    const { contract, output } = await store.waiting([{ variant: PHONE, qty: 2 }]);
    await store.pick(output);
    await store.scan(output, phone);
    expect(await store.kept(contract)).toEqual([phone, 1]);
    expect((await store.cancel(output, 'seller' as never)).status).toBe(403);
    const answer = await store.cancel(output);
    expect(answer.body.data).toMatchObject({ status: 'cancelled', cancel_reason: 'Mijoz kelmadi' });
    expect(await store.kept(contract)).toEqual([1, 1]);
    expect(await store.show(await store.outputOf(contract))).toMatchObject({ status: 'draft', units: 2, picked: 0 });
  });

  it('do not leave once an act of counting has taken them', async () => {
    const phone = await newUnit(on(), PHONE, '2020-01-01');
    const { contract, output } = await store.waiting([
      { variant: PHONE, qty: 1 },
      { variant: PLAIN, qty: 1 },
    ]);
    await store.pick(output);
    await store.scan(output, phone);
    await store.scan(output, BARCODE);
    await sql`UPDATE reservation SET ended_at = now() WHERE document_id = ${contract} AND product_variant_id = ${PLAIN}`.execute(
      kysely(),
    );
    const answer = await store.handOver(output);
    expect([answer.status, answer.error.code, answer.error.lines?.map(({ title }) => title)]).toEqual([
      ...[409, 'reserved_missing', ['Tovar 1']],
    ]);
    expect(await till.status(contract)).toBe('awaiting_handover');
  });
});

describe('a scan', () => {
  it('says why a code is none of these goods', async () => {
    const goods = [
      { variant: PHONE, qty: 1 },
      { variant: PLAIN, qty: 1 },
    ];
    const [first, second] = [await newUnit(on(), PHONE, '2020-01-01'), await newUnit(on(), PHONE, '2020-01-01')];
    const sold = await store.waiting(goods);
    await store.pick(sold.output);
    await store.scan(sold.output, first);
    await store.scan(sold.output, BARCODE);
    expect((await store.handOver(sold.output)).status).toBe(200);
    const other = await store.waiting(goods);
    await store.pick(other.output);
    await store.scan(other.output, second);

    const third = await newUnit(on(), PHONE, '2020-01-01');
    const away = await newUnit(on(), PHONE, '2020-01-01', MAIN);
    const { id: variant } = await newPhone();
    const foreign = await newUnit(on(), variant, '2020-01-01');
    const { output } = await store.waiting(goods);
    await store.pick(output);
    const said = async (code: string) => messageOf(await store.scan(output, code));
    const number = (await store.show(sold.output)).contract.number;
    expect(await said('YOQ-1')).toBe('YOQ-1: bunday raqam yoki shtrix-kod yoʻq.');
    expect(await said(foreign)).toEqual(
      expect.stringMatching(/^Bu boshqa tovar: Savdo tovari \d+\. Chiqimda u yoʻq\.$/),
    );
    expect(await said('4780000000002')).toBe('Bu boshqa tovar: Tovar 2. Chiqimda u yoʻq.');
    expect(await said('4780000000011')).toBe('Smartfon 11: shtrix-kod emas, seriya raqami yoki IMEI kerak.');
    expect(await said(first)).toBe(`${first} allaqachon topshirilgan: shartnoma ${number}.`);
    expect(await said(away)).toBe(`${away} boshqa omborda: Chilonzor filiali, main.`);
    const keeper = (await store.show(other.output)).contract.number;
    expect(await said(second)).toBe(`${second} boshqa hujjat uchun band: ${keeper}.`);
    expect((await store.scan(output, third)).status).toBe(200);
    expect(await said(third)).toBe(`${third} shu chiqimda allaqachon bor.`);
    expect((await store.scan(output, BARCODE)).status).toBe(200);
    expect(await said(BARCODE)).toBe('Tovar 1: 1 ta kerak edi, hammasi yigʻilgan.');
    const too = await store.count(output, PLAIN, 2);
    expect(messageOf(too, 'count')).toBe('Tovar 1: 1 ta kerak edi, hammasi yigʻilgan.');
    await store.cancel(output);
    await store.cancel(other.output);
  });

  it('takes the very unit that the contract names, and no other in its place', async () => {
    const [named, another] = [await newUnit(on(), PHONE, '2019-01-01'), await newUnit(on(), PHONE, '2019-01-01')];
    const { contract, output } = await store.waiting([{ variant: PHONE, qty: 1, serials: [named] }]);
    await store.pick(output);
    expect(messageOf(await store.scan(output, another))).toBe(`Shartnomada aynan ${named} yozilgan.`);
    expect((await store.scan(output, named)).status).toBe(200);
    expect((await store.release(output, named)).status).toBe(200);
    // it is the contract's, picked or not
    expect(await store.kept(contract)).toEqual([named]);
  });

  it('reads what a scanner types in the other layout, and an IMEI', async () => {
    const phone = await newUnit(on(), PHONE, '2020-01-01');
    await sql`INSERT INTO serial_code (serial_id, code, kind, in_stock)
      SELECT id, '356938035643809', 'imei', true FROM serial_number WHERE serial_number = ${phone}`.execute(kysely());
    const { output } = await store.waiting([{ variant: PHONE, qty: 1 }]);
    await store.pick(output);
    const answer = await store.scan(output, '356938 035643809');
    expect(answer.body.data.lines[0]?.units).toMatchObject([
      { serial_number: phone, imei_numbers: ['356938035643809'] },
    ]);
    await store.cancel(output);
  });
});

describe('an older unit in the same warehouse', () => {
  it('is named beside the newer one, takes its place, or is passed over with a reason that the FIFO check lists', async () => {
    const { id: variant } = await newPhone();
    const [older, newer] = [await newUnit(on(), variant, '2025-03-01'), await newUnit(on(), variant, '2025-03-17')];
    const { output } = await store.waiting([{ variant, qty: 1 }]);
    await store.pick(output);
    const first = await store.scan(output, newer);
    expect(first.body.data.facts).toMatchObject({ missing: 0, unexplained: 1 });
    expect(first.body.data.lines[0]?.units[0]?.older).toMatchObject([
      { serial_number: older, received_on: '2025-03-01', days: 16, source: { is_invoice: false } },
    ]);
    const second = await store.scan(output, older);
    expect(second.body.scanned.replaced).toBe(newer);
    expect(second.body.data.facts).toMatchObject({ missing: 0, unexplained: 0 });
    await store.release(output, older);

    await store.scan(output, newer);
    const refused = await store.handOver(output);
    expect([refused.status, refused.error.code]).toEqual([409, 'reasons_missing']);
    expect(messageOf(await store.explain(output, newer, 'other' as never), 'words')).toBe('Toʻldirilishi shart.');
    expect((await store.explain(output, newer)).status).toBe(200);
    // what has its reason stays where it is
    expect(messageOf(await store.scan(output, older))).toContain('hammasi yigʻilgan');
    expect((await store.handOver(output)).status).toBe(200);

    const { data } = await on().do('warehouseman', fifoIndex, { query: { reason: 'client_chose' } });
    expect(data).toMatchObject([
      {
        output: { id: output },
        serial_number: newer,
        received_on: '2025-03-17',
        older_received_on: '2025-03-01',
        days_older: 16,
        reason: 'client_chose',
        created_by: { fullname: 'Ulugʻbek Norov' },
      },
    ]);
    const change = sql`UPDATE fifo_violation SET reason = 'other'`.execute(kysely());
    await expect(change).rejects.toThrow();
  });

  it('asks for nothing where it came on the same day, is kept for somebody else, or is in the same hands', async () => {
    const { id: variant } = await newPhone();
    const older = await newUnit(on(), variant, '2024-05-01');
    const same = await newUnit(on(), variant, '2024-05-01');
    const newer = await newUnit(on(), variant, '2024-05-02');
    const kept = await store.waiting([{ variant, qty: 1, serials: [older] }]);
    const { output } = await store.waiting([{ variant, qty: 2 }]);
    await store.pick(output);
    const first = await store.scan(output, newer);
    expect(first.body.data.lines[0]?.units[0]?.older.map((unit) => unit.serial_number)).toEqual([same]);
    expect((await store.scan(output, same)).body.data.facts).toMatchObject({ missing: 0, unexplained: 0 });
    await store.cancel(output);
    await till.reverse(kept.payment);
  });

  it('is found by a scan of the check', async () => {
    const { id: variant } = await newPhone();
    const [older, newer] = [await newUnit(on(), variant, '2023-01-01'), await newUnit(on(), variant, '2023-01-31')];
    const { data } = await on().do('warehouseman', fifoUnit, { query: { code: newer } });
    expect(data).toMatchObject({ state: 'in_stock', warehouse: { name: 'shop' }, older_count: 1 });
    expect(data.older.map(({ serial_number, days }) => [serial_number, days])).toEqual([[older, 30]]);
    const none = await on().do('warehouseman', fifoUnit, { query: { code: older } });
    expect(none.data).toMatchObject({ older_count: 0, older: [] });
    expect(messageOf(await on().call('warehouseman', fifoUnit, { query: { code: 'YOQ' } }))).toContain('YOQ');
    expect((await on().call('seller', fifoUnit, { query: { code: newer } })).status).toBe(403);
  });
});

describe('who receives', () => {
  it('signs by a picture, and another person with name, document and why', async () => {
    const { output } = await store.waiting([{ variant: PLAIN, qty: 1 }]);
    await store.pick(output);
    await store.scan(output, BARCODE);
    const half = await store.handOver(output, { receiver: 'Sobir Aliyev' });
    expect(half.status).toBe(422);
    expect(Object.keys(half.error.errors ?? {})).toEqual(['receiver_document', 'receiver_reason']);
    const text = new TextEncoder().encode('%PDF-1.7');
    const send = (form: FormData) => on().call('warehouseman', outputHandOver, { params: { id: output }, form });
    expect(messageOf(await send(signed({}, text)), 'signature')).toContain('JPEG');
    expect((await store.show(output)).status).toBe('picking');
    const answer = await store.handOver(output, {
      ...{ receiver: 'Sobir Aliyev', receiver_document: 'AA1234567', receiver_reason: 'Turmush oʻrtogʻi' },
    });
    expect(answer.body.data.receiver).toEqual({
      ...{ fullname: 'Sobir Aliyev', document: '*******67', reason: 'Turmush oʻrtogʻi' },
    });
  });

  it('leaves no number of a document in the log', async () => {
    const { rows } = await sql`SELECT 1 FROM event_log WHERE payload::text LIKE '%AA1234567%'`.execute(kysely());
    expect(rows).toEqual([]);
  });
});

describe('the list of outputs', () => {
  it('is of the own branch, by state, day, client and number', async () => {
    const { output, contract } = await store.waiting([{ variant: PLAIN, qty: 1 }]);
    const one = await store.show(output);
    const ids = async (query: object) =>
      (await on().do('warehouseman', outputIndex, { query })).data.map(({ id }) => id);
    expect(await ids({ search: one.number.slice(-4).toLowerCase() })).toContain(output);
    expect(await ids({ search: one.contract.number })).toContain(output);
    expect(await ids({ status: 'handed_over', per_page: 100 })).not.toContain(output);
    expect(await ids({ date: '2020-01-01' })).toEqual([]);
    expect(await ids({ client_id: one.client.id })).toContain(output);
    expect(await ids({ client_id: one.client.id + 999_999 })).toEqual([]);
    const { meta } = await on().do('warehouseman', outputIndex, { query: { part: 'counts' } });
    expect(meta.statuses?.draft).toBeGreaterThan(0);

    await sql`UPDATE app_user SET organization_id = 2 WHERE username = 'warehouseman'`.execute(kysely());
    expect(await ids({ per_page: 100 })).toEqual([]);
    expect((await store.pick(output)).status).toBe(404);
    await sql`UPDATE app_user SET organization_id = 1 WHERE username = 'warehouseman'`.execute(kysely());
    expect(await till.status(contract)).toBe('awaiting_handover');
    expect(OUTPUTS.byPeople).not.toContain('output.withdraw');
  });
});
