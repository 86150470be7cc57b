/** Entries of counters: identity, units, totals, devices, clocks (decision 34). */
import { describe, expect, it } from 'vitest';
import { actCancel, loadResidues } from '../../contract/counting/acts.ts';
import { counterIndex, counterRelease, counterShow } from '../../contract/counting/counters.ts';
import { listedProducts } from '../../contract/counting/entries.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { receive } from '../../server/stock/receiving.ts';
import {
  addCounter,
  countingAct,
  entry,
  fingerprintOf,
  NOTHING,
  openAct,
  save,
  stockOf,
  submit,
  taken,
} from './acts.ts';
import { countingKit, SHOP } from './countingKit.ts';
import { ORGANIZATION, PHONE, PLAIN, serialOf, withServer } from './world.ts';

const server = withServer();
const { product, comesIn, rowOf, byHand, complete, form, expectSoundLedger } = countingKit(server);

describe('entries', () => {
  const totals = async (counter: number) =>
    Object.fromEntries(
      (await server.current.do('counter1', listedProducts, { params: { id: counter } })).data.map((line) => [
        line.product_variant_id,
        line.count,
      ]),
    );

  it('an entry_id counts once: in one request, in two, in two at once', async () => {
    const { counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    const [one, two, three] = [entry(PLAIN, 1), entry(PLAIN, 2), entry(PLAIN, 4)];
    const first = taken(await save(server.current, 'counter1', counter, [one, one]));
    expect(new Set(first.data.saved)).toEqual(new Set([one.entry_id]));
    const again = taken(await save(server.current, 'counter1', counter, [one, two]));
    expect(again.data.saved).toEqual([one.entry_id, two.entry_id]);
    const both = await Promise.all([1, 2, 3].map(() => save(server.current, 'counter1', counter, [two, three])));
    for (const answer of both) expect(taken(answer).data.saved).toEqual([two.entry_id, three.entry_id]);
    expect(await totals(counter)).toEqual({ [PLAIN]: 7 });
  });

  it('an entry_id of another counter is refused, not taken over', async () => {
    const { counters } = await countingAct(server.current, ['counter1', 'counter2']);
    const [first = NOTHING, second = NOTHING] = counters;
    const one = entry(PLAIN, 1);
    taken(await save(server.current, 'counter1', first, [one]));
    const answer = taken(await save(server.current, 'counter2', second, [one, entry(2, 1)]));
    expect(answer.data.refused.map((line) => line.entry_id)).toEqual([one.entry_id]);
    expect(answer.data.saved).toHaveLength(1);
    expect(await totals(first)).toEqual({ [PLAIN]: 1 });
  });

  it('blank is not zero: what is taken back leaves no count, an entry of 0 does', async () => {
    const { id, counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    taken(await save(server.current, 'counter1', counter, [entry(PLAIN, 1), entry(PLAIN, -1), entry(2, 0)]));
    const blank = await rowOf(id, PLAIN);
    expect(blank).toMatchObject({ counts: { [counter]: null }, final_count: null, difference: null });
    const zero = await rowOf(id, 2);
    expect(zero).toMatchObject({ counts: { [counter]: 0 }, final_count: 0, difference: -zero.residue });
    const shown = await server.current.do('counter1', counterShow, { params: { id: counter } });
    expect(shown.data.counter).toMatchObject({ counted: 1, units: 0 });
    // Zero, found after all, and taken back again: the zero that was entered stays.
    taken(await save(server.current, 'counter1', counter, [entry(2, 3), entry(2, -3)]));
    expect((await rowOf(id, 2)).final_count).toBe(0);
  });

  it('refuses by name what cannot be true, and saves the rest', async () => {
    const { counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    const unit = serialOf(PHONE, 1);
    const good = [entry(PLAIN, 5), entry(PHONE, 1, unit), entry(PHONE, 1, serialOf(PHONE, 2))];
    const twice = entry(PHONE, 1, unit);
    const unknown = entry(NOTHING, 1);
    const below = entry(PLAIN, -6);
    const nameless = entry(PHONE, 1);
    const two = entry(PHONE, 2, 'SN-X');
    const named = entry(PLAIN, 1, 'SN-X');
    const gone = entry(PHONE, -1, 'SN-NEVER');
    const tooMany = entry(PLAIN, 9_999_995);
    const { data } = taken(
      await save(server.current, 'counter1', counter, [
        ...good,
        twice,
        unknown,
        below,
        nameless,
        two,
        named,
        gone,
        tooMany,
        entry(PLAIN, 1),
      ]),
    );
    expect(data.refused).toEqual([
      { entry_id: twice.entry_id, reason: 'serial_twice' },
      { entry_id: unknown.entry_id, reason: 'unknown_product' },
      { entry_id: below.entry_id, reason: 'negative' },
      { entry_id: nameless.entry_id, reason: 'serial_needed' },
      { entry_id: two.entry_id, reason: 'serial_needed' },
      { entry_id: named.entry_id, reason: 'serial_needed' },
      { entry_id: gone.entry_id, reason: 'negative' },
      { entry_id: tooMany.entry_id, reason: 'too_many' },
    ]);
    expect(data.saved).toHaveLength(4);
    expect(await totals(counter)).toEqual({ [PLAIN]: 6, [PHONE]: 2 });
    // Undone, it may be found again; a second time in a later request it is refused as well.
    const undone = taken(
      await save(server.current, 'counter1', counter, [entry(PHONE, -1, unit), entry(PHONE, 1, unit)]),
    );
    expect(undone.data.refused).toEqual([]);
    const later = taken(await save(server.current, 'counter1', counter, [entry(PHONE, 1, unit)]));
    expect(later.data.refused[0]?.reason).toBe('serial_twice');
  });

  it('an IMEI and the serial number of one unit are one unit, however they come', async () => {
    const phone = await product(true);
    await server.current.db.tx(async (trx) => {
      const { id } = await createDocument(trx, {
        kind: 'stock_opening',
        organizationId: ORGANIZATION,
        status: 'posted',
        userId: 1,
        now: new Date(),
      });
      await receive(trx, {
        documentId: id,
        organizationId: ORGANIZATION,
        userId: 1,
        warehouseId: SHOP,
        lines: [
          {
            variantId: phone,
            qty: 2,
            cost: 1000,
            serials: [
              { serial_number: `${phone}-A`, imei_numbers: [`${phone}-A1`, `${phone}-A2`] },
              { serial_number: `${phone}-B`, imei_numbers: [`${phone}-B1`, `${phone}-B2`] },
            ],
          },
        ],
      });
    });
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    const [first = NOTHING, second = NOTHING] = counters;
    const answer = taken(
      await save(server.current, 'counter1', first, [
        entry(phone, 1, `${phone}-A1`),
        entry(phone, 1, `${phone}-A`),
        entry(phone, 1, `${phone}-B2`),
      ]),
    );
    expect(answer.data.refused.map((line) => line.reason)).toEqual(['serial_twice']);
    // In a list, too.
    const list = (serial_numbers: string[]) =>
      submit(server.current, 'counter2', second, [{ product_variant_id: phone, count: 2, serial_numbers }]);
    const twice = await list([`${phone}-A`, `${phone}-A2`]);
    expect(twice.status).toBe(422);
    expect(twice.error.errors).toHaveProperty('listed_products.0.serial_numbers');
    taken(await list([`${phone}-B1`, `${phone}-A2`]));
    taken(await submit(server.current, 'counter1', first, [{ product_variant_id: phone, count: 2 }]));
    expect(await rowOf(id, phone)).toMatchObject({ disagreement: false, final_count: 2, difference: 0 });
    // And by hand: nothing is written off, nothing comes in.
    expect((await byHand(id, phone, 2, [`${phone}-A`, `${phone}-A1`])).status).toBe(422);
    taken(await byHand(id, phone, 2, [`${phone}-A1`, `${phone}-B`]));
    const before = (await stockOf(server.current)).units;
    taken(await complete(id));
    taken(await form(id));
    expect((await stockOf(server.current)).units).toEqual(before);
    await expectSoundLedger();
  });

  it('a serial number in small letters, with spaces or in a Cyrillic layout is the unit that is on the books', async () => {
    const phone = await product(true);
    const unit = `SM${phone}-ABC12345`;
    // the invoice was typed in small letters, too
    await comesIn(phone, 1, [unit.toLowerCase()]);
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2', 'counter3']);
    const [first = NOTHING, second = NOTHING, third = NOTHING] = counters;
    const answer = taken(
      await save(server.current, 'counter1', first, [
        entry(phone, 1, unit.toLowerCase()),
        entry(phone, 1, ` ${unit} `),
        entry(phone, 1, `sm${phone}\u00a0-abc\u200b12345`),
        entry(phone, 1, `ЫЬ${phone}-фис12345`),
      ]),
    );
    expect(answer.data.refused.map((line) => line.reason)).toEqual(['serial_twice', 'serial_twice', 'serial_twice']);
    const list = (serial_numbers: string[]) =>
      submit(server.current, 'counter2', second, [
        { product_variant_id: phone, count: serial_numbers.length, serial_numbers },
      ]);
    expect((await list([unit, unit.toLowerCase()])).status).toBe(422);
    taken(await list([unit.toLowerCase()]));
    taken(await submit(server.current, 'counter1', first, [{ product_variant_id: phone, count: 1 }]));
    taken(
      await submit(server.current, 'counter3', third, [
        { product_variant_id: phone, count: 1, serial_numbers: [unit] },
      ]),
    );
    expect(await rowOf(id, phone)).toMatchObject({ disagreement: false, final_count: 1, difference: 0, elsewhere: [] });
    expect((await byHand(id, phone, 2, [unit, unit.toLowerCase()])).status).toBe(422);
    taken(await byHand(id, phone, 1, [unit.toLowerCase()]));
    const before = (await stockOf(server.current)).units;
    expect(before).toContain(`${phone} ${unit}`);
    taken(await complete(id));
    taken(await form(id));
    expect((await stockOf(server.current)).units).toEqual(before);
    await expectSoundLedger();
  });

  it('totals that differ from the entries are refused by name, and the list stays open', async () => {
    const { counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    taken(await save(server.current, 'counter1', counter, [entry(PLAIN, 5), entry(2, 3), entry(3, 1)]));
    const before = await fingerprintOf(server.current);
    const answer = await submit(server.current, 'counter1', counter, [
      { product_variant_id: PLAIN, count: 4 },
      { product_variant_id: 2, count: 3 },
      { product_variant_id: 5, count: 9 },
    ]);
    expect([answer.status, answer.error.code]).toEqual([409, 'entries_differ']);
    expect(answer.error.lines).toEqual([
      { product_variant_id: PLAIN, title: 'Tovar 1', text: '4 ≠ 5' },
      { product_variant_id: 3, title: 'Tovar 3', text: '— ≠ 1' },
    ]);
    expect(await fingerprintOf(server.current)).toBe(before);
    taken(
      await submit(server.current, 'counter1', counter, [
        { product_variant_id: PLAIN, count: 5 },
        { product_variant_id: 2, count: 3 },
        { product_variant_id: 3, count: 1 },
        { product_variant_id: 5, count: 9 },
      ]),
    );
    const saved = await server.current.do('counter1', listedProducts, { params: { id: counter } });
    const sources = Object.fromEntries(saved.data.map((line) => [line.product_variant_id, line.entries[0]?.source]));
    // What came in the list alone has the source `file`.
    expect(sources).toEqual({ [PLAIN]: 'scan', 2: 'scan', 3: 'scan', 5: 'file' });
  });

  it('a list brings its own last entries; one that cannot be saved is named', async () => {
    const { counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    const bad = entry(PHONE, 1);
    const refused = await submit(server.current, 'counter1', counter, [
      { product_variant_id: PHONE, count: 1, entries: [bad] },
    ]);
    expect([refused.status, refused.error.code]).toEqual([409, 'entries_differ']);
    const one = entry(PLAIN, 5);
    taken(await save(server.current, 'counter1', counter, [one]));
    const answer = taken(
      await submit(server.current, 'counter1', counter, [
        { product_variant_id: PLAIN, count: 7, entries: [one, entry(PLAIN, 2)] },
      ]),
    );
    expect(answer.computing_act_user).toMatchObject({ status: 'submitted', counted: 1, units: 7 });
  });

  it('an empty list is a list: nothing was found', async () => {
    const { id, counters } = await countingAct(server.current);
    const answer = taken(await submit(server.current, 'counter1', counters[0] ?? NOTHING, []));
    expect(answer.data.status).toBe('counted');
    expect((await rowOf(id, PLAIN)).final_count).toBeNull();
    taken(await complete(id));
    const before = await stockOf(server.current);
    taken(await form(id));
    expect(await stockOf(server.current)).toEqual(before);
  });

  it('brings what another device of the same counter entered, once', async () => {
    const { counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    const phone = taken(await save(server.current, 'counter1', counter, [entry(PLAIN, 1)], 0));
    expect(phone.data.others).toEqual([]);
    const there = entry(2, 5);
    const tablet = taken(await save(server.current, 'counter1', counter, [there], 0));
    expect(tablet.data.others.map((one) => one.product_variant_id)).toEqual([PLAIN]);
    const own = entry(PLAIN, 1);
    const back = taken(await save(server.current, 'counter1', counter, [own], phone.data.last));
    expect(back.data.others).toEqual([{ ...there, serial_number: null }]);
    const rest = taken(await save(server.current, 'counter1', counter, [], back.data.last));
    expect(rest.data.others).toEqual([]);
    expect(rest.data.last).toBe(back.data.last);
    // Without the parameter it is not answered.
    expect(taken(await save(server.current, 'counter1', counter, [])).data.others).toEqual([]);
  });

  it('nothing is taken before the start, after the list, after a cancel', async () => {
    const id = await openAct(server.current);
    await server.current.do('keeper', loadResidues, { params: { actId: id } });
    const counter = await addCounter(server.current, id, 'counter1');
    const early = await save(server.current, 'counter1', counter, [entry(PLAIN, 1)]);
    expect([early.status, early.error.state]).toEqual([409, 'assigned']);

    const done = await countingAct(server.current, ['counter1', 'counter2']);
    const [first = NOTHING] = done.counters;
    taken(await submit(server.current, 'counter1', first, []));
    const off = await countingAct(server.current);
    await server.current.do('keeper', actCancel, { params: { id: off.id }, body: { reason: 'Xato' } });
    const before = await fingerprintOf(server.current);
    for (const [of, state] of [
      [first, 'submitted'],
      [off.counters[0] ?? NOTHING, 'cancelled'],
    ] as const) {
      for (const answer of [
        await save(server.current, 'counter1', of, [entry(PLAIN, 1)]),
        await submit(server.current, 'counter1', of, []),
      ]) {
        expect([answer.status, answer.error.code, answer.error.state]).toEqual([409, 'not_allowed_now', state]);
        expect(Array.isArray(answer.error.allowed)).toBe(true);
      }
    }
    expect(await fingerprintOf(server.current)).toBe(before);
  });

  it('takes an entry of a clock that goes fast, and shows no last entry of a time to come', async () => {
    const { id, counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    const ahead = { ...entry(PLAIN, 2), entered_at: '9999-12-31T23:59:59.000Z' };
    const sent = Date.now();
    const answer = taken(await save(server.current, 'counter1', counter, [entry(2, 1), ahead]));
    expect(answer.data.refused).toEqual([]);
    const list = await server.current.do('keeper', counterIndex, { params: { actId: id } });
    const last = Date.parse(list.data[0]?.last_entry_at ?? '');
    expect(last).toBeGreaterThan(sent - 60_000);
    expect(last).toBeLessThanOrEqual(Date.now());
    // nor does it go on with every look: it is the moment at which the entry came
    await new Promise((done) => setTimeout(done, 50));
    const again = await server.current.do('keeper', counterIndex, { params: { actId: id } });
    expect(again.data[0]?.last_entry_at).toBe(list.data[0]?.last_entry_at);
  });

  it('shows the creator the pace of the last hour, in spans of five minutes', async () => {
    const { id, counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    const { db } = server.current;
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const enter = (received_at: Date) =>
      db.kysely
        .insertInto('count_entry')
        .values({ ...entry(PLAIN, 1), serial_number: null, computing_act_user_id: counter, received_at })
        .execute();
    for (const minutes of [1, 2, 7, 58, 61]) await enter(ago(minutes));
    const answer = await server.current.do('keeper', counterIndex, { params: { actId: id } });
    expect(answer.data[0]?.pace).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    const done = taken(
      await submit(server.current, 'counter1', counter, [
        { product_variant_id: PLAIN, count: 5 },
        { product_variant_id: 2, count: 1 },
      ]),
    );
    expect(done.computing_act_user.pace[11]).toBe(3);
  });

  it('a released counter keeps what it saved', async () => {
    const { id, counters } = await countingAct(server.current);
    const [counter = NOTHING] = counters;
    taken(await save(server.current, 'counter1', counter, [entry(PLAIN, 4)]));
    const answer = await server.current.do('keeper', counterRelease, {
      params: { id: counter },
      body: { reason: 'Ishdan ketdi' },
    });
    expect(answer.computing_act_user).toMatchObject({ status: 'submitted', released: true, units: 4 });
    expect((await rowOf(id, PLAIN)).final_count).toBe(4);
  });
});
