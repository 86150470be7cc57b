/** What invoices post: stock, cost and debt, once; corrections by their opposite (decisions 21, 23, 26). */
import { describe, expect, it } from 'vitest';
import { luhnDigit } from '../../contract/checkDigits.ts';
import { invoiceDebt, invoiceHistory } from '../../contract/invoices/heads.ts';
import { type InputProduct, lineCorrect, lineWithdraw } from '../../contract/invoices/lines.ts';
import {
  confirm,
  confirmed,
  debtsOf,
  debtTo,
  dollars,
  draft,
  expectLedgersClean,
  firstLine,
  line,
  linesOf,
  movesOf,
  newSerial,
  phones,
  scan,
  send,
  sent,
  serials,
  show,
  stockIn,
} from './invoiceKit.ts';
import { postingKit } from './postingKit.ts';
import { stockIn as comesIn, ORGANIZATION, PHONE, PLAIN, withServer } from './world.ts';

const server = withServer();
const { correct, withdraw, refused, leave, lastCost } = postingKit(server);

/** Batches of a product in the order in which they leave: cost and what is left of them. */
const fifo = async (variantId: number) =>
  (
    await server.current.db.kysely
      .selectFrom('stock_balance as b')
      .innerJoin('stock_batch as s', 's.id', 'b.batch_id')
      .select(['s.cost', 'b.qty'])
      .where('b.product_variant_id', '=', variantId)
      .where('b.warehouse_id', '=', 1)
      .where('b.qty', '>', 0)
      .orderBy('s.received_at')
      .orderBy('b.batch_id')
      .execute()
  ).map((row) => [Number(row.cost), row.qty]);

describe('confirming', () => {
  it('posts moves, batches, serial numbers with IMEIs, debts by currency, the day and the last cost exactly', async () => {
    const on = server.current;
    await on.db.kysely.updateTable('product_variant').set({ imei_count: 2 }).where('id', '=', 12).execute();
    const uzs = await debtTo(on, 1, 1);
    const usd = await debtTo(on, 1, 2);
    const plain = await stockIn(on, PLAIN);
    const id = await draft(on, [
      line({ count: 7, value: 33_000 }),
      dollars({ product_variant_id: 2, count: 4, value: 10.55 }),
      phones(2, { product_variant_id: 12, currency_id: 2, value: 200, currency_change: 12_000 }),
    ]);
    const imeis = ['35000009000000', '35000009000001', '35000009000002'].map((body) => `${body}${luhnDigit(body)}`);
    const [, , third] = await linesOf(on, id);
    await scan(on, third?.id ?? 0, [
      { serial_number: 'TEL-A', imei_numbers: imeis.slice(0, 2) },
      { serial_number: 'TEL-B', imei_numbers: imeis.slice(2) },
    ]);
    await send(on, id);
    const { data } = (await confirm(on, id)).body;
    expect(data).toMatchObject({ status: 'confirmed', units: 13, totals: { UZS: 231_000, USD: 442.2 } });
    const moves = await movesOf(on, id);
    expect(moves.map(({ product_variant_id, qty, cost }) => [product_variant_id, qty, Number(cost)])).toEqual([
      [PLAIN, 7, 33_000],
      [2, 4, 126_600],
      [12, 1, 2_400_000],
      [12, 1, 2_400_000],
    ]);
    expect(new Set(moves.map((move) => `${move.warehouse_id} ${move.practice_day_id}`))).toEqual(new Set(['1 1']));
    const batches = await on.db.kysely
      .selectFrom('stock_batch')
      .selectAll()
      .where('document_id', '=', id)
      .orderBy('id')
      .execute();
    expect(
      batches.map((batch) => [batch.product_variant_id, Number(batch.cost), batch.currency, Number(batch.value)]),
    ).toEqual([
      [PLAIN, 33_000, 'UZS', 33_000],
      [2, 126_600, 'USD', 10.55],
      [12, 2_400_000, 'USD', 200],
    ]);
    const codes = await on.db.kysely
      .selectFrom('serial_code as c')
      .innerJoin('serial_number as s', 's.id', 'c.serial_id')
      .select(['s.serial_number', 'c.code', 'c.kind', 'c.in_stock', 's.state', 's.warehouse_id'])
      .where('s.serial_number', 'in', ['TEL-A', 'TEL-B'])
      .orderBy('c.serial_id')
      .orderBy('c.code')
      .execute();
    expect(codes.map((code) => `${code.serial_number} ${code.code} ${code.kind}`).sort()).toEqual(
      [
        `TEL-A TEL-A serial`,
        `TEL-A ${imeis[0]} imei`,
        `TEL-A ${imeis[1]} imei`,
        `TEL-B TEL-B serial`,
        `TEL-B ${imeis[2]} imei`,
      ].sort(),
    );
    expect(codes.every((code) => code.in_stock && code.state === 'in_stock' && code.warehouse_id === 1)).toBe(true);
    expect((await debtsOf(on, id)).map((debt) => ({ ...debt, amount: Number(debt.amount) }))).toEqual([
      { partner_id: 1, partner_firm_id: 1, currency_id: 1, amount: 231_000, practice_day_id: 1 },
      { partner_id: 1, partner_firm_id: 1, currency_id: 2, amount: 442.2, practice_day_id: 1 },
    ]);
    expect(await debtTo(on, 1, 1)).toBe(uzs + 231_000);
    expect(await debtTo(on, 1, 2)).toBeCloseTo(usd + 442.2, 2);
    expect(await stockIn(on, PLAIN)).toBe(plain + 7);
    expect([await lastCost(PLAIN), await lastCost(2), await lastCost(12)]).toEqual([33_000, 126_600, 2_400_000]);
    const [first] = await linesOf(on, id);
    expect(first).toMatchObject({ left: 7, on_stock: plain + 7 });
    await on.db.kysely.updateTable('product_variant').set({ imei_count: 0 }).where('id', '=', 12).execute();
    await expectLedgersClean(on);
  });

  it('needs an open practice day', async () => {
    const id = await sent(server.current, [line()]);
    const day = (status: 'open' | 'closed') =>
      server.current.db.kysely
        .updateTable('practice_day')
        .set({ status, closed_at: status === 'open' ? null : new Date() } as never)
        .where('organization_id', '=', ORGANIZATION)
        .execute();
    await day('closed');
    await refused(() => confirm(server.current, id), 409, 'no_open_day');
    await day('open');
    expect((await confirm(server.current, id)).status).toBe(200);
  });

  it('is refused by name when a serial number came into stock elsewhere meanwhile; nothing is posted', async () => {
    const id = await draft(server.current, [line(), phones(2)]);
    const [a, b] = [newSerial(), newSerial()];
    const [, phone] = await linesOf(server.current, id);
    await scan(
      server.current,
      phone?.id ?? 0,
      [a, b].map((serial_number) => ({ serial_number, imei_numbers: [] })),
    );
    await send(server.current, id);
    await server.current.db.tx((trx) => comesIn(trx, 2, 4, { lines: [{ variantId: 12, qty: 1, serials: [b] }] }));
    const error = await refused(() => confirm(server.current, id), 409, 'serials_elsewhere');
    expect(error.lines).toEqual([{ product_variant_id: PHONE, title: 'Smartfon 11', text: b }]);
    expect((await show(server.current, id)).status).toBe('sent');
  });

  it('takes a unit back in that was sold, as itself', async () => {
    const serial = newSerial();
    const first = await draft(server.current, [phones(1)]);
    await scan(server.current, (await firstLine(server.current, first)).id, [
      { serial_number: serial, imei_numbers: [] },
    ]);
    await send(server.current, first);
    await confirm(server.current, first);
    await leave(PHONE, 1, serial);
    const second = await draft(server.current, [phones(1)]);
    await scan(server.current, (await firstLine(server.current, second)).id, [
      { serial_number: serial, imei_numbers: [] },
    ]);
    await send(server.current, second);
    expect((await confirm(server.current, second)).status).toBe(200);
    const units = await server.current.db.kysely
      .selectFrom('serial_number')
      .select('state')
      .where('serial_number', '=', serial)
      .execute();
    expect(units).toEqual([{ state: 'in_stock' }]);
    // Of the first invoice it has left, although it is here again.
    const { id: lineId } = await firstLine(server.current, first);
    await refused(() => withdraw(lineId), 409, 'goods_left');
    await expectLedgersClean(server.current);
  });
});

describe('the debt before confirming', () => {
  it('is what is owed to the partner now, by currency, for who confirms', async () => {
    const on = server.current;
    const owed = async (id: number) => (await on.do('accountant', invoiceDebt, { params: { id } })).data;
    const open = await sent(on, [line({ count: 3, value: 1_000 }), dollars({ count: 2 })]);
    const before = await owed(open);
    expect(before).toMatchObject({ UZS: await debtTo(on, 1, 1), USD: await debtTo(on, 1, 2) });
    await confirm(on, open);
    // 3 × 1,000 soʻm and 2 × 100.50 dollars
    expect(await owed(open)).toEqual({ ...before, UZS: (before.UZS ?? 0) + 3_000, USD: (before.USD ?? 0) + 201 });
    await refused(() => on.call('purchaser', invoiceDebt, { params: { id: open } }), 403, 'forbidden');
    await refused(() => on.call('accountant', invoiceDebt, { params: { id: 2_000_000 } }), 404, 'not_found');
  });
});

describe('corrections of goods without serial numbers', () => {
  it('more and fewer: before and after, stock, debt and history', async () => {
    const on = server.current;
    const { id } = await confirmed(on, [line({ product_variant_id: 3, count: 10, value: 1_000 })]);
    const { id: lineId, version } = await firstLine(on, id);
    const stock = await stockIn(on, 3);
    const debt = await debtTo(on, 1, 1);
    const more = (await correct(lineId, { count: 14, value: 1_000 }, version)).body;
    const kept = { value: 1_000, selling_price: 1_300 };
    expect(more.before).toEqual({ ...kept, count: 10, stock, debt: 10_000 });
    expect(more.after).toEqual({ ...kept, count: 14, stock: stock + 4, debt: 14_000 });
    expect(more.data).toMatchObject({ count: 14, left: 14, on_stock: stock + 4, version: version + 1 });
    expect(more.invoice).toMatchObject({ status: 'confirmed', units: 14, totals: { UZS: 14_000 } });
    const fewer = (await correct(lineId, { count: 5, value: 1_000 })).body;
    expect(fewer.after).toEqual({ ...kept, count: 5, stock: stock - 5, debt: 5_000 });
    expect(await stockIn(on, 3)).toBe(stock - 5);
    expect(await debtTo(on, 1, 1)).toBe(debt - 5_000);
    expect((await debtsOf(on, id)).map((one) => Number(one.amount))).toEqual([10_000, -10_000, 14_000, -14_000, 5_000]);
    expect((await movesOf(on, id)).map((move) => move.qty)).toEqual([10, 4, -9]);
    const { data: history } = await on.do('accountant', invoiceHistory, { params: { id } });
    expect(history[0]).toMatchObject({
      event: 'line.correct',
      before: 'confirmed',
      after: 'confirmed',
      payload: { line_id: lineId, title: 'Tovar 3', before: { count: 14 }, after: { count: 5 } },
    });
    await expectLedgersClean(on);
  });

  it('the price: the same goods at the same age, the order of leaving unchanged, the last cost with it', async () => {
    const on = server.current;
    await leave(4, await stockIn(on, 4));
    const first = await confirmed(on, [
      line({ product_variant_id: 4, count: 3, value: 1_000 }),
      line({ product_variant_id: 4, count: 2, value: 2_000 }),
      line({ product_variant_id: 4, count: 1, value: 3_000 }),
    ]);
    await confirmed(on, [line({ product_variant_id: 4, count: 4, value: 4_000 })]);
    expect(await fifo(4)).toEqual([
      [1_000, 3],
      [2_000, 2],
      [3_000, 1],
      [4_000, 4],
    ]);
    const lines = await linesOf(on, first.id);
    expect((await correct(lines[1]?.id ?? 0, { count: 2, value: 2_500 })).status).toBe(200);
    expect(await fifo(4)).toEqual([
      [1_000, 3],
      [2_500, 2],
      [3_000, 1],
      [4_000, 4],
    ]);
    expect((await correct(lines[0]?.id ?? 0, { count: 5, value: 1_100 })).status).toBe(200);
    expect(await fifo(4)).toEqual([
      [1_100, 5],
      [2_500, 2],
      [3_000, 1],
      [4_000, 4],
    ]);
    // Of older income; the last cost is another's.
    expect(await lastCost(4)).toBe(4_000);
    expect((await correct(lines[2]?.id ?? 0, { count: 1, value: 4_000 })).status).toBe(200);
    expect((await correct(lines[2]?.id ?? 0, { count: 1, value: 3_500 })).status).toBe(200);
    expect(await lastCost(4)).toBe(4_000);
    const { id: newest } = await confirmed(on, [line({ product_variant_id: 4, count: 1, value: 5_000 })]);
    expect((await correct((await firstLine(on, newest)).id, { count: 1, value: 5_500 })).status).toBe(200);
    expect(await lastCost(4)).toBe(5_500);
    expect((await debtsOf(on, newest)).map((one) => Number(one.amount))).toEqual([5_000, -5_000, 5_500]);
    await expectLedgersClean(on);
  });

  it('the selling price follows another cost unless a person set it; nobody’s price becomes a person’s', async () => {
    const on = server.current;
    const { id } = await confirmed(on, [
      line({ product_variant_id: 7, count: 2, value: 100_000 }),
      line({
        product_variant_id: 8,
        count: 2,
        value: 100_000,
        selling_price: 149_000,
        selling_price_overridden: true,
      }),
    ]);
    const [rule, own] = (await linesOf(on, id)) as [InputProduct, InputProduct];
    expect([rule.selling_price, own.selling_price]).toEqual([130_000, 149_000]);
    const followed = (await correct(rule.id, { count: 2, value: 80_000 })).body;
    expect(followed.data).toMatchObject({
      selling_price: 100_000,
      rule_price: 100_000,
      selling_price_overridden: false,
    });
    expect([followed.before.selling_price, followed.after.selling_price]).toEqual([130_000, 100_000]);
    const meant = (await correct(own.id, { count: 2, value: 160_000 })).body;
    expect(meant.data).toMatchObject({ selling_price: 149_000, rule_price: 200_000, selling_price_overridden: true });
    // The count alone leaves either as it is.
    const counted = (await correct(own.id, { count: 3, value: 160_000 })).body;
    expect(counted.data).toMatchObject({ selling_price: 149_000, selling_price_overridden: true });
    const { data: history } = await on.do('accountant', invoiceHistory, { params: { id } });
    expect(history[2]?.payload).toMatchObject({
      before: { selling_price: 130_000 },
      after: { selling_price: 100_000 },
    });
    await expectLedgersClean(on);
  });

  it('is refused when the goods have left, with the number still here', async () => {
    const on = server.current;
    await leave(5, await stockIn(on, 5));
    const { id } = await confirmed(on, [line({ product_variant_id: 5, count: 10, value: 1_000 })]);
    const { id: lineId } = await firstLine(on, id);
    await leave(5, 4);
    expect((await firstLine(on, id)).left).toBe(6);
    const error = await refused(() => correct(lineId, { count: 3, value: 1_000 }), 409, 'goods_left');
    expect(error.lines).toEqual([{ product_variant_id: 5, title: 'Tovar 5', text: 'omborda 6 ta qolgan, 7 ta kerak' }]);
    await refused(() => correct(lineId, { count: 10, value: 1_200 }), 409, 'goods_left');
    await refused(() => withdraw(lineId), 409, 'goods_left');
    expect((await correct(lineId, { count: 4, value: 1_000 })).status).toBe(200);
    expect(await stockIn(on, 5)).toBe(0);
    expect((await correct(lineId, { count: 6, value: 1_000 })).body.after).toMatchObject({ stock: 2 });
    await expectLedgersClean(on);
  });

  it('refuses what changes nothing, an old version, soʻm with a fraction, a sum beyond the ledger, a draft', async () => {
    const { id } = await confirmed(server.current, [line({ product_variant_id: 6, count: 2, value: 1_000 })]);
    const { id: lineId, version } = await firstLine(server.current, id);
    await refused(() => correct(lineId, { count: 2, value: 1_000 }), 422, 'validation');
    await refused(() => correct(lineId, { count: 2, value: 1_000.5 }), 422, 'validation');
    await refused(() => correct(lineId, { count: 9_999_999, value: 1_000_000_000 }), 422, 'validation');
    await refused(() => correct(lineId, { count: 3, value: 1_000, add_serials: serials(1) }), 422, 'validation');
    for (const answer of [
      await correct(lineId, { count: 3, value: 1_000 }, version + 1),
      await withdraw(lineId, version + 1),
    ]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'stale']);
      expect(answer.error.current).toMatchObject({ id: lineId, count: 2, version });
    }
    const open = await draft(server.current, [line()]);
    await refused(
      async () => correct((await firstLine(server.current, open)).id, { count: 1, value: 1 }),
      409,
      'not_allowed_now',
    );
    await refused(
      () => server.current.call('purchaser', lineCorrect, { params: { id: lineId }, body: { count: 1, value: 1_000 } }),
      403,
      'forbidden',
    );
    await refused(() => server.current.call('purchaser', lineWithdraw, { params: { id: lineId } }), 403, 'forbidden');
  });

  it('the reason is kept in the log; a blank one is refused by its field', async () => {
    const on = server.current;
    const { id } = await confirmed(on, [
      line({ product_variant_id: 3, count: 10, value: 1_000 }),
      line({ product_variant_id: 6, count: 1, value: 1_000 }),
    ]);
    const [first, second] = await linesOf(on, id);
    const ask = (body: { count: number; value: number; reason?: string }) =>
      on.call('accountant', lineCorrect, { params: { id: first?.id ?? 0 }, body });
    for (const reason of ['', '   ', 'x'.repeat(501)]) {
      const { errors } = await refused(() => ask({ count: 9, value: 1_000, reason }), 422, 'validation');
      expect(Object.keys(errors ?? {})).toEqual(['reason']);
    }
    expect((await ask({ count: 9, value: 1_000, reason: ' Bir dona kam keldi ' })).status).toBe(200);
    // as specification 7 prints it: without a reason
    expect((await ask({ count: 8, value: 1_000 })).status).toBe(200);
    const taken = await on.call('accountant', lineWithdraw, {
      params: { id: second?.id ?? 0 },
      query: { reason: 'Boshqa tovar' },
    });
    expect(taken.status).toBe(200);
    const { data: history } = await on.do('accountant', invoiceHistory, { params: { id } });
    expect(history.slice(0, 3).map(({ event, payload }) => [event, payload.reason])).toEqual([
      ['line.withdraw', 'Boshqa tovar'],
      ['line.correct', undefined],
      ['line.correct', 'Bir dona kam keldi'],
    ]);
  });

  it('takes a line off: its goods, its debt, and the line itself', async () => {
    const on = server.current;
    const { id } = await confirmed(on, [
      line({ product_variant_id: 6, count: 3, value: 1_000 }),
      dollars({ product_variant_id: 7, count: 2 }),
    ]);
    const [first, second] = await linesOf(on, id);
    const stock = await stockIn(on, 7);
    const gone = (await withdraw(second?.id ?? 0)).body;
    expect(gone).toMatchObject({
      data: null,
      before: { count: 2, debt: 201, stock },
      after: { count: 0, debt: 0, stock: stock - 2 },
      invoice: { facts: { lines: 1, missing: 0 }, totals: { UZS: 3_000, USD: 0 } },
    });
    expect((await debtsOf(on, id)).map((one) => [one.currency_id, Number(one.amount)])).toEqual([
      [1, 3_000],
      [2, 201],
      [2, -201],
    ]);
    expect((await linesOf(on, id)).map((one) => one.id)).toEqual([first?.id]);
    expect((await withdraw(second?.id ?? 0)).status).toBe(404);
    await withdraw(first?.id ?? 0);
    expect(await show(on, id)).toMatchObject({
      status: 'confirmed',
      units: 0,
      facts: { lines: 0 },
      totals: { UZS: 0, USD: 0 },
    });
    await expectLedgersClean(on);
  });
});
