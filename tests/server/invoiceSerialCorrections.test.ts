/** Corrections and withdrawals of lines with serial numbers (decisions 21, 23, 26). */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { luhnDigit } from '../../contract/checkDigits.ts';
import { invoiceHistory } from '../../contract/invoices/heads.ts';
import { serialIndex } from '../../contract/invoices/serials.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { receive } from '../../server/stock/receiving.ts';
import {
  confirm,
  confirmed,
  draft,
  expectLedgersClean,
  firstLine,
  line,
  newSerial,
  phones,
  scan,
  send,
  serials,
  WAREHOUSE,
} from './invoiceKit.ts';
import { postingKit } from './postingKit.ts';
import { ORGANIZATION, PHONE, PLAIN, withServer } from './world.ts';

const server = withServer();
const { correct, withdraw, refused, leave, lastCost } = postingKit(server);

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
