import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MODEL_SHOW } from '../../machines/countingWorkspace/countingWorkspace.model.ts';
import { entryOf, type Stamp, type TakenEntry, undoOf } from '../../machines/countingWorkspace/tally.ts';
import { Desk } from '../../src/pages/counting/counter/desk.ts';
import {
  type CounterStore,
  factsOf,
  openStore,
  REFUSED,
  SENT,
  UNSENT,
} from '../../src/pages/counting/counter/store.ts';

const mine = { userId: 5, counterId: 7 };
let clock = Date.parse('2026-11-21T05:00:00.000Z');
const stamp = (): Stamp => {
  clock += 1_000;
  return { id: () => crypto.randomUUID(), at: new Date(clock).toISOString() };
};
const scan = (productId: number, count = 1, serial?: string): TakenEntry =>
  entryOf({ productId, count, source: 'scan', serial }, stamp());

let store: CounterStore;
let name = 0;
beforeEach(async () => {
  name += 1;
  store = await openStore(`counting-${name}`);
});
afterEach(() => store.close());

describe('handing in', () => {
  const other = { userId: 6, counterId: 7 };
  const waits = (key: string) => ({ key, refused: null, message: '' });

  it('waits over a restart of the browser, beside the list as it was opened last', async () => {
    await store.saveCounter(mine, MODEL_SHOW('counting', 2));
    await store.saveHandIn(mine, waits('k'));
    await store.saveCounter(mine, MODEL_SHOW('counting', 3));
    store.close();
    store = await openStore(`counting-${name}`);
    expect(await store.handIn(mine)).toEqual(waits('k'));
    expect((await store.read(mine)).handIn).toEqual(waits('k'));
    expect((await store.read(mine)).show?.counter.version).toBe(3);
    await store.saveHandIn(mine, null);
    expect(await store.handIn(mine)).toBeNull();
    expect((await store.read(mine)).show?.counter.version).toBe(3);
  });

  it('is listed for every person while it may be sent, and not once it is refused', async () => {
    for (const scope of [mine, other]) {
      await store.saveCounter(scope, MODEL_SHOW('counting', 2));
      await store.saveHandIn(scope, waits(`k-${scope.userId}`));
    }
    const listed = async () => {
      const { waiting, stopped } = await store.waiting();
      return [waiting, stopped].map((those) => those.map(({ userId }) => userId).sort());
    };
    expect(await listed()).toEqual([[5, 6], []]);
    await store.saveHandIn(other, { ...waits('k-6'), refused: 'person' });
    expect(await listed()).toEqual([[5], [6]]);
    expect((await store.handIn(other))?.refused).toBe('person');
    // its person is notified once
    await store.saveHandIn(other, { ...waits('k-6'), refused: 'person', notified: true });
    expect(await listed()).toEqual([[5], []]);
    await store.saveHandIn(mine, { ...waits('k-5'), refused: 'over' });
    expect(await listed()).toEqual([[], []]);
  });

  it('of a list that was never opened here is kept nowhere', async () => {
    await store.saveHandIn(mine, waits('k'));
    expect(await store.handIn(mine)).toBeNull();
  });
});

describe('the disk', () => {
  it('keeps entries over a restart of the browser', async () => {
    await store.saveCounter(mine, MODEL_SHOW('counting', 2));
    await store.write(mine, [scan(1), scan(2, 12)]);
    store.close();
    store = await openStore(`counting-${name}`);
    const kept = await store.read(mine);
    expect(kept.entries.map(({ count, progress }) => [count, progress])).toEqual([
      [1, UNSENT],
      [12, UNSENT],
    ]);
    expect(kept.show?.counter.id).toBe(7);
  });

  it('never shows or sends entries under another person or another counter', async () => {
    await store.write(mine, [scan(1)]);
    for (const other of [
      { userId: 6, counterId: 7 },
      { userId: 5, counterId: 8 },
    ]) {
      expect((await store.read(other)).entries).toEqual([]);
      expect((await store.unsent(other, 10)).entries).toEqual([]);
    }
  });

  it('takes an entry once however often it is written', async () => {
    const entry = scan(1);
    await store.write(mine, [entry]);
    await store.answered(mine, { saved: [entry.entry_id], refused: [], others: [], last: 4 });
    await store.write(mine, [entry]);
    const kept = await store.read(mine);
    expect(kept.entries.map(({ progress }) => progress)).toEqual([SENT]);
  });

  it('writes a batch whole or not at all', async () => {
    const broken = { ...scan(2), source: () => 'no clone of a function' } as unknown as TakenEntry;
    await expect(store.write(mine, [scan(1), broken])).rejects.toThrow();
    expect((await store.read(mine)).entries).toEqual([]);
  });

  it('gives the oldest unsent first, without what is only for this browser', async () => {
    const first = scan(1);
    const undo = undoOf(first, stamp());
    await store.write(mine, [undo, first]);
    const { entries } = await store.unsent(mine, 10);
    expect(entries.map((entry) => entry.entry_id)).toEqual([first.entry_id, undo.entry_id]);
    expect(Object.keys(entries[1] as object)).not.toContain('undoes');
    expect((await store.unsent(mine, 1)).entries).toHaveLength(1);
  });

  it('notes what the server took, refused and had from elsewhere', async () => {
    const [taken, refused] = [scan(1), scan(2)];
    const other = scan(3, 4);
    await store.saveCounter(mine, MODEL_SHOW('counting', 2));
    await store.write(mine, [taken, refused]);
    const answer = {
      saved: [taken.entry_id],
      refused: [{ entry_id: refused.entry_id, reason: 'negative' }],
      others: [other],
      last: 9,
    };
    const changed = await store.answered(mine, answer);
    expect(changed).toHaveLength(3);
    const { entries, last } = await store.read(mine);
    expect(last).toBe(9);
    expect(factsOf(entries)).toEqual({ here: 3, server: 2, unsent: 0, refused: 1 });
    expect(entries.find(({ progress }) => progress === REFUSED)?.reason).toBe('negative');
    // the same answer again changes nothing, and knowledge does not go back
    expect(await store.answered(mine, { ...answer, last: 3 })).toEqual([]);
    expect((await store.unsent(mine, 10)).last).toBe(9);
  });

  it('learns from the server that a lost answer had been a yes', async () => {
    const entry = scan(1, 1, 'A');
    await store.write(mine, [entry]);
    const canonical = { ...entry, serial_number: 'SN-1' };
    await store.answered(mine, { saved: [], refused: [], others: [canonical], last: 2 });
    const [kept] = (await store.read(mine)).entries;
    // the code that was scanned here stays known, so that a second scan of it is reported
    expect(kept).toMatchObject({ progress: SENT, serial_number: 'A' });
  });

  it('keeps the products for an hour without a network', async () => {
    const show = MODEL_SHOW('counting', 2);
    expect(await store.products(show)).toBeNull();
    const product = { id: 1, title: 'a', sku: 'b', barcode: null, is_serial_number: false, imei_count: 0 };
    await store.saveProducts(show, { data: [product], outside: [] });
    expect(await store.products(show)).toEqual({ data: [product], outside: [] });
  });
});

describe('the products of limited acts', () => {
  const product = (id: number) =>
    ({ id, title: `P${id}`, sku: `S${id}`, barcode: null, is_serial_number: false, imei_count: 0 }) as const;
  const shown = (counterId: number, status: 'counting' | 'submitted', ...ids: number[]) => {
    const show = MODEL_SHOW(status, 2);
    const categories = ids.map((id) => ({ id, name_uz: `K${id}`, name_ru: `К${id}` }));
    return { counter: { ...show.counter, id: counterId }, act: { ...show.act, categories } };
  };

  it('are those of their own limit, beside those of acts that count everything', async () => {
    const [everything, phones] = [shown(7, 'counting'), shown(8, 'counting', 3, 4)];
    await store.saveCounter({ userId: 5, counterId: 7 }, everything);
    await store.saveProducts(everything, { data: [product(1), product(2)], outside: [] });
    await store.saveCounter({ userId: 5, counterId: 8 }, phones);
    await store.saveProducts(phones, { data: [product(1)], outside: [product(2)] });
    expect((await store.products(everything))?.data).toHaveLength(2);
    expect(await store.products(phones)).toEqual({ data: [product(1)], outside: [product(2)] });
    expect(await store.products(shown(9, 'counting', 3))).toBeNull();
    // the list of the phones is handed in: its products are needed no more
    await store.saveCounter({ userId: 5, counterId: 8 }, shown(8, 'submitted', 3, 4));
    await store.saveProducts(everything, { data: [product(1)], outside: [] });
    expect(await store.products(phones)).toBeNull();
    expect((await store.products(everything))?.data).toHaveLength(1);
  });
});

describe('the desk', () => {
  const product = (id: number) => ({
    id,
    title: `p${id}`,
    sku: `s${id}`,
    barcode: null,
    is_serial_number: false,
    imei_count: 0,
  });

  it('follows the disk entry by entry, on every notification', async () => {
    const desk = new Desk();
    desk.setProducts({ data: [product(1), product(2)], outside: [] });
    const entries = [scan(1), scan(1, 5), scan(2)];
    const stored = await store.write(mine, entries);
    desk.apply(stored);
    desk.apply(stored);
    expect(desk.facts).toEqual({ here: 3, server: 0, unsent: 3, refused: 0 });
    expect(desk.tally.totalOf(1)).toBe(6);
    const changed = await store.answered(mine, {
      saved: [entries[0]?.entry_id ?? ''],
      refused: [{ entry_id: entries[1]?.entry_id ?? '', reason: 'negative' }],
      others: [],
      last: 1,
    });
    desk.apply(changed);
    // an older tale of another tab changes nothing any more
    desk.apply(stored.slice(0, 1));
    expect(desk.facts).toEqual({ here: 3, server: 1, unsent: 1, refused: 1 });
    expect(desk.tally.totalOf(1)).toBe(1);
    expect(desk.leftHere()).toHaveLength(2);
  });

  it('shows the last entries, and on each whether it was taken back', async () => {
    const desk = new Desk();
    const first = scan(1);
    const second = scan(2);
    desk.apply(await store.write(mine, [first, second, undoOf(first, stamp())]));
    expect(desk.last(10).map((entry) => entry.entry_id)).toEqual([second.entry_id, first.entry_id]);
    expect(desk.undone.has(first.entry_id)).toBe(true);
  });

  it('knows what is being written to the disk: duplicates and totals', () => {
    const desk = new Desk();
    const watch = { ...product(1), is_serial_number: true };
    expect(desk.counted([scan(1, 1, 'A')]).serialAt(watch, 'A')).not.toBeNull();
    expect(desk.counted([]).serialAt(watch, 'A')).toBeNull();
    expect(desk.totalNow(1, [scan(1, 3), scan(2)])).toBe(3);
    expect(desk.totalNow(1, [])).toBeNull();
    expect(desk.totalNow(1, [scan(1, 0)])).toBe(0);
  });
});
