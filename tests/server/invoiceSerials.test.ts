/** The serial desk: numbers of the lines of an invoice (decision 47). */
import { describe, expect, it } from 'vitest';
import { luhnDigit } from '../../contract/checkDigits.ts';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import {
  attachSerials,
  deleteSerial,
  generateSerials,
  type NewSerial,
  serialIndex,
  serialPlaces,
  tacModels,
} from '../../contract/invoices/serials.ts';
import { NOTHING } from './acts.ts';
import {
  confirm,
  draft,
  firstLine,
  line,
  linesOf,
  newSerial,
  phones,
  scan,
  send,
  serials,
  show,
} from './invoiceKit.ts';
import { imei, lineKit } from './lineKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PHONE, serialOf, withServer } from './world.ts';

const server = withServer();
const { refused, update } = lineKit(server);

describe('the serial desk', () => {
  const attach = (lineId: number, entries: NewSerial[], has_many = true) =>
    server.current.call('warehouseman', attachSerials, {
      body: { input_product_id: lineId, serial_numbers: entries, has_many },
    });
  const saved = async (lineId: number) =>
    (await server.current.do('warehouseman', serialIndex, { params: { id: lineId } })).serial_numbers;

  it('saves the good ones and names each other one by its reason and place', async () => {
    const id = await draft(server.current, [phones(4), phones(2, { product_variant_id: 12 })]);
    const [first, second] = (await linesOf(server.current, id)).map((one) => one.id);
    const [a, b, c, d, e] = Array.from({ length: 5 }, newSerial) as [string, string, string, string, string];
    await scan(server.current, second ?? 0, [{ serial_number: d, imei_numbers: [] }]);
    const unit = (serial_number: string, imei_numbers: string[] = []) => ({ serial_number, imei_numbers });
    const { data, facts } = (
      await attach(first ?? 0, [
        unit(a),
        unit(` ${a.toLowerCase()} `),
        unit(d),
        unit(serialOf(PHONE, 1)),
        unit(serialOf(PHONE, 2, OTHER_ORGANIZATION)),
        unit(''),
        unit(b, ['350000000000001']),
        unit(c),
        unit(e),
      ])
    ).body;
    expect(data.saved).toEqual([a, c, e]);
    expect(data.refused).toEqual([
      { serial_number: a, reason: 'repeated', where: a },
      { serial_number: d, reason: 'on_invoice', where: 'Smartfon 12' },
      { serial_number: serialOf(PHONE, 1), reason: 'in_stock', where: 'Chilonzor filiali, shop' },
      { serial_number: serialOf(PHONE, 2, OTHER_ORGANIZATION), reason: 'in_stock', where: 'Registon filiali, shop' },
      { serial_number: '', reason: 'empty', where: null },
      { serial_number: b, reason: 'imei_too_many', where: null },
    ]);
    expect(facts).toEqual({ lines: 2, missing: 2 });
    const more = (await attach(first ?? 0, [unit(newSerial()), unit(newSerial())])).body.data;
    expect(more.saved).toHaveLength(1);
    expect(more.refused).toMatchObject([{ reason: 'too_many' }]);
    expect((await show(server.current, id)).is_serial_number).toBe(true);
  });

  it('says where codes are before they are saved: on this invoice, in some stock, nowhere', async () => {
    const id = await draft(server.current, [phones(2)]);
    const { id: lineId } = await firstLine(server.current, id);
    const [saved, fresh] = [newSerial(), newSerial()];
    await attach(lineId, [{ serial_number: saved, imei_numbers: [] }]);
    const elsewhere = serialOf(PHONE, 2, OTHER_ORGANIZATION);
    const ask = (who: 'warehouseman' | 'counter1') =>
      server.current.call(who, serialPlaces, {
        body: { input_product_id: lineId, codes: [saved.toLowerCase(), fresh, elsewhere] },
      });
    const { body } = await ask('warehouseman');
    expect(body.data).toHaveLength(2);
    expect(body.data).toEqual(
      expect.arrayContaining([
        { code: saved, reason: 'on_invoice', where: 'Smartfon 11' },
        { code: elsewhere, reason: 'in_stock', where: 'Registon filiali, shop' },
      ]),
    );
    // nothing was written by asking
    expect((await show(server.current, id)).facts).toEqual({ lines: 1, missing: 1 });
    await refused(() => ask('counter1'), 403, 'forbidden');
  });

  it('phones: one or two IMEIs, each right and each once; the first one replaces a missing number', async () => {
    const { kysely } = server.current.db;
    await kysely.updateTable('product_variant').set({ imei_count: 2 }).where('id', '=', 12).execute();
    const id = await draft(server.current, [phones(5, { product_variant_id: 12 })]);
    const { id: lineId } = await firstLine(server.current, id);
    const [one, two, three] = [imei(), imei(), imei()];
    const { data } = (
      await attach(lineId, [
        { serial_number: 'F1', imei_numbers: [one, two] },
        { serial_number: 'F2', imei_numbers: [two] },
        { serial_number: '', imei_numbers: [three] },
        { serial_number: 'F4', imei_numbers: [] },
        { serial_number: 'F5', imei_numbers: ['123456789012345'] },
        { serial_number: 'F6', imei_numbers: [imei(), imei(), imei()] },
      ])
    ).body;
    expect(data.saved).toEqual(['F1', three]);
    expect(data.refused).toEqual([
      { serial_number: 'F2', reason: 'repeated', where: 'F1' },
      { serial_number: 'F4', reason: 'imei_missing', where: null },
      { serial_number: 'F5', reason: 'imei_wrong', where: '123456789012345' },
      { serial_number: 'F6', reason: 'imei_too_many', where: null },
    ]);
    // A number that was read as the IMEI itself.
    const own = imei();
    expect((await attach(lineId, [{ serial_number: own, imei_numbers: [] }])).body.data.saved).toEqual([own]);
    expect(await saved(lineId)).toEqual([
      { serial_number: 'F1', imei_numbers: [one, two], is_saved: true, is_deletable: true },
      { serial_number: three, imei_numbers: [three], is_saved: true, is_deletable: true },
      { serial_number: own, imei_numbers: [own], is_saved: true, is_deletable: true },
    ]);
    await kysely.updateTable('product_variant').set({ imei_count: 0 }).where('id', '=', 12).execute();
  });

  it('takes numbers off by any of their codes, until the invoice is confirmed', async () => {
    const id = await draft(server.current, [phones(2)]);
    const { id: lineId } = await firstLine(server.current, id);
    const [a, b] = [newSerial(), newSerial()];
    await scan(
      server.current,
      lineId,
      [a, b].map((serial_number) => ({ serial_number, imei_numbers: [] })),
    );
    const off = (serial_number: string, has_many = true) =>
      server.current.call('warehouseman', deleteSerial, { body: { product_invoice_id: id, has_many, serial_number } });
    await refused(() => off('NOBODY'), 422, 'validation');
    expect((await off(a.toLowerCase())).body).toMatchObject({
      facts: { lines: 1, missing: 1 },
      message: 'Seriya raqami oʻchirildi.',
    });
    await send(server.current, id);
    await scan(server.current, lineId, [{ serial_number: a, imei_numbers: [] }]);
    expect((await saved(lineId)).every((one) => one.is_deletable)).toBe(true);
    expect((await confirm(server.current, id)).status).toBe(200);
    expect((await saved(lineId)).map((one) => [one.serial_number, one.is_deletable])).toEqual([
      [b, false],
      [a, false],
    ]);
    await refused(() => off(a), 409, 'not_allowed_now');
    await refused(() => attach(lineId, serials(1)), 409, 'not_allowed_now');
    await refused(() => attach(NOTHING, serials(1)), 404, 'not_found');
  });

  it('is_deletable is true for who may delete', async () => {
    const id = await draft(server.current, [phones(1)]);
    const { id: lineId } = await firstLine(server.current, id);
    await scan(server.current, lineId, serials(1));
    const { serial_numbers } = await server.current.do('accountant', serialIndex, { params: { id: lineId } });
    expect(serial_numbers).toMatchObject([{ is_deletable: false }]);
  });

  it('one number for a whole line of goods without serial numbers', async () => {
    const id = await draft(server.current, [line(), phones(1)]);
    const [plain = 0, phone = 0] = (await linesOf(server.current, id)).map((one) => one.id);
    await refused(() => attach(plain, serials(1), true), 422, 'validation');
    await refused(() => attach(phone, serials(1), false), 422, 'validation');
    await refused(() => attach(plain, serials(2), false), 422, 'validation');
    expect((await attach(plain, [{ serial_number: 'partiya-7', imei_numbers: [] }], false)).body).toMatchObject({
      data: { saved: ['PARTIYA-7'], refused: [] },
      facts: { lines: 2, missing: 1 },
    });
    expect((await linesOf(server.current, id))[0]?.lot_number).toBe('PARTIYA-7');
    const { serial_numbers } = await server.current.do('warehouseman', serialIndex, {
      params: { id: plain },
      query: { has_many: 'false' },
    });
    expect(serial_numbers).toMatchObject([{ serial_number: 'PARTIYA-7', imei_numbers: [], is_deletable: true }]);
    // Other goods, another number.
    expect((await update(plain, line({ product_variant_id: 2 }))).body.data.lot_number).toBeNull();
    await attach(plain, [{ serial_number: 'PARTIYA-8', imei_numbers: [] }], false);
    await server.current.do('warehouseman', deleteSerial, {
      body: { product_invoice_id: id, has_many: false, serial_number: 'PARTIYA-8' },
    });
    expect((await linesOf(server.current, id))[0]?.lot_number).toBeNull();
  });

  it('the number of a whole line is never written over unseen, nor taken off another line', async () => {
    const id = await draft(server.current, [line(), line({ product_variant_id: 2 })]);
    const [first, second] = (await linesOf(server.current, id)) as [InputProduct, InputProduct];
    const lot = (lineId: number, serial_number: string, ifMatch?: number) =>
      server.current.call('warehouseman', attachSerials, {
        body: { input_product_id: lineId, serial_numbers: [{ serial_number, imei_numbers: [] }], has_many: false },
        ...(ifMatch === undefined ? {} : { ifMatch }),
      });
    const lots = async () => (await linesOf(server.current, id)).map((one) => one.lot_number);
    expect((await lot(first.id, 'P-1', first.version)).body.data).toEqual({ saved: ['P-1'], refused: [] });
    const stale = await refused(() => lot(first.id, 'P-2', first.version), 409, 'stale');
    expect(stale.current).toMatchObject({ id: first.id, lot_number: 'P-1', version: first.version + 1 });
    expect((await lot(first.id, 'P-2')).body.data).toEqual({
      saved: [],
      refused: [{ serial_number: 'P-2', reason: 'lot_taken', where: 'P-1' }],
    });
    expect((await lot(first.id, 'P-1')).body.data).toEqual({ saved: ['P-1'], refused: [] });
    await lot(second.id, 'P-1');
    expect(await lots()).toEqual(['P-1', 'P-1']);
    const off = (lineId?: number) =>
      server.current.call('warehouseman', deleteSerial, {
        query: lineId === undefined ? {} : { input_product_id: lineId },
        body: { product_invoice_id: id, has_many: false, serial_number: 'P-1' },
      });
    const unclear = await refused(() => off(), 422, 'validation');
    expect(unclear.errors).toEqual({
      serial_number: ['Bu raqam 2 ta qatorda bor: qaysi qatordan olinishini koʻrsating.'],
    });
    expect(await lots()).toEqual(['P-1', 'P-1']);
    expect((await off(second.id)).status).toBe(200);
    expect(await lots()).toEqual(['P-1', null]);
    await refused(() => off(second.id), 422, 'validation');
    expect((await off()).status).toBe(200);
    expect(await lots()).toEqual([null, null]);
  });

  it('numbers of our own never repeat', async () => {
    const generate = (body: object) =>
      server.current.call('warehouseman', generateSerials, {
        body: { count: 500, product_variant_id: PHONE, organization_id: ORGANIZATION, ...body },
      });
    const drawn = await Promise.all([generate({}), generate({}), generate({})]);
    const numbers = drawn.flatMap((answer) => answer.body.serial_numbers);
    expect(new Set(numbers).size).toBe(1500);
    expect(numbers.every((number) => /^ID\d{11}$/.test(number))).toBe(true);
    expect((await generate({ product_variant_id: NOTHING })).status).toBe(422);
    expect((await generate({ organization_id: NOTHING })).status).toBe(422);
    expect((await generate({ count: 1_001 })).status).toBe(422);
    // One that somebody typed in before its turn is passed over.
    const next = numbers.map((number) => Number(number.slice(2, 12))).sort((a, b) => b - a)[0] ?? 0;
    const digits = String(next + 1).padStart(10, '0');
    const typed = `ID${digits}${luhnDigit(digits)}`;
    const id = await draft(server.current, [phones(1)]);
    await scan(server.current, (await firstLine(server.current, id)).id, [{ serial_number: typed, imei_numbers: [] }]);
    expect((await generate({ count: 2 })).body.serial_numbers).not.toContain(typed);
  });

  it('answers models of a loaded list, and that none is loaded', async () => {
    const ask = () => server.current.do('warehouseman', tacModels, { body: { tacs: ['35000000', '35000001'] } });
    expect(await ask()).toEqual({ loaded: false, data: [] });
    await server.current.db.kysely.insertInto('tac').values({ tac: '35000001', brand: 'Artel', model: 'U1' }).execute();
    expect(await ask()).toEqual({ loaded: true, data: [{ tac: '35000001', brand: 'Artel', model: 'U1' }] });
    await server.current.db.kysely.deleteFrom('tac').execute();
  });
});
