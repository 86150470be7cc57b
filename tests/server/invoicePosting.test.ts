/** What invoices post: stock, serial numbers, cost and debt, once; corrections by their opposite (decisions 21, 23, 26). */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { transition } from 'xstate';
import { luhnDigit } from '../../contract/checkDigits.ts';
import {
  invoiceCancel,
  invoiceChangePartner,
  invoiceDelete,
  invoiceHistory,
  invoiceSend,
  invoiceShow,
  invoiceUpdate,
} from '../../contract/invoices/heads.ts';
import {
  type InputProduct,
  type LineBody,
  lineCorrect,
  lineCreate,
  lineDelete,
  lineUpdate,
  lineWithdraw,
} from '../../contract/invoices/lines.ts';
import { serialIndex } from '../../contract/invoices/serials.ts';
import { EMPTY_INVOICE, type InvoiceEvent, invoiceMachine } from '../../machines/invoice/invoice.machine.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { takeOldest } from '../../server/stock/posting.ts';
import { receive } from '../../server/stock/receiving.ts';
import {
  confirm,
  confirmed,
  debtsOf,
  debtTo,
  dollars,
  draft,
  expectLedgersClean,
  firstLine,
  head,
  invoiceFingerprint,
  line,
  linesOf,
  movesOf,
  newNumber,
  newSerial,
  phones,
  scan,
  send,
  sent,
  serials,
  show,
  stockIn,
  WAREHOUSE,
} from './invoiceKit.ts';
import { stockIn as comesIn, ORGANIZATION, PHONE, PLAIN, withServer } from './world.ts';

const server = withServer();

const correct = (
  id: number,
  body: { count: number; value: number; add_serials?: ReturnType<typeof serials>; remove_serials?: string[] },
  ifMatch?: number,
) =>
  server.current.call('accountant', lineCorrect, {
    params: { id },
    body,
    ...(ifMatch === undefined ? {} : { ifMatch }),
  });
const withdraw = (id: number, ifMatch?: number) =>
  server.current.call('accountant', lineWithdraw, { params: { id }, ...(ifMatch === undefined ? {} : { ifMatch }) });

async function refused(
  ask: () => Promise<{ status: number; error: { code: string; errors?: Record<string, string[]>; lines?: unknown } }>,
  status: number,
  code: string,
) {
  const before = await invoiceFingerprint(server.current);
  const answer = await ask();
  expect([answer.status, answer.error.code], JSON.stringify(answer.error)).toEqual([status, code]);
  expect(await invoiceFingerprint(server.current)).toBe(before);
  return answer.error;
}

/** Goods that are sold: the oldest first, or the unit of that name. */
async function leave(variantId: number, qty: number, serial?: string): Promise<void> {
  await server.current.db.tx(async (trx) => {
    const { id } = await createDocument(trx, {
      kind: 'act_of_count',
      organizationId: ORGANIZATION,
      status: 'formed',
      userId: 1,
      now: new Date(),
    });
    const unit = serial
      ? await trx.selectFrom('serial_number').select('id').where('serial_number', '=', serial).executeTakeFirstOrThrow()
      : undefined;
    await takeOldest(trx, {
      documentId: id,
      organizationId: ORGANIZATION,
      userId: 1,
      lines: unit ? [] : [{ variantId, qty }],
      ...(unit ? { serials: [{ serialId: unit.id, state: 'sold' as const }] } : {}),
    });
  });
}

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

const lastCost = async (variantId: number) =>
  Number(
    (
      await server.current.db.kysely
        .selectFrom('product_variant')
        .select('last_cost')
        .where('id', '=', variantId)
        .executeTakeFirstOrThrow()
    ).last_cost,
  );

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

describe('corrections of serial goods', () => {
  it('units come and go by name; the price moves all that stay', async () => {
    const on = server.current;
    const id = await draft(on, [phones(3)]);
    const [a, b, c, d, e] = serials(5) as [
      { serial_number: string; imei_numbers: string[] },
      ...ReturnType<typeof serials>,
    ] as ReturnType<typeof serials>;
    const { id: lineId } = await firstLine(on, id);
    await scan(
      on,
      lineId,
      [a, b, c].flatMap((one) => one ?? []),
    );
    await send(on, id);
    await confirm(on, id);
    const numbers = async () =>
      (
        await on.db.kysely
          .selectFrom('serial_number as s')
          .innerJoin('input_product as l', 'l.batch_id', 's.batch_id')
          .select('s.serial_number')
          .where('l.id', '=', lineId)
          .where('s.state', '=', 'in_stock')
          .orderBy('s.serial_number')
          .execute()
      ).map((row) => row.serial_number);
    const name = (one: { serial_number: string } | undefined) => one?.serial_number ?? '';
    const value = 1_000_000;
    // The figures must agree with the names.
    await refused(() => correct(lineId, { count: 4, value }), 422, 'validation');
    await refused(() => correct(lineId, { count: 2, value }), 422, 'validation');
    await refused(() => correct(lineId, { count: 2, value, remove_serials: ['NOBODY'] }), 422, 'validation');
    await refused(() => correct(lineId, { count: 1, value, remove_serials: [name(a), name(a)] }), 422, 'validation');
    const taken = await refused(
      () => correct(lineId, { count: 4, value, add_serials: [b ?? { serial_number: '', imei_numbers: [] }] }),
      422,
      'validation',
    );
    expect(Object.keys(taken.errors ?? {})).toEqual(['add_serials']);
    const swap = await correct(lineId, {
      count: 4,
      value,
      add_serials: [d, e].flatMap((one) => one ?? []),
      remove_serials: [name(a)],
    });
    expect(swap.body.data?.serials).toEqual({ saved: 4, needed: 4 });
    expect(await numbers()).toEqual([b, c, d, e].map(name).sort());
    const same = await correct(lineId, {
      count: 4,
      value,
      add_serials: [a].flatMap((one) => one ?? []),
      remove_serials: [name(b)],
    });
    expect(same.status, JSON.stringify(same.error)).toBe(200);
    const dearer = await correct(lineId, { count: 3, value: 1_200_000, remove_serials: [name(c)] });
    expect(dearer.body.after).toMatchObject({ count: 3, value: 1_200_000, debt: 3_600_000 });
    expect(await numbers()).toEqual([a, d, e].map(name).sort());
    expect(
      await on.db.kysely.selectFrom('serial_number').select('state').where('serial_number', '=', name(c)).execute(),
    ).toEqual([{ state: 'at_partner' }]);
    const { data: history } = await on.do('accountant', invoiceHistory, { params: { id } });
    expect(history[0]?.payload).toMatchObject({ remove_serials: [name(c)] });
    // One that was sold cannot be taken off, nor the price changed, nor the line withdrawn.
    await leave(PHONE, 1, name(d));
    // the correction shows which of them are gone before the server refuses
    const { serial_numbers: units } = await on.do('accountant', serialIndex, { params: { id: lineId } });
    expect(units.filter((unit) => unit.is_gone).map((unit) => unit.serial_number)).toEqual([name(d)]);
    const left = await refused(
      () => correct(lineId, { count: 2, value: 1_200_000, remove_serials: [name(d)] }),
      409,
      'goods_left',
    );
    expect(left.lines).toEqual([{ product_variant_id: PHONE, title: 'Smartfon 11', text: name(d) }]);
    await refused(() => correct(lineId, { count: 3, value }), 409, 'goods_left');
    expect((await refused(() => withdraw(lineId), 409, 'goods_left')).lines).toEqual([
      { product_variant_id: PHONE, title: 'Smartfon 11', text: name(d) },
    ]);
    expect(
      (await correct(lineId, { count: 2, value: 1_200_000, remove_serials: [name(e).toLowerCase()] })).status,
    ).toBe(200);
    await expectLedgersClean(on);
  });

  it('names a phone by its number and an IMEI', async () => {
    const on = server.current;
    await on.db.kysely.updateTable('product_variant').set({ imei_count: 2 }).where('id', '=', 12).execute();
    const imei = (n: number) => `3500000700000${n}${luhnDigit(`3500000700000${n}`)}`;
    const phone = (...ns: number[]) => ({ serial_number: newSerial(), imei_numbers: ns.map(imei) });
    const id = await draft(on, [phones(2, { product_variant_id: 12 })]);
    const { id: lineId } = await firstLine(on, id);
    const [first, second] = [phone(0, 1), phone(2)];
    await scan(on, lineId, [first, second]);
    await send(on, id);
    await confirm(on, id);
    const value = 1_000_000;
    const refusedOf = async (unit: ReturnType<typeof phone>) =>
      (await refused(() => correct(lineId, { count: 3, value, add_serials: [unit] }), 422, 'validation')).errors;
    expect(await refusedOf(phone(5, 1))).toEqual({ add_serials: [`${imei(1)} omborda bor: Chilonzor filiali, shop.`] });
    const wrong = { serial_number: newSerial(), imei_numbers: [imei(6), '123456789012345'] };
    expect((await refusedOf(wrong))?.add_serials?.[0]).toMatch(/^123456789012345: IMEI notoʻgʻri/);
    expect(await refusedOf(phone(3, 4, 5))).toEqual({ add_serials: [`${imei(3)}: IMEI ortiqcha.`] });
    await leave(12, 1, first.serial_number);
    const gone = await refused(
      () => correct(lineId, { count: 1, value, remove_serials: [first.serial_number] }),
      409,
      'goods_left',
    );
    expect(gone.lines).toEqual([
      { product_variant_id: 12, title: 'Smartfon 12', text: `${first.serial_number} · ${imei(0)}` },
    ]);
    await on.db.kysely.updateTable('product_variant').set({ imei_count: 0 }).where('id', '=', 12).execute();
  });

  it('one unit named twice, by its number and by an IMEI, is one unit', async () => {
    const on = server.current;
    await on.db.kysely.updateTable('product_variant').set({ imei_count: 2 }).where('id', '=', 12).execute();
    const id = await draft(on, [phones(3, { product_variant_id: 12 })]);
    const imei = (n: number) => `3500000800000${n}${luhnDigit(`3500000800000${n}`)}`;
    const units = [0, 1, 2].map((n) => ({ serial_number: newSerial(), imei_numbers: [imei(n)] }));
    const { id: lineId } = await firstLine(on, id);
    await scan(on, lineId, units);
    await send(on, id);
    await confirm(on, id);
    const twice = [units[0]?.serial_number ?? '', imei(0)];
    await refused(() => correct(lineId, { count: 1, value: 1_000_000, remove_serials: twice }), 422, 'validation');
    const { body } = await correct(lineId, { count: 2, value: 1_000_000, remove_serials: twice });
    expect(body.data).toMatchObject({ count: 2, left: 2, serials: { saved: 2, needed: 2 } });
    await expectLedgersClean(on);
    await on.db.kysely.updateTable('product_variant').set({ imei_count: 0 }).where('id', '=', 12).execute();
  });

  describe('a number typed wrong', () => {
    const imei = (n: number) => `3522227900000${n}${luhnDigit(`3522227900000${n}`)}`;
    /** What stock calls the units that are in it, with their IMEIs. */
    const called = async (numbers: readonly string[]) => {
      const { rows } = await sql<{ serial_number: string; codes: string[]; here: boolean }>`
        select n.serial_number, n.warehouse_id is not null as here,
               array(select code from serial_code c where c.serial_id = n.id order by code) as codes
        from serial_number n
        where exists (select 1 from serial_code c where c.serial_id = n.id and c.code = any(${[...numbers]}::text[]))
        order by n.id`.execute(server.current.db.kysely);
      return rows;
    };
    async function phoneOf(number: string, imeis: string[]) {
      const on = server.current;
      await on.db.kysely.updateTable('product_variant').set({ imei_count: 2 }).where('id', '=', 12).execute();
      const id = await draft(on, [phones(1, { product_variant_id: 12 })]);
      const { id: lineId } = await firstLine(on, id);
      await scan(on, lineId, [{ serial_number: number, imei_numbers: imeis }]);
      await send(on, id);
      await confirm(on, id);
      return lineId;
    }

    it.each([
      ['in one correction', 1],
      ['in two', 2],
    ] as const)(
      'is put right %s: stock calls the unit what it is called, and the wrong number is free',
      async (_, steps) => {
        const [wrong, right] = [newSerial(), newSerial()];
        const [one, two, mistyped] = [imei(steps), imei(steps + 2), imei(steps + 4)];
        const lineId = await phoneOf(wrong, [one, mistyped]);
        const unit = { serial_number: right, imei_numbers: [one, two] };
        if (steps === 1) {
          const { body } = await correct(lineId, {
            count: 1,
            value: 1_000_000,
            remove_serials: [wrong],
            add_serials: [unit],
          });
          expect(body.data).toMatchObject({ count: 1, left: 1 });
        } else {
          const more = await phoneOf(newSerial(), [imei(7), imei(8)]);
          const extra = { serial_number: newSerial(), imei_numbers: [imei(9)] };
          expect((await correct(more, { count: 2, value: 1_000_000, add_serials: [extra] })).status).toBe(200);
          expect(
            (await correct(more, { count: 1, value: 1_000_000, remove_serials: [extra.serial_number] })).status,
          ).toBe(200);
          const again = { ...unit, serial_number: extra.serial_number, imei_numbers: [imei(0), imei(9)] };
          const second = await correct(more, { count: 2, value: 1_000_000, add_serials: [again] });
          expect(second.status, JSON.stringify(second.error)).toBe(200);
          expect(await called([imei(9)])).toEqual([
            { serial_number: extra.serial_number, here: true, codes: [imei(0), imei(9), extra.serial_number].sort() },
          ]);
          expect((await withdraw(lineId)).status).toBe(200);
          expect(await phoneOf(right, [one, two])).toBeGreaterThan(0);
        }
        expect(await called([wrong, right, one, two, mistyped])).toEqual([
          { serial_number: right, here: true, codes: [one, two, right].sort() },
        ]);
        await expectLedgersClean(server.current);
        await server.current.db.kysely
          .updateTable('product_variant')
          .set({ imei_count: 0 })
          .where('id', '=', 12)
          .execute();
      },
    );
  });

  it('a withdrawn line no longer sets the last cost', async () => {
    const on = server.current;
    const cost = async () =>
      Number(
        (
          await on.db.kysely
            .selectFrom('product_variant')
            .select('last_cost')
            .where('id', '=', PLAIN)
            .executeTakeFirstOrThrow()
        ).last_cost,
      );
    const usual = await draft(on, [line({ value: 1_100_000 })]);
    await send(on, usual);
    await confirm(on, usual);
    const before = await cost();
    const id = await draft(on, [line({ value: 90_000_000 })]);
    await send(on, id);
    await confirm(on, id);
    expect(await cost()).not.toBe(before);
    expect((await withdraw((await firstLine(on, id)).id)).status).toBe(200);
    expect(await cost()).toBe(before);
  });

  it('what a count found is no income: a withdrawn line does not leave its cost as the last one', async () => {
    const on = server.current;
    await confirmed(on, [line({ product_variant_id: 9, count: 2, value: 40_000 })]);
    const { id } = await confirmed(on, [line({ product_variant_id: 9, count: 2, value: 70_000 })]);
    // A surplus comes in at the last cost, which is the wrong one.
    await on.db.tx(async (trx) => {
      const { id: documentId } = await createDocument(trx, {
        kind: 'act_of_count',
        organizationId: ORGANIZATION,
        status: 'formed',
        userId: 1,
        now: new Date(),
      });
      const lines = [{ variantId: 9, qty: 1, cost: 70_000 }];
      await receive(trx, { documentId, organizationId: ORGANIZATION, userId: 1, warehouseId: WAREHOUSE, lines });
    });
    expect((await withdraw((await firstLine(on, id)).id)).status).toBe(200);
    expect(await lastCost(9)).toBe(40_000);
  });

  it('a withdrawn line frees its numbers for another invoice', async () => {
    const on = server.current;
    const units = serials(2);
    const make = async () => {
      const id = await draft(on, [phones(2)]);
      await scan(on, (await firstLine(on, id)).id, units);
      await send(on, id);
      expect((await confirm(on, id)).status).toBe(200);
      return id;
    };
    const first = await make();
    expect((await withdraw((await firstLine(on, first)).id)).status).toBe(200);
    await make();
    await expectLedgersClean(on);
  });
});

describe('the event log replays through the lifecycle', () => {
  async function expectReplays(id: number): Promise<void> {
    const [opened, ...rows] = await server.current.db.kysely
      .selectFrom('event_log')
      .selectAll()
      .where('document_id', '=', id)
      .where('machine', '=', 'invoice')
      .orderBy('id')
      .execute();
    expect(opened).toMatchObject({ event: 'invoice.create', state_before: null, state_after: 'draft' });
    let snapshot = invoiceMachine.resolveState({ value: 'draft', context: EMPTY_INVOICE });
    for (const row of rows) {
      expect(row.state_before).toBe(snapshot.value);
      expect(row.user_id).not.toBeNull();
      const event = {
        type: row.event,
        ...('facts' in row.payload ? { facts: row.payload.facts } : {}),
      } as InvoiceEvent;
      expect(snapshot.can(event), `${row.event} in ${String(snapshot.value)}`).toBe(true);
      [snapshot] = transition(invoiceMachine, snapshot, event);
      expect(row.state_after).toBe(snapshot.value);
    }
    const { body } = await server.current.call('director', invoiceShow, { params: { id } });
    if (!body.data) {
      expect(snapshot.value).toBe('deleted');
      return;
    }
    expect(snapshot.value).toBe(body.data.status);
    expect(snapshot.context).toEqual(body.data.facts);
  }

  it('the full lifecycle with corrections, a cancelled invoice and a deleted draft', async () => {
    const on = server.current;
    const id = await draft(on, [line(), phones(2), line({ product_variant_id: 2 })]);
    const [first, phone, last] = (await linesOf(on, id)).map((one) => one.id);
    await on.do('purchaser', lineUpdate, { params: { id: first ?? 0 }, body: line({ count: 9 }) });
    await on.do('purchaser', lineDelete, { params: { id: last ?? 0 } });
    await on.do('purchaser', invoiceChangePartner, { params: { id }, body: head(newNumber(), 2) });
    await scan(on, phone ?? 0, serials(1));
    await send(on, id);
    await scan(on, phone ?? 0, serials(1));
    await on.do('purchaser', invoiceSend, { params: { id }, body: { value: false } });
    await send(on, id);
    await expectReplays(id);
    expect((await confirm(on, id)).status).toBe(200);
    await correct(first ?? 0, { count: 4, value: 90_000 });
    await withdraw(phone ?? 0);
    await withdraw(first ?? 0);
    await expectReplays(id);

    const replaced = await draft(on, [line()]);
    await on.do('purchaser', invoiceUpdate, {
      params: { id: replaced },
      body: { ...head(newNumber()), input_products: [phones(1)] },
    });
    await on.do('purchaser', invoiceCancel, {
      params: { id: replaced },
      body: { canceled_commentary: 'Xato', canceled_commentary_type: 'wrong_product' },
    });
    await expectReplays(replaced);
    const dropped = await draft(on, [line()]);
    await on.do('purchaser', invoiceDelete, { params: { id: dropped } });
    await expectReplays(dropped);
  });
});

describe('whatever legal calls come in whatever order', () => {
  type Command =
    | { kind: 'open' | 'send' | 'back' | 'confirm' | 'cancel' | 'drop' | 'withdraw'; at: number }
    | { kind: 'add' | 'change' | 'correct'; at: number; variant: number; count: number; value: number; usd: boolean }
    | { kind: 'leave'; variant: number; count: number };

  const at = fc.nat(5);
  const figures = {
    at,
    variant: fc.integer({ min: 1, max: 4 }),
    count: fc.integer({ min: 1, max: 9 }),
    value: fc.integer({ min: 1, max: 900 }),
    usd: fc.boolean(),
  };
  const command: fc.Arbitrary<Command> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('open' as const), at }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('add' as const), ...figures }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('change' as const, 'correct' as const), ...figures }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('send' as const, 'confirm' as const), at }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('back' as const, 'cancel' as const, 'drop' as const, 'withdraw' as const),
        at,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('leave' as const),
        variant: fc.integer({ min: 1, max: 4 }),
        count: fc.integer({ min: 1, max: 5 }),
      }),
    },
  );

  it('stock and debt are the sums of the confirmed lines as they stand, and the ledgers agree', async () => {
    const on = server.current;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 30 }), async (actions) => {
        const ids: number[] = [];
        const stockBefore = await Promise.all([1, 2, 3, 4].map((variant) => stockIn(on, variant)));
        const debtBefore = await Promise.all([1, 2].map((currency) => debtTo(on, 2, currency)));
        const gone = new Map<number, number>();
        const who = 'director';
        for (const one of actions) {
          const id = 'at' in one ? (ids[one.at % Math.max(ids.length, 1)] ?? 0) : 0;
          const lineOf = async (n: number) => {
            if (!id) return undefined;
            const { body } = await on.call(who, invoiceShow, { params: { id } });
            if (!body.data) return undefined;
            const lines = await linesOf(on, id);
            return lines[n % Math.max(lines.length, 1)];
          };
          const bodyOf = (more: { variant: number; count: number; value: number; usd: boolean }): LineBody =>
            line({
              product_variant_id: more.variant,
              count: more.count,
              ...(more.usd
                ? { currency_id: 2, value: more.value / 100, currency_change: 12_000 }
                : { value: more.value }),
            });
          const answer = await (async () => {
            switch (one.kind) {
              case 'open':
                ids.push(await draft(on, [], { partner_id: 2, partner_firm_id: 2 }));
                return undefined;
              case 'add':
                return on.call(who, lineCreate, { params: { id: id || 1 }, body: bodyOf(one) });
              case 'change': {
                const found = await lineOf(one.count);
                return found && on.call(who, lineUpdate, { params: { id: found.id }, body: bodyOf(one) });
              }
              case 'correct': {
                const found = await lineOf(one.count);
                const value = found?.currency_id === 2 ? one.value / 100 : one.value;
                return (
                  found && on.call(who, lineCorrect, { params: { id: found.id }, body: { count: one.count, value } })
                );
              }
              case 'withdraw': {
                const found = await lineOf(one.at);
                return found && on.call(who, lineWithdraw, { params: { id: found.id } });
              }
              case 'leave':
                if ((await stockIn(on, one.variant)) < one.count) return undefined;
                await leave(one.variant, one.count);
                gone.set(one.variant, (gone.get(one.variant) ?? 0) + one.count);
                return undefined;
              case 'send':
              case 'back':
                return on.call(who, invoiceSend, { params: { id: id || 1 }, body: { value: one.kind === 'send' } });
              case 'confirm':
                return id ? confirm(on, id, randomUUID()) : undefined;
              case 'cancel':
                return on.call(who, invoiceCancel, {
                  params: { id: id || 1 },
                  body: { canceled_commentary: 'Xato', canceled_commentary_type: 'other' },
                });
              case 'drop':
                return on.call(who, invoiceDelete, { params: { id: id || 1 } });
            }
          })();
          if (answer) expect([200, 404, 409, 422]).toContain(answer.status);
        }
        const stock = new Map<number, number>();
        const debt = new Map<number, number>();
        for (const id of ids) {
          const { body } = await on.call(who, invoiceShow, { params: { id } });
          if (body.data?.status !== 'confirmed') continue;
          for (const one of await linesOf(on, id)) {
            const variant = one.product_variant.id;
            stock.set(variant, (stock.get(variant) ?? 0) + one.count);
            debt.set(one.currency_id, (debt.get(one.currency_id) ?? 0) + Math.round(one.value * 100) * one.count);
          }
        }
        for (const [index, variant] of [1, 2, 3, 4].entries()) {
          expect(await stockIn(on, variant)).toBe(
            (stockBefore[index] ?? 0) + (stock.get(variant) ?? 0) - (gone.get(variant) ?? 0),
          );
        }
        for (const [index, currency] of [1, 2].entries()) {
          expect(Math.round((await debtTo(on, 2, currency)) * 100)).toBe(
            Math.round((debtBefore[index] ?? 0) * 100) + (debt.get(currency) ?? 0),
          );
        }
        await expectLedgersClean(on);
      }),
      { numRuns: Number(process.env.INVOICE_RUNS ?? 12) },
    );
  });
});
