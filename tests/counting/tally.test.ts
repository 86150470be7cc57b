import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  entriesToTotal,
  entryOf,
  isCounted,
  type Stamp,
  serialsOf,
  type TakenEntry,
  Tally,
  undoOf,
} from '../../machines/countingWorkspace/tally.ts';

let ids = 0;
const stamp: Stamp = { id: () => `id-${++ids}`, at: '2026-11-21T05:51:38.000Z' };
const scan = (productId: number, count = 1, serial?: string) =>
  entryOf({ productId, count, source: 'scan', serial }, stamp);

const tallied = (...entries: TakenEntry[]) => {
  const tally = new Tally();
  for (const entry of entries) tally.add(entry);
  return tally;
};

describe('tally', () => {
  it('sums entries, and distinguishes blank from zero', () => {
    const tally = tallied(scan(1), scan(1, 12), scan(2, 0));
    expect(tally.totalOf(1)).toBe(13);
    expect(tally.totalOf(2)).toBe(0);
    expect(tally.totalOf(3)).toBeNull();
    expect([tally.counted, tally.units]).toEqual([2, 13]);
  });

  it('leaves a product blank when its entry is taken back', () => {
    const first = scan(1);
    const tally = tallied(first, undoOf(first, stamp));
    expect(tally.totalOf(1)).toBeNull();
    expect(tally.counted).toBe(0);
  });

  it('keeps serial numbers, and lets one be scanned again after undo', () => {
    const first = scan(1, 1, 'A');
    const tally = tallied(first, scan(1, 1, 'B'));
    expect(tally.countedAt(1, 'A')).toBe(stamp.at);
    expect(tally.holderOf('A')).toBe(1);
    tally.add(undoOf(first, stamp));
    expect(tally.countedAt(1, 'A')).toBeNull();
    expect(tally.holderOf('A')).toBeNull();
    expect(serialsOf(tally.lines.get(1))).toEqual(['B']);
  });

  it('knows a serial number however it is spelt, in older entries of this disk too', () => {
    expect(scan(1, 1, 'abc 1').serial_number).toBe('ABC1');
    const older: TakenEntry = { ...scan(1, 1, 'A'), serial_number: 'abc-1' };
    const tally = tallied(older);
    expect(tally.countedAt(1, 'ABC-1')).toBe(stamp.at);
    expect(tally.countedAt(1, 'Abc-1')).toBe(stamp.at);
    expect(tally.holderOf('aBC-1')).toBe(1);
    expect(serialsOf(tally.lines.get(1))).toEqual(['ABC-1']);
    tally.add(undoOf(older, stamp));
    expect(tally.countedAt(1, 'abc-1')).toBeNull();
  });

  it('puts the product of the last entry last', () => {
    const tally = tallied(scan(1), scan(2), scan(1));
    expect([...tally.lines.keys()]).toEqual([2, 1]);
  });

  it('is as if a refused entry had never been, in any order', () => {
    const entry = fc.record({ product: fc.integer({ min: 1, max: 3 }), count: fc.integer({ min: 0, max: 5 }) });
    fc.assert(
      fc.property(fc.array(entry), fc.array(entry), (kept, refused) => {
        const left = kept.map(({ product, count }) => scan(product, count));
        const gone = refused.map(({ product, count }) => scan(product, count));
        const tally = tallied(...gone, ...left);
        for (const one of gone) tally.remove(one);
        const plain = tallied(...left);
        for (const id of [1, 2, 3]) expect(tally.totalOf(id)).toBe(plain.totalOf(id));
        expect([tally.units, tally.counted]).toEqual([plain.units, plain.counted]);
      }),
    );
  });
});

describe('a typed total', () => {
  it('sends the difference, and a zero that stays a zero', () => {
    const to = (typed: number, now: number | null) =>
      entriesToTotal({ productId: 1, typed, now, source: 'hand' }, stamp).map(({ count }) => count);
    expect(to(12, 5)).toEqual([7]);
    expect(to(3, 5)).toEqual([-2]);
    expect(to(0, 5)).toEqual([-5, 0]);
    expect(to(0, null)).toEqual([0]);
    expect(to(21, null)).toEqual([21]);
    expect(to(5, 5)).toEqual([]);
    expect(to(0, 0)).toEqual([]);
  });

  it('is the total afterwards, whatever was there', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(1000), (counts, typed) => {
        const tally = tallied(...counts.map((count) => scan(1, count)));
        const entries = entriesToTotal({ productId: 1, typed, now: tally.totalOf(1), source: 'hand' }, stamp);
        for (const one of entries) tally.add(one);
        expect(tally.totalOf(1)).toBe(typed);
        expect(isCounted(tally.lines.get(1))).toBe(true);
      }),
    );
  });
});
