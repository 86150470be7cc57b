/** Forming an act (decision 42), a random act against a known truth, and ten thousand lines. */
import { describe, expect, it } from 'vitest';
import { actShow } from '../../contract/counting/acts.ts';
import { counterIndex } from '../../contract/counting/counters.ts';
import { productInformation, rowsShow } from '../../contract/counting/matrix.ts';
import { completedAct, countingAct, entry, fingerprintOf, NOTHING, save, stockOf, submit, taken } from './acts.ts';
import { countingKit, SHOP } from './countingKit.ts';
import { ORGANIZATION, stockIn, withServer } from './world.ts';

const server = withServer();
const { product, comesIn, goesOut, rowOf, byHand, keep, complete, form, piecesOf, expectSoundLedger } =
  countingKit(server);

/** Known numbers: the same act each time, another for each seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('forming (decision 42)', () => {
  it('takes a shortage from the oldest batches, puts a surplus into the shop at the last cost', async () => {
    const { db } = server.current;
    const [short, over] = [await product(), await product()];
    // The older batch is in the main warehouse.
    for (const [warehouse, qty] of [
      [2, 3],
      [SHOP, 5],
    ] as const) {
      await db.tx((trx) =>
        stockIn(trx, ORGANIZATION, warehouse, {
          lines: [
            { variantId: short, qty },
            { variantId: over, qty },
          ],
        }),
      );
    }
    await db.kysely.updateTable('product_variant').set({ last_cost: 777 }).where('id', '=', over).execute();
    const { id } = await completedAct(server.current, [
      { product_variant_id: short, count: 4 },
      { product_variant_id: over, count: 10 },
    ]);
    taken(await form(id));
    const moves = await db.kysely
      .selectFrom('stock_move')
      .select(['product_variant_id', 'warehouse_id', 'qty', 'cost'])
      .where('document_id', '=', id)
      .orderBy('id')
      .execute();
    expect(moves).toEqual([
      { product_variant_id: short, warehouse_id: 2, qty: -3, cost: short * 1000 },
      { product_variant_id: short, warehouse_id: SHOP, qty: -1, cost: short * 1000 },
      { product_variant_id: over, warehouse_id: SHOP, qty: 2, cost: 777 },
    ]);
    const batch = await db.kysely.selectFrom('stock_batch').selectAll().where('document_id', '=', id).execute();
    expect(batch).toHaveLength(1);
    expect(batch[0]).toMatchObject({ product_variant_id: over, cost: 777 });
    await expectSoundLedger();
  });

  it('writes off missing units by name and takes surplus ones in', async () => {
    const { db } = server.current;
    const phone = await product(true);
    await comesIn(phone, 3, [`${phone}-A`, `${phone}-B`, `${phone}-C`]);
    const { id } = await completedAct(server.current, [
      { product_variant_id: phone, count: 3, serial_numbers: [`${phone}-A`, `${phone}-X`, `${phone}-Y`] },
    ]);
    expect(await rowOf(id, phone)).toMatchObject({ residue: 3, final_count: 3, difference: 0 });
    taken(await form(id));
    const units = await db.kysely
      .selectFrom('serial_number')
      .select(['serial_number', 'state', 'warehouse_id'])
      .where('product_variant_id', '=', phone)
      .orderBy('serial_number')
      .execute();
    expect(units).toEqual([
      { serial_number: `${phone}-A`, state: 'in_stock', warehouse_id: SHOP },
      { serial_number: `${phone}-B`, state: 'written_off', warehouse_id: null },
      { serial_number: `${phone}-C`, state: 'written_off', warehouse_id: null },
      { serial_number: `${phone}-X`, state: 'in_stock', warehouse_id: SHOP },
      { serial_number: `${phone}-Y`, state: 'in_stock', warehouse_id: SHOP },
    ]);
    // A written-off unit that turns up in the next count comes back as itself.
    const next = await completedAct(server.current, [
      { product_variant_id: phone, count: 1, serial_numbers: [`${phone}-B`] },
    ]);
    taken(await form(next.id));
    const back = await db.kysely
      .selectFrom('serial_number')
      .select('state')
      .where('serial_number', '=', `${phone}-B`)
      .execute();
    expect(back).toEqual([{ state: 'in_stock' }]);
    await expectSoundLedger();
  });

  it('never makes a balance negative: the line is refused by name and nothing is posted', async () => {
    const [low, fine] = [await product(), await product()];
    await comesIn(low, 10);
    await comesIn(fine, 10);
    const { id } = await completedAct(server.current, [
      { product_variant_id: low, count: 2 },
      { product_variant_id: fine, count: 8 },
    ]);
    await goesOut(low, 5);
    const before = await fingerprintOf(server.current);
    const answer = await form(id);
    expect([answer.status, answer.error.code]).toEqual([409, 'negative_stock']);
    expect(answer.error.lines).toEqual([
      {
        product_variant_id: low,
        title: expect.stringContaining('Yangi tovar'),
        text: 'omborda 5 ta qolgan, 8 ta kerak',
      },
    ]);
    expect(await fingerprintOf(server.current)).toBe(before);
    await comesIn(low, 5);
    taken(await form(id));
    expect([await piecesOf(low), await piecesOf(fine)]).toEqual([2, 8]);
  });

  it('asks for an open practice day', async () => {
    const { db } = server.current;
    const { id } = await completedAct(server.current, [{ product_variant_id: await product(), count: 1 }]);
    await db.kysely.updateTable('practice_day').set({ status: 'closed' }).where('organization_id', '=', 1).execute();
    const answer = await form(id);
    expect([answer.status, answer.error.code]).toEqual([409, 'no_open_day']);
    await db.kysely.updateTable('practice_day').set({ status: 'open' }).where('organization_id', '=', 1).execute();
    taken(await form(id));
  });
});

describe('a random act against a known truth', () => {
  it.each([1, 2])('seed %i', async (seed) => {
    const on = server.current;
    const random = seeded(seed);
    const pick = (below: number) => Math.floor(random() * below);
    const chance = (share: number) => random() < share;
    const plain: number[] = [];
    const serial: number[] = [];
    for (let n = 0; n < 30; n += 1) plain.push(await product());
    for (let n = 0; n < 8; n += 1) serial.push(await product(true));
    const units = (variant: number, from: number, n: number) =>
      Array.from({ length: n }, (_, at) => `${variant}/${from + at}`);

    // Two openings into two warehouses: several batches of everything.
    for (const warehouse of [2, SHOP]) {
      await on.db.tx((trx) =>
        stockIn(trx, ORGANIZATION, warehouse, {
          lines: [
            ...plain.map((variantId) => ({ variantId, qty: 12 + pick(20) })),
            ...serial.map((variantId) => ({
              variantId,
              qty: 4,
              serials: units(variantId, warehouse * 10, 4),
            })),
          ],
        }),
      );
    }
    const loaded = await stockOf(on);
    const unitsIn = (stock: { units: Set<string> }, variant: number) =>
      [...stock.units].filter((one) => one.startsWith(`${variant} `)).map((one) => one.slice(`${variant} `.length));

    const people = ['counter1', 'counter2', 'counter3'] as const;
    const { id, counters } = await countingAct(on, people);
    const final = new Map<number, number>();
    const found = new Map<number, Set<string>>();
    const lists = people.map(() => [] as { product_variant_id: number; count: number; serial_numbers?: string[] }[]);
    const entries = people.map(() => [] as ReturnType<typeof entry>[]);
    const toDecide: number[] = [];
    for (const variant of plain) {
      const truth = Math.max(0, (loaded.pieces.get(variant) ?? 0) + pick(7) - 3);
      const counts = people.map(() => (chance(0.3) ? undefined : truth + (chance(0.08) ? 1 : 0)));
      const entered = new Set(counts.filter((count) => count !== undefined));
      if (entered.size === 1) final.set(variant, [...entered][0] ?? 0);
      if (entered.size > 1) toDecide.push(variant);
      for (const [at, count] of counts.entries()) {
        if (count === undefined) {
          // Found by mistake and taken back: still blank.
          if (chance(0.3)) entries[at]?.push(entry(variant, 2), entry(variant, -2));
          continue;
        }
        if (chance(0.5)) entries[at]?.push(entry(variant, count + 1), entry(variant, -1));
        lists[at]?.push({ product_variant_id: variant, count });
      }
    }
    for (const variant of serial) {
      const here = unitsIn(loaded, variant);
      const truth = [...here.filter(() => !chance(0.2)), ...(chance(0.5) ? [`${variant}/X`] : [])];
      const sets = people.map(() => (chance(0.4) ? undefined : chance(0.1) ? truth.slice(1) : truth));
      const entered = sets.filter((set) => set !== undefined).map((set) => [...set].sort().join());
      if (new Set(entered).size === 1) {
        found.set(variant, new Set(truth.length && entered[0] !== [...truth].sort().join() ? truth.slice(1) : truth));
      } else if (entered.length > 1) toDecide.push(variant);
      for (const [at, set] of sets.entries()) {
        if (!set) continue;
        if (chance(0.5)) {
          for (const one of set) entries[at]?.push(entry(variant, 1, one));
          if (set.length === 0) entries[at]?.push(entry(variant, 0));
          lists[at]?.push({ product_variant_id: variant, count: set.length });
        } else lists[at]?.push({ product_variant_id: variant, count: set.length, serial_numbers: set });
      }
    }
    for (const [at, who] of people.entries()) {
      const mine = entries[at] ?? [];
      const half = mine.length >> 1;
      // Sent in parts, one part twice.
      for (const part of [mine.slice(0, half), mine.slice(0, half), mine.slice(half)]) {
        expect(taken(await save(on, who, counters[at] ?? NOTHING, part)).data.refused).toEqual([]);
      }
    }

    // Sales and receipts while it is counted.
    const moving = [...plain.filter(() => chance(0.3)), ...serial.filter(() => chance(0.4))];
    const fresh = new Map<number, string[]>();
    for (const variant of moving) {
      if (plain.includes(variant)) {
        if (chance(0.5)) await goesOut(variant, 1 + pick(2));
        else await comesIn(variant, 1 + pick(3));
      } else if (chance(0.5)) {
        await goesOut(variant, 1, [unitsIn(loaded, variant)[0] ?? '']);
      } else {
        const arrived = units(variant, 500, 2);
        fresh.set(variant, arrived);
        await comesIn(variant, 2, arrived);
      }
    }
    for (const [at, who] of people.entries()) {
      taken(await submit(on, who, counters[at] ?? NOTHING, lists[at] ?? []));
    }
    const asked = (await on.do('keeper', actShow, { params: { id } })).data.facts;
    expect(asked.disagreements).toBe(toDecide.length);
    for (const variant of toDecide) {
      if (serial.includes(variant)) {
        const set = unitsIn(loaded, variant).slice(1);
        found.set(variant, new Set(set));
        taken(await byHand(id, variant, set.length, set));
      } else {
        const count = (loaded.pieces.get(variant) ?? 0) + 1;
        final.set(variant, count);
        taken(await byHand(id, variant, count));
      }
    }
    const kept = new Map<number, 'count' | 'difference'>();
    const rows = (await on.do('keeper', rowsShow, { params: { actId: id } })).data;
    const { facts } = (await on.do('keeper', actShow, { params: { id } })).data;
    expect(facts).toMatchObject({
      disagreements: rows.filter((row) => row.disagreement).length,
      moved: rows.filter((row) => row.final_count !== null && row.moved_since !== 0 && row.keep === null).length,
      elsewhere: 0,
    });
    for (const row of rows) {
      const variant = row.product_variant.id;
      if (plain.includes(variant)) expect(row.final_count, row.product_variant.title).toBe(final.get(variant) ?? null);
      if (serial.includes(variant)) expect(row.final_count).toBe(found.get(variant)?.size ?? null);
      if (row.moved_since === 0 || row.final_count === null) continue;
      const figure = chance(0.5) ? 'count' : 'difference';
      kept.set(variant, figure);
      taken(await keep(id, variant, figure));
    }
    taken(await complete(id));
    const atCompletion = await stockOf(on);
    // And after it was completed: always a difference.
    for (const variant of plain.filter(() => chance(0.2))) await comesIn(variant, 2);
    for (const variant of serial.filter(() => chance(0.3))) await comesIn(variant, 1, units(variant, 900, 1));
    const atForming = await stockOf(on);
    taken(await form(id));
    const after = await stockOf(on);

    for (const variant of plain) {
      const now = atForming.pieces.get(variant) ?? 0;
      const count = final.get(variant);
      const base = (kept.get(variant) === 'count' ? atCompletion : loaded).pieces.get(variant) ?? 0;
      const expected = count === undefined ? now : now + count - base;
      expect(after.pieces.get(variant) ?? 0, `plain ${variant}, kept ${kept.get(variant)}`).toBe(expected);
    }
    for (const variant of serial) {
      const set = found.get(variant);
      const wasLoaded = new Set(unitsIn(loaded, variant));
      const late = new Set(unitsIn(atForming, variant).filter((one) => !unitsIn(atCompletion, variant).includes(one)));
      const stays = unitsIn(atForming, variant).filter((one) => {
        if (!set || set.has(one) || late.has(one)) return true;
        return kept.get(variant) === 'count' ? false : !wasLoaded.has(one);
      });
      const comes = set ? [...set].filter((one) => !wasLoaded.has(one) && !stays.includes(one)) : [];
      expect(unitsIn(after, variant).sort(), `serial ${variant}, kept ${kept.get(variant)}`).toEqual(
        [...stays, ...comes].sort(),
      );
    }
    await expectSoundLedger();
    const shown = await on.do('keeper', actShow, { params: { id } });
    expect(shown.data.status).toBe('formed');
    const list = await on.do('keeper', counterIndex, { params: { actId: id } });
    expect(list.data.map((one) => one.status)).toEqual(['submitted', 'submitted', 'submitted']);
  });
});

describe('ten thousand lines', () => {
  it('are loaded, submitted, shown and looked into, every figure right', async () => {
    const on = server.current;
    const lines = 10_000;
    const first = await product();
    await on.db.tx(async (trx) => {
      const ids = Array.from({ length: lines - 1 }, (_, n) => n + 1);
      for (let at = 0; at < ids.length; at += 1000) {
        await trx
          .insertInto('product_variant')
          .values(
            ids.slice(at, at + 1000).map((n) => ({
              product_id: 1,
              title: `Koʻp ${n}`,
              sku: `MANY-${n}`,
              barcode: null,
            })),
          )
          .execute();
      }
    });
    const variants = (
      await on.db.kysely
        .selectFrom('product_variant')
        .select('id')
        .where((where) => where.or([where('id', '=', first), where('sku', 'like', 'MANY-%')]))
        .orderBy('id')
        .execute()
    ).map((row) => row.id);
    expect(variants).toHaveLength(lines);
    await on.db.tx((trx) =>
      stockIn(trx, ORGANIZATION, SHOP, { lines: variants.map((variantId, n) => ({ variantId, qty: 1 + (n % 9) })) }),
    );
    const { id, counters } = await countingAct(on);
    const answer = taken(
      await submit(
        on,
        'counter1',
        counters[0] ?? NOTHING,
        // Every hundredth is one short.
        variants.map((product_variant_id, n) => ({ product_variant_id, count: 1 + (n % 9) - (n % 100 === 0 ? 1 : 0) })),
      ),
    );
    expect(answer.computing_act_user).toMatchObject({ status: 'submitted', counted: lines });
    const { data } = await on.do('keeper', rowsShow, { params: { actId: id } });
    const of = new Map(data.map((row) => [row.product_variant.id, row]));
    for (const [n, variant] of variants.entries()) {
      const row = of.get(variant);
      const missing = n % 100 === 0 ? 1 : 0;
      if (row?.residue !== 1 + (n % 9) || row.difference !== (missing ? -1 : 0)) {
        throw new Error(`line ${n} is ${JSON.stringify(row)}`);
      }
    }
    const shown = await on.do('keeper', actShow, { params: { id } });
    expect(shown.data).toMatchObject({ counted: lines, difference: -100, lines: data.length });
    const evidence = await on.do('keeper', productInformation, {
      query: { act_of_count_id: id, product_variant_id: variants[5000] ?? 0 },
    });
    expect(evidence.data.counters[0]?.entries).toHaveLength(1);
    taken(await complete(id));
    const before = (await stockOf(on)).pieces;
    taken(await form(id));
    const after = (await stockOf(on)).pieces;
    let missing = 0;
    for (const variant of variants) missing += (before.get(variant) ?? 0) - (after.get(variant) ?? 0);
    expect(missing).toBe(100);
  });
});
