/** Lines of invoices: the price rule, warnings, currencies, choices (decisions 22, 23, 48). */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  checkLimit,
  currencyChange,
  currencyGetAll,
  recommendedPrice,
  variantGetAll,
  variantRecognize,
} from '../../contract/invoices/choices.ts';
import { invoiceHistory } from '../../contract/invoices/heads.ts';
import {
  type LineBody,
  lineCreate,
  lineCreateMany,
  lineDelete,
  lineIndex,
  lineMarkPrint,
  type NewLineBody,
} from '../../contract/invoices/lines.ts';
import { attachSerials } from '../../contract/invoices/serials.ts';
import { NOTHING } from './acts.ts';
import {
  confirm,
  confirmed,
  dollars,
  draft,
  firstLine,
  invoiceFingerprint,
  line,
  phones,
  scan,
  send,
  serials,
} from './invoiceKit.ts';
import { imei, lineKit, type Refused } from './lineKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, withServer } from './world.ts';

const server = withServer();
const { refused, update } = lineKit(server);

const create = (id: number, body: NewLineBody) =>
  server.current.call('purchaser', lineCreate, { params: { id }, body });

const many = (id: number, lines: NewLineBody[]) =>
  server.current.call('purchaser', lineCreateMany, { params: { id }, body: { lines } });

describe('the price rule', () => {
  it('refuses a price that differs with both figures, one line and many', async () => {
    const id = await draft(server.current);
    // 100,000 / 0.8 = 125,000, to ten thousands: 130,000
    const one = await refused(() => create(id, line({ selling_price: 125_000 })), 422, 'price_differs');
    expect(one.current).toEqual({ selling_price: 125_000, rule_price: 130_000 });
    expect(one.errors).toEqual({ selling_price: ['125\u202f000 yuborildi, qoida boʻyicha 130\u202f000.'] });
    const both = await refused(
      () => many(id, [line(), line({ selling_price: 1 }), line(), line({ selling_price: 2 })]),
      422,
      'price_differs',
    );
    expect(Object.keys(both.errors ?? {})).toEqual(['lines.1.selling_price', 'lines.3.selling_price']);
    expect(both.current).toEqual({ selling_price: 1, rule_price: 130_000 });
    const { id: lineId } = (await create(id, line())).body.data;
    await refused(() => update(lineId, line({ selling_price: 7 })), 422, 'price_differs');
  });

  it('keeps an intended one, shows it, and logs it in the history', async () => {
    const id = await draft(server.current);
    const meant = line({ selling_price: 149_000, selling_price_overridden: true });
    const { data } = (await create(id, meant)).body;
    expect(data).toMatchObject({ selling_price: 149_000, selling_price_overridden: true, rule_price: 130_000 });
    const history = async () =>
      (await server.current.do('purchaser', invoiceHistory, { params: { id } })).data[0]?.payload;
    expect(await history()).toMatchObject({ after: { selling_price: 149_000, selling_price_overridden: true } });
    // The rule's own price is never overridden.
    const back = (await update(data.id, line({ selling_price_overridden: true }))).body;
    expect(back.data).toMatchObject({ selling_price: 130_000, selling_price_overridden: false });
    expect(await history()).toMatchObject({
      before: { selling_price: 149_000, selling_price_overridden: true },
      after: { selling_price: 130_000, selling_price_overridden: false },
    });
    await many(id, [line(), { ...meant, product_variant_id: 2 }]);
    expect(await history()).toMatchObject({ lines: 2, overridden: ['Tovar 2'] });
  });

  it('reckons dollars at the rate of the line; soʻm have a rate of 1 whatever is sent', async () => {
    const id = await draft(server.current);
    const usd = (await create(id, dollars({ count: 3 }))).body;
    expect(usd.data).toMatchObject({
      currency: { abbrevation: 'USD' },
      value: 100.5,
      currency_change: 12_000,
      selling_price: 1_510_000,
    });
    const uzs = (await create(id, { ...line(), currency_change: 12_000 })).body;
    expect(uzs.data).toMatchObject({ currency_change: 1, selling_price: 130_000 });
    expect(uzs.invoice.totals).toEqual({ UZS: 500_000, USD: 301.5 });
    expect(uzs.invoice).toMatchObject({ units: 8, facts: { lines: 2, missing: 0 } });
    const euro = (await create(id, line({ currency_id: 3, value: 10.01, currency_change: 13_700.5 }))).body;
    expect(euro.data.selling_price).toBe(170_000);
    expect(euro.invoice.totals).toEqual({ UZS: 500_000, USD: 301.5, EUR: 50.05 });
  });
});

describe('what a line names', () => {
  it('must be there, active, whole and within what money holds', async () => {
    const id = await draft(server.current);
    const { kysely } = server.current.db;
    const faults = async (more: Partial<LineBody>) =>
      Object.keys((await refused(() => create(id, line(more)), 422, 'validation')).errors ?? {});
    expect(await faults({ product_variant_id: NOTHING })).toEqual(['product_variant_id']);
    expect(await faults({ currency_id: NOTHING })).toEqual(['currency_id']);
    expect(await faults({ value: 100_000.5, selling_price: 1, selling_price_overridden: true })).toEqual(['value']);
    expect(await faults({ value: 0 })).toEqual(['value']);
    expect(await faults({ value: 1.001 })).toEqual(['value']);
    expect(await faults({ no_cash: 0 })).toContain('no_cash');
    expect(await faults({ no_cash: 100.5 })).toContain('no_cash');
    expect(await faults({ additional: 101 })).toContain('additional');
    expect(await faults({ count: 0 })).toEqual(['count']);
    expect(await faults({ count: 1.5 })).toEqual(['count']);
    // A sum beyond what the ledger of debts holds.
    expect(await faults({ value: 1_000_000_000, count: 9_999_999 })).toEqual(['count']);
    expect(
      await faults({ currency_id: 2, value: 1_000_000_000_000, currency_change: 1_000_000, selling_price: 5 }),
    ).toEqual(['value']);
    await kysely.updateTable('product_variant').set({ active: false }).where('id', '=', 8).execute();
    expect(await faults({ product_variant_id: 8 })).toEqual(['product_variant_id']);
    await kysely.updateTable('product_variant').set({ active: true }).where('id', '=', 8).execute();
    await kysely.updateTable('currency').set({ active: false }).where('id', '=', 4).execute();
    expect(await faults({ currency_id: 4 })).toEqual(['currency_id']);
    await kysely.updateTable('currency').set({ active: true }).where('id', '=', 4).execute();
  });

  it('many lines are in together or not at all, each fault by its place', async () => {
    const id = await draft(server.current);
    const error = await refused(
      () => many(id, [line(), line({ product_variant_id: NOTHING }), line({ currency_id: 99 })]),
      422,
      'validation',
    );
    expect(Object.keys(error.errors ?? {})).toEqual(['lines.1.product_variant_id', 'lines.2.currency_id']);
    const { data, invoice } = (
      await many(id, [
        line({ product_variant_id: 3 }),
        line({ product_variant_id: 2 }),
        line({ product_variant_id: 3 }),
      ])
    ).body;
    expect(data.map((one) => one.product_variant.id)).toEqual([3, 2, 3]);
    expect(data.map((one) => one.position)).toEqual([1, 2, 3]);
    expect(invoice.facts.lines).toBe(3);
    expect((await create(id, line())).body.data.position).toBe(4);
  });

  it('a line keeps the place where it was entered, whichever is saved first; without a place it comes last', async () => {
    const id = await draft(server.current);
    for (const [product, position] of [
      [3, 3],
      [1, 1],
      [4, 4],
      [2, 2],
    ] as const)
      expect((await create(id, { ...line({ product_variant_id: product }), position })).body.data.position).toBe(
        position,
      );
    await create(id, line({ product_variant_id: 5 }));
    // two people enter at one place: one after the other
    await many(id, [{ ...line({ product_variant_id: 6 }), position: 2 }, line({ product_variant_id: 8 })]);
    const { data } = (await server.current.call('purchaser', lineIndex, { params: { id } })).body;
    expect(data.map((one) => one.product_variant.id)).toEqual([1, 2, 6, 3, 4, 5, 8]);
    for (const position of [0, 1.5, 1_000_001])
      await refused(() => create(id, { ...line(), position }), 422, 'validation');
  });

  it('never more than five thousand', async () => {
    const id = await draft(server.current);
    expect(
      (
        await many(
          id,
          Array.from({ length: 5_000 }, () => line({ count: 1 })),
        )
      ).status,
    ).toBe(200);
    await refused(() => create(id, line()), 422, 'validation');
    await refused(
      () =>
        many(
          id,
          Array.from({ length: 5_001 }, () => line()),
        ),
      422,
      'validation',
    );
  });
});

describe('warnings', () => {
  it('over the limit: refused with `check`, saved without; what is ordered elsewhere counts', async () => {
    const { kysely } = server.current.db;
    const mine = { organization_id: ORGANIZATION, variant_id: 7 };
    await kysely
      .insertInto('product_limit')
      .values([
        { ...mine, min: 0, max: 500, valid_from: '2026-01-01', status: 'superseded' },
        { ...mine, min: 3, max: 30, valid_from: '2026-02-01', status: 'valid' },
        // neither settled, nor given up, nor of another branch
        { ...mine, min: 0, max: 2, valid_from: '2026-02-02', status: 'draft' },
        { ...mine, min: 0, max: 2, valid_from: '2026-02-02', status: 'dropped' },
        { ...mine, organization_id: OTHER_ORGANIZATION, min: 0, max: 1, valid_from: '2026-02-01', status: 'valid' },
      ])
      .execute();
    const limit = async () => (await server.current.do('purchaser', checkLimit, { params: { id: 7 } })).data;
    const goods = (more: Partial<LineBody> = {}) => line({ product_variant_id: 7, check: true, ...more });
    expect(await limit()).toEqual({ min: 3, max: 30, on_stock: 10, ordered: 0, left: 20 });
    const id = await draft(server.current);
    const { id: lineId } = (await create(id, goods({ count: 15 }))).body.data;
    expect(await limit()).toMatchObject({ ordered: 15, left: 5 });
    expect((await refused(() => create(id, goods({ count: 6 })), 422, 'warnings')).errors).toEqual({
      count: ['Limitdan oshadi: yana 5 ta sigʻadi.'],
    });
    // The line that is changed is no duplicate of itself.
    expect((await update(lineId, goods({ count: 20 }))).status).toBe(200);
    await refused(() => update(lineId, goods({ count: 21 })), 422, 'warnings');
    // Several lines of one product are seen together.
    await update(lineId, goods({ count: 15 }));
    const error = await refused(() => many(id, [goods({ count: 3 }), goods({ count: 3 })]), 422, 'warnings');
    expect(Object.keys(error.errors ?? {})).toEqual(['lines.0.count', 'lines.1.count']);
    expect((await create(id, goods({ count: 6, check: false }))).status).toBe(200);
    expect(await limit()).toMatchObject({ ordered: 21, left: -1 });
    await kysely.deleteFrom('product_limit').execute();
    expect(await limit()).toMatchObject({ min: null, max: null, left: null });
  });

  it('sold below cost', async () => {
    const id = await draft(server.current);
    const cheap = line({ selling_price: 90_000, selling_price_overridden: true });
    expect((await refused(() => create(id, { ...cheap, check: true }), 422, 'warnings')).errors).toEqual({
      selling_price: ['Tannarxdan past: tannarx 100\u202f000 soʻm.'],
    });
    expect((await create(id, cheap)).body.data.selling_price).toBe(90_000);
  });
});

describe('a price that moved too far from the last one (decision 96)', () => {
  const VARIANT = line().product_variant_id;

  /** A control of the category above the product's own, in force since yesterday. */
  async function control(action: 'warn' | 'block'): Promise<() => Promise<void>> {
    const { kysely: db } = server.current.db;
    const name = `Yuqori boʻlim ${action}`;
    const above = await db
      .insertInto('product_category')
      .values({ name_uz: name, name_ru: name, parent_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.updateTable('product_category').set({ parent_id: above.id }).where('id', '=', 1).execute();
    await db.updateTable('product_variant').set({ last_cost: 100_000 }).where('id', '=', VARIANT).execute();
    const figures = sql`${above.id}, 10, 20, ${action}, 'valid'`;
    await sql`INSERT INTO input_price_control (category_id, max_growth, max_fall, action, status, valid_from)
      VALUES (${figures}, '2026-01-05')`.execute(db);
    // not settled yet: nothing asks for it
    await sql`INSERT INTO input_price_control (category_id, max_growth, max_fall, action, status, valid_from)
      VALUES (1, 0, 0, 'block', 'draft', '2026-01-05')`.execute(db);
    return async () => {
      await sql`DELETE FROM input_price_control`.execute(db);
      await db.updateTable('product_category').set({ parent_id: null }).where('id', '=', 1).execute();
    };
  }
  const priced = (value: number, check: boolean) =>
    line({ value, selling_price: 10_000_000, selling_price_overridden: true, check });

  it('is warned of where the control warns, and saved once the person has seen it', async () => {
    const end = await control('warn');
    const id = await draft(server.current);
    expect((await create(id, priced(110_000, true))).status).toBe(200);
    expect((await refused(() => create(id, priced(110_001, true)), 422, 'warnings')).errors).toEqual({
      value: ['Oxirgi kirim narxidan 10 % oshgan: oxirgisi 100\u202f000 soʻm, koʻpi bilan 10 % oshishi mumkin.'],
    });
    expect((await create(id, priced(110_001, false))).status).toBe(200);
    expect((await create(id, priced(80_000, true))).status).toBe(200);
    const low = await refused(() => many(id, [priced(90_000, true), priced(79_000, true)]), 422, 'warnings');
    expect(Object.keys(low.errors ?? {})).toEqual(['lines.1.value']);
    await end();
    expect((await create(id, priced(500_000, true))).status).toBe(200);
  });

  it('is refused where the control blocks, also when the person has seen it', async () => {
    const end = await control('block');
    const id = await draft(server.current);
    const error = await refused(() => create(id, priced(130_000, false)), 422, 'validation');
    expect(error.errors).toEqual({
      value: ['Oxirgi kirim narxidan 30 % oshgan: oxirgisi 100\u202f000 soʻm, koʻpi bilan 10 % oshishi mumkin.'],
    });
    expect((await create(id, priced(105_000, false))).status).toBe(200);
    await end();
  });
});

describe('a rate far from that of the practice day', () => {
  it('is warned of, and taken once the person has seen it', async () => {
    const id = await draft(server.current);
    const at = (currency_change: number, check = true) => create(id, dollars({ value: 1_000, currency_change, check }));
    const error = await refused(() => at(1), 422, 'warnings');
    expect(error.errors).toEqual({ currency_change: ['Kurs kunlik kursdan uzoq: kun kursi 12\u202f000 soʻm.'] });
    expect(Object.keys((await refused(() => at(12_601), 422, 'warnings')).errors ?? {})).toEqual(['currency_change']);
    for (const near of [11_400, 12_000, 12_600]) expect((await at(near)).status).toBe(200);
    expect((await at(1, false)).body.data.currency_change).toBe(1);
    // Soʻm have no rate of their own.
    expect((await create(id, { ...line(), currency_change: 12_000, check: true })).status).toBe(200);
  });
});

describe('changing and taking off', () => {
  it('a line that somebody else changed meanwhile is refused with what it is now', async () => {
    const id = await draft(server.current, [line()]);
    const { id: lineId, version } = await firstLine(server.current, id);
    expect((await update(lineId, line({ count: 6 }), version)).body.data.version).toBe(version + 1);
    const before = await invoiceFingerprint(server.current);
    for (const answer of [
      await update(lineId, line({ count: 7 }), version),
      await server.current.call('purchaser', lineDelete, { params: { id: lineId }, ifMatch: version }),
      await server.current.call('purchaser', lineMarkPrint, {
        params: { id: lineId },
        body: { print: true, print_count: 2 },
        ifMatch: version,
      }),
    ] as Refused[]) {
      expect([answer.status, answer.error.code]).toEqual([409, 'stale']);
      expect(answer.error.current).toMatchObject({ id: lineId, count: 6, version: version + 1 });
    }
    expect(await invoiceFingerprint(server.current)).toBe(before);
    const gone = await server.current.do('purchaser', lineDelete, { params: { id: lineId }, ifMatch: version + 1 });
    expect(gone).toMatchObject({ data: { id: lineId }, invoice: { facts: { lines: 0 } } });
    expect((await update(lineId, line())).status).toBe(404);
  });

  it('a line with saved serial numbers goes only with as many as were seen, and the log names them', async () => {
    const { kysely } = server.current.db;
    await kysely.updateTable('product_variant').set({ imei_count: 2 }).where('id', '=', 12).execute();
    const id = await draft(server.current, [phones(3, { product_variant_id: 12 })]);
    const { id: lineId, version } = await firstLine(server.current, id);
    const remove = (query: { serials?: number }) =>
      server.current.call('purchaser', lineDelete, { params: { id: lineId }, query, ifMatch: version });
    const units = [imei(), imei()].map((one) => ({ serial_number: '', imei_numbers: [one] }));
    const boxed = imei();
    await scan(server.current, lineId, [...units, { serial_number: 'QUTI-1', imei_numbers: [boxed] }]);
    // saving numbers leaves the line's version
    expect((await firstLine(server.current, id)).version).toBe(version);
    for (const query of [{}, { serials: 0 }, { serials: 2 }, { serials: 4 }]) {
      const { current } = await refused(() => remove(query) as Promise<Refused>, 409, 'stale');
      expect(current).toMatchObject({ id: lineId, version, serials: { saved: 3, needed: 3 } });
    }
    expect((await remove({ serials: 3 })).status).toBe(200);
    const { data } = await server.current.do('purchaser', invoiceHistory, { params: { id } });
    expect(data[0]).toMatchObject({ event: 'line.remove' });
    expect(data[0]?.payload).toMatchObject({
      line_id: lineId,
      before: { count: 3 },
      serials: [...units.map((unit) => unit.imei_numbers[0]), 'QUTI-1'],
      imeis: { 'QUTI-1': [boxed] },
    });
    await kysely.updateTable('product_variant').set({ imei_count: 0 }).where('id', '=', 12).execute();
    // without them the plain call goes on as ever; the number of a whole line is named too
    const plain = await draft(server.current, [line()]);
    const { id: plainId } = await firstLine(server.current, plain);
    await server.current.do('purchaser', attachSerials, {
      body: {
        input_product_id: plainId,
        serial_numbers: [{ serial_number: 'P-7', imei_numbers: [] }],
        has_many: false,
      },
    });
    await server.current.do('purchaser', lineDelete, { params: { id: plainId } });
    const log = await server.current.do('purchaser', invoiceHistory, { params: { id: plain } });
    expect(log.data[0]?.payload).toMatchObject({ serials: ['P-7'] });
    expect(log.data[0]?.payload).not.toHaveProperty('imeis');
  });

  it('labels are marked in every state that has lines, and stay when the line changes', async () => {
    const id = await draft(server.current, [line()]);
    const { id: lineId } = await firstLine(server.current, id);
    const mark = (print: boolean, print_count: number) =>
      server.current.do('accountant', lineMarkPrint, { params: { id: lineId }, body: { print, print_count } });
    expect((await mark(true, 12)).data).toMatchObject({ print: true, print_count: 12 });
    expect((await update(lineId, line({ count: 2 }))).body.data).toMatchObject({
      print: true,
      print_count: 12,
      count: 2,
    });
    await send(server.current, id);
    await mark(true, 3);
    await confirm(server.current, id);
    expect((await mark(false, 1)).data.print).toBe(false);
    await refused(
      () =>
        server.current.call('warehouseman', lineMarkPrint, {
          params: { id: lineId },
          body: { print: true, print_count: 1 },
        }),
      403,
      'forbidden',
    );
  });

  it('a line with scanned units keeps its product and no fewer units', async () => {
    const id = await draft(server.current, [phones(3)]);
    const { id: lineId } = await firstLine(server.current, id);
    await scan(server.current, lineId, serials(2));
    expect((await refused(() => update(lineId, line()), 422, 'validation')).errors).toHaveProperty(
      'product_variant_id',
    );
    expect((await refused(() => update(lineId, phones(1)), 422, 'validation')).errors).toEqual({
      count: ['2 ta seriya raqami kiritilgan, son undan kam boʻlmaydi.'],
    });
    expect((await update(lineId, phones(2))).body.data.serials).toEqual({ saved: 2, needed: 2 });
  });
});

describe('what the window asks for', () => {
  it('rates of the practice day', async () => {
    const ask = (organization_id: number) =>
      server.current.call('purchaser', currencyChange, { query: { organization_id } });
    expect((await ask(ORGANIZATION)).body).toEqual({ data: { currency_change: 12_000, date: '2026-11-21' } });
    const day = server.current.db.kysely.updateTable('practice_day').where('organization_id', '=', ORGANIZATION);
    await day.set({ date: '2026-11-20' }).execute();
    expect((await ask(ORGANIZATION)).body.data).toEqual({ currency_change: 11_950, date: '2026-11-20' });
    const { data } = await server.current.do('purchaser', currencyGetAll);
    expect(data.map((one) => [one.abbrevation, one.rate])).toEqual([
      ['UZS', 1],
      ['USD', 11_950],
      ['EUR', null],
      ['RUB', null],
    ]);
    await server.current.db.kysely
      .updateTable('practice_day')
      .where('organization_id', '=', ORGANIZATION)
      .set({ date: '2026-11-21' })
      .execute();
    expect((await ask(OTHER_ORGANIZATION)).status).toBe(403);
    expect((await ask(NOTHING)).status).toBe(422);
  });

  it('products by name in any script, with the last confirmed line that is still valid', async () => {
    const on = server.current;
    const find = async (search: string) =>
      (await on.do('purchaser', variantGetAll, { query: { search } })).data.map((one) => one.id);
    expect(await find('tovar 5')).toEqual([5]);
    expect(await find('Товар 7')).toEqual([7]);
    expect(await find('hech qachon')).toEqual([]);
    // a scanner writes zeros before a code, or leaves them out
    const barcode = (text: string) =>
      on.db.kysely.updateTable('product_variant').set({ barcode: text }).where('id', '=', 5).execute();
    for (const [kept, ...scanned] of [
      ['1901314707250', '01901314707250', '1901314707250'],
      ['036000291452', '0036000291452', '00036000291452', '36000291452'],
    ] as const) {
      await barcode(kept);
      for (const code of scanned) expect(await find(code), code).toEqual([5]);
    }
    expect(await find('1901314707250')).toEqual([]);
    const last = async () => (await on.do('purchaser', variantGetAll, { query: { id: 10 } })).data[0]?.last;
    const price = async () =>
      (await on.do('purchaser', recommendedPrice, { params: { id: 10 }, query: { organization_id: ORGANIZATION } }))
        .data;
    expect(await last()).toBeNull();
    expect(await price()).toEqual({ selling_price: 10_000, last_price: null, last_cost: 10_000, rule_price: 10_000 });
    // Written first, confirmed last: the later confirmation is the last known one.
    const early = await draft(on, [line({ product_variant_id: 10, value: 70_000 })]);
    await confirmed(on, [line({ product_variant_id: 10, value: 60_000 })]);
    expect(await last()).toEqual({ value: 60_000, currency_id: 1 });
    await send(on, early);
    await confirm(on, early);
    expect(await last()).toEqual({ value: 70_000, currency_id: 1 });
    expect(await price()).toEqual({ selling_price: 87_500, last_price: 87_500, last_cost: 70_000, rule_price: 70_000 });
    // the organization's own price is recommended, though another's is later
    await on.db.kysely
      .updateTable('document')
      .where('id', '=', early)
      .set({ organization_id: OTHER_ORGANIZATION })
      .execute();
    expect((await price()).last_price).toBe(75_000);
  });

  it('what pasted words mean, in their order', async () => {
    const { data } = await server.current.do('purchaser', variantRecognize, {
      body: { words: ['sku-3', '4780000000004', 'Tovar 5', 'товар 6', 'Smartfon', 'nimadir', ''] },
    });
    expect(data.map((one) => [one.by, one.matches.map((variant) => variant.id)])).toEqual([
      ['sku', [3]],
      ['barcode', [4]],
      ['title', [5]],
      ['title', [6]],
      ['title', [11, 12]],
      [null, []],
      [null, []],
    ]);
  });
});
