import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountRow } from '../../contract/counting/matrix.ts';
import {
  choices,
  disagreeing,
  filterCounts,
  idOf,
  isNotCounted,
  isOverruled,
  likelyCount,
  type MatrixView,
  matrixKeys,
  matrixRows,
  matrixTotals,
  neighbour,
  nextToDecide,
  possibleSum,
  serialUnion,
} from '../../machines/actWorkspace/matrix.ts';

let lastId = 0;
const row = (over: Partial<CountRow> & { title?: string; serial?: boolean } = {}): CountRow => {
  lastId += 1;
  const { title = `Tovar ${lastId}`, serial = false, ...rest } = over;
  return {
    product_variant: { id: lastId, title, sku: `S${lastId}`, barcode: null, is_serial_number: serial },
    residue: 0,
    cost: 1000,
    counts: {},
    final_count: null,
    difference: null,
    difference_sum: null,
    moved_since: 0,
    count_commentaries: [],
    manual: null,
    disagreement: false,
    keep: null,
    elsewhere: [],
    version: 0,
    ...rest,
  };
};

const settled = (difference: number, cost: number, over: Parameters<typeof row>[0] = {}): CountRow =>
  row({ residue: 10, cost, final_count: 10 + difference, difference, difference_sum: difference * cost, ...over });

const view: MatrixView = { filter: 'all', query: '', sort: 'sum', descending: true };
const byTitle = (rows: readonly CountRow[]) => {
  const titles = rows.map((one) => one.product_variant.title);
  const sorted = [...titles].sort();
  return titles.map((title) => sorted.indexOf(title));
};
const show = (rows: CountRow[], over: Partial<MatrixView> = {}) =>
  matrixRows(rows, matrixKeys(rows), { ...view, ...over }, byTitle);

describe('likely count and who differs', () => {
  const disputed = row({ residue: 4, counts: { 1: 4, 2: 4, 3: 3, 4: null }, disagreement: true });

  it('takes the most frequent number and marks the one that differs', () => {
    expect(likelyCount(disputed)).toBe(4);
    expect(disagreeing(disputed)).toEqual(new Set(['3']));
  });

  it('takes the nearest to the residue of two, then the smaller', () => {
    expect(likelyCount(row({ residue: 5, counts: { 1: 9, 2: 5 } }))).toBe(5);
    expect(likelyCount(row({ residue: 4, counts: { 1: 5, 2: 3 } }))).toBe(3);
    expect(likelyCount(row({ counts: { 1: null } }))).toBeNull();
  });

  it('means every counter when the numbers are the same and the serials differ', () => {
    expect(disagreeing(row({ counts: { 1: 2, 2: 2, 3: null }, disagreement: true, serial: true }))).toEqual(
      new Set(['1', '2']),
    );
    expect(disagreeing(row({ counts: { 1: 2, 2: 3 } }))).toEqual(new Set());
  });

  it('weighs an undecided row by the largest difference of its counts, whatever the others say', () => {
    expect(possibleSum(row({ residue: 12, cost: 7_990_000, counts: { 1: 11, 2: 12, 3: 11 } }))).toBe(-7_990_000);
    expect(possibleSum(row({ residue: 2, cost: 8_913_000, counts: { 1: 2, 2: 1 } }))).toBe(-8_913_000);
    expect(possibleSum(row({ residue: 2, counts: { 1: 3, 2: 1, 3: null } }))).toBe(-1000);
    expect(possibleSum(row({ residue: 2, counts: { 1: 5, 2: 1 } }))).toBe(3000);
    expect(possibleSum(row({ residue: 24 }))).toBe(0);
  });

  it('strikes out what a decision set aside', () => {
    expect(isOverruled(row({ manual: 7 }), 6)).toBe(true);
    expect(isOverruled(row({ manual: 7 }), 7)).toBe(false);
    expect(isOverruled(row({ manual: 7 }), null)).toBe(false);
    expect(isOverruled(row(), 6)).toBe(false);
  });
});

describe('filters', () => {
  const blank = row({ residue: 24, counts: { 1: null, 2: null } });
  const zero = row({ residue: 3, counts: { 1: 0 }, final_count: 0, difference: -3, difference_sum: -3000 });
  const disputed = row({ counts: { 1: 1, 2: 2 }, disagreement: true });
  const even = settled(0, 10, { serial: true });
  const moved = settled(-1, 10, { moved_since: -1 });
  const rows = [blank, zero, disputed, even, moved];

  it('does not take a zero for a blank', () => {
    expect(isNotCounted(blank)).toBe(true);
    expect(isNotCounted(zero)).toBe(false);
    expect(isNotCounted(disputed)).toBe(false);
    expect(show(rows, { filter: 'notCounted' })).toEqual([blank]);
  });

  it('counts each filter', () => {
    expect(filterCounts(rows)).toEqual({
      all: 5,
      differences: 2,
      disagreements: 1,
      notCounted: 1,
      serials: 1,
      moved: 1,
      elsewhere: 0,
    });
  });

  it('finds by title, code and barcode, whatever the script', () => {
    const phone = row({ title: 'Smartfon Xiaomi qora' });
    phone.product_variant.barcode = '8806105490137';
    const all = [...rows, phone];
    expect(show(all, { query: 'смартфон' })).toEqual([phone]);
    expect(show(all, { query: '490137' })).toEqual([phone]);
    expect(show(all, { query: 'ыьфкеащт' })).toEqual([phone]);
    expect(show(all, { query: 'televizor' })).toEqual([]);
  });
});

describe('order', () => {
  it('puts the undecided first, then the most money whatever its sign', () => {
    const small = settled(1, 10);
    const loss = settled(-2, 5000);
    const gain = settled(1, 8000);
    const undecided = row({ counts: { 1: 1, 2: 2 }, disagreement: true, cost: 1 });
    expect(show([small, loss, undecided, gain])).toEqual([undecided, loss, gain, small]);
    expect(show([small, loss, undecided, gain], { descending: false })).toEqual([undecided, small, gain, loss]);
  });

  it('puts a row without the figure last, in both directions', () => {
    const none = row({ residue: 1 });
    const one = settled(1, 1);
    const two = settled(2, 1);
    expect(show([none, one, two], { sort: 'final' })).toEqual([two, one, none]);
    expect(show([none, one, two], { sort: 'final', descending: false })).toEqual([one, two, none]);
  });

  it('sorts by title in the alphabet it is given', () => {
    const b = row({ title: 'b' });
    const a = row({ title: 'a' });
    expect(show([b, a], { sort: 'title', descending: false })).toEqual([a, b]);
  });

  it('loses and doubles no row', () => {
    const anyRow = fc.record({
      difference: fc.integer({ min: -5, max: 5 }),
      cost: fc.integer({ min: 0, max: 9 }),
      disagreement: fc.boolean(),
    });
    const sorts = fc.constantFrom('sum', 'difference', 'final', 'residue', 'title') as fc.Arbitrary<MatrixView['sort']>;
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), sorts, fc.boolean(), (some, sort, descending) => {
        const rows = some.map(({ difference, cost, disagreement }) => settled(difference, cost, { disagreement }));
        const shown = show(rows, { sort, descending });
        expect(shown.map(idOf).sort()).toEqual(rows.map(idOf).sort());
      }),
    );
  });
});

it('adds up the filter: blanks add nothing', () => {
  const rows = [
    settled(-2, 100, { counts: { 1: 8, 2: null } }),
    settled(1, 50, { counts: { 1: 11, 2: 11 } }),
    row({ residue: 24, counts: { 1: null, 2: null } }),
  ];
  expect(matrixTotals(rows)).toEqual({
    rows: 3,
    counts: { 1: 19, 2: 11 },
    residue: 44,
    final: 19,
    // two of 100 missing, one of 50 over; the product without a count, 24 of it, is in no difference
    shortage: { units: -2, sum: -200 },
    surplus: { units: 1, sum: 50 },
    difference: { units: -1, sum: -150 },
    open: { rows: 1, residue: 24 },
  });
});

describe('walking', () => {
  const first = row({ disagreement: true });
  const plain = row();
  const second = row({ disagreement: true });
  const rows = [first, plain, second];

  it('goes to the next undecided row, round and round', () => {
    expect(nextToDecide(rows, null)).toBe(idOf(first));
    expect(nextToDecide(rows, idOf(first))).toBe(idOf(second));
    expect(nextToDecide(rows, idOf(second))).toBe(idOf(first));
    expect(nextToDecide([first, plain], idOf(first))).toBeNull();
    expect(nextToDecide([], null)).toBeNull();
  });

  it('steps to a neighbour and stays within', () => {
    expect(neighbour(rows, null, 1)).toBe(idOf(first));
    expect(neighbour(rows, idOf(first), 1)).toBe(idOf(plain));
    expect(neighbour(rows, idOf(first), -1)).toBe(idOf(first));
    expect(neighbour(rows, idOf(second), 1)).toBe(idOf(second));
    expect(neighbour([], null, 1)).toBeNull();
  });
});

it('offers what was entered, the most frequent first', () => {
  const counters = [
    { title: 'Jasur', count: 4 },
    { title: 'Bekzod', count: 3 },
    { title: 'Malika', count: 4 },
    { title: 'Nodira', count: null },
  ];
  expect(choices(counters)).toEqual([
    { count: 4, titles: ['Jasur', 'Malika'] },
    { count: 3, titles: ['Bekzod'] },
  ]);
});

it('gathers serial numbers, found and expected', () => {
  const counters = [
    { id: 1, serial_numbers: ['A', 'B'] },
    { id: 2, serial_numbers: ['B', 'C'] },
  ];
  expect(serialUnion(counters, ['A', 'D'])).toEqual([
    { serial: 'B', found: [1, 2], expected: false },
    { serial: 'A', found: [1], expected: true },
    { serial: 'C', found: [2], expected: false },
    { serial: 'D', found: [], expected: true },
  ]);
});
