/** What of the lines waits for the person, where the chips lead, and what the foot of the grid adds up. */
import { describe, expect, it } from 'vitest';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { MODEL_LINE } from '../../machines/invoiceWorkspace/invoiceWorkspace.model.ts';
import { figuresOf, type LineDraft, productOf } from '../../machines/invoiceWorkspace/lines.ts';
import { asStored, type GridRow, rowsOf } from '../../machines/invoiceWorkspace/rows.ts';
import { nextAfter, problemsOf, standingOf, unsavedOf } from '../../src/pages/invoices/window/problems.ts';
import { totalsOf } from '../../src/pages/invoices/window/totals.ts';

const CURRENCIES = [
  { id: 1, abbrevation: 'UZS', rate: 1 },
  { id: 2, abbrevation: 'USD', rate: 12_000 },
];

const lineOf = (id: number, more: Partial<InputProduct> = {}): InputProduct => ({
  ...MODEL_LINE,
  id,
  position: id,
  currency_id: 1,
  currency: { abbrevation: 'UZS' },
  value: 100_000,
  count: 2,
  selling_price: 130_000,
  ...more,
});

function draftOf(line: InputProduct, figures: Partial<LineDraft['figures']>, more: Partial<LineDraft> = {}): LineDraft {
  return {
    key: String(line.id),
    lineId: line.id,
    version: line.version,
    position: line.position,
    product: productOf(line),
    base: figuresOf(line),
    figures: { ...figuresOf(line), ...figures },
    removed: false,
    serials: 0,
    gone: false,
    check: true,
    faults: {},
    warned: false,
    theirs: null,
    idem: `k-${line.id}`,
    undoing: false,
    was: [],
    turn: 1,
    ...more,
  };
}

const rowsWith = (lines: readonly InputProduct[], drafts: readonly LineDraft[] = []): GridRow[] =>
  rowsOf(lines, Object.fromEntries(drafts.map((draft) => [draft.key, draft])), {});

describe('a line waits for the person', () => {
  const line = lineOf(1);
  it.each([
    ['saved', [], 'good'],
    ['changed and about to be saved', [draftOf(line, { count: 3 })], 'good'],
    ['removed', [draftOf(line, { count: 0 }, { removed: true })], 'good'],
    ['a figure is empty', [draftOf(line, { value: null })], 'empty'],
    ['a zero where the price is divided by it', [draftOf(line, { no_cash: 0 })], 'error'],
    ['a zero beside an empty figure', [draftOf(line, { no_cash: 0, value: null })], 'error'],
    ['a markup below zero', [draftOf(line, { additional: -1 })], 'error'],
    ['no markup is none of it', [draftOf(line, { additional: 0, other_additional: 0 })], 'good'],
    ['refused', [draftOf(line, {}, { faults: { count: ['Juda koʻp'] } })], 'error'],
    ['warned of', [draftOf(line, {}, { faults: { selling_price: ['Past'] }, warned: true })], 'warned'],
    ['removed by somebody', [draftOf(line, {}, { gone: true })], 'gone'],
    ['saved by somebody meanwhile', [draftOf(line, {}, { theirs: line })], 'theirs'],
    ['removed here and saved by somebody', [draftOf(line, {}, { theirs: line, removed: true })], 'theirs'],
  ] as const)('%s', (_, drafts, standing) => {
    const [row] = rowsWith([line], drafts);
    expect(row && standingOf(row)).toBe(standing);
  });
});

describe('chips', () => {
  const serial = { ...MODEL_LINE.product_variant, is_serial_number: true };
  const lines = [
    lineOf(1),
    lineOf(2),
    lineOf(3, { product_variant: serial, serials: { saved: 1, needed: 2 } }),
    lineOf(4),
    lineOf(5, { product_variant: serial, serials: { saved: 2, needed: 2 } }),
    lineOf(6),
  ];
  const [first, second, third, fourth, , sixth] = lines as [InputProduct, ...InputProduct[]];
  const rows = rowsWith(lines, [
    draftOf(first, {}, { faults: { selling_price: ['Past'] }, warned: true }),
    draftOf(third as InputProduct, {}, { theirs: third as InputProduct }),
    draftOf(second as InputProduct, {}, { faults: { line: ['Takror'] } }),
    draftOf(fourth as InputProduct, { no_cash: 0 }),
    draftOf(sixth as InputProduct, { count: null }),
  ]);

  it('name each line with the cell that is the matter', () => {
    const found = problemsOf(rows);
    expect(found.errors.map(({ row, column }) => [row, column])).toEqual([
      [1, 'product'],
      [3, 'no_cash'],
    ]);
    expect(found.warnings.map(({ row, column }) => [row, column])).toEqual([[0, 'selling_price']]);
    expect(found.conflicts.map(({ row }) => row)).toEqual([2]);
    expect(found.empty.map(({ row, column }) => [row, column])).toEqual([[5, 'count']]);
    expect(found.serials.map(({ row, column }) => [row, column])).toEqual([[2, 'serials']]);
  });

  it('are one list of what is not saved, in the order of the lines', () => {
    expect(unsavedOf(problemsOf(rows)).map(({ row }) => row)).toEqual([0, 1, 2, 3]);
  });

  it('lead from one to the next, and from the last to the first', () => {
    const { errors } = problemsOf(rows);
    expect([0, 1, 2, 3, 5].map((at) => nextAfter(errors, at)?.row)).toEqual([1, 3, 3, 1, 1]);
    expect(nextAfter([], 0)).toBeUndefined();
  });
});

describe('the foot', () => {
  const dollars = { currency_id: 2, currency: { abbrevation: 'USD' } };
  it('adds up what is saved and what is typed, each currency for itself', () => {
    const lines = [
      lineOf(1),
      lineOf(2, { ...dollars, value: 0.1, count: 3, selling_price: 1_000 }),
      lineOf(3, { ...dollars, value: 0.7, count: 1, selling_price: 9_000 }),
    ];
    const [first] = lines as [InputProduct];
    expect(totalsOf(rowsWith(lines, [draftOf(first, { count: 5 })]), CURRENCIES)).toEqual({
      lines: 3,
      leftOut: 0,
      units: 9,
      cost: { UZS: 500_000, USD: 1 },
      selling: 5 * 130_000 + 3_000 + 9_000,
      serials: { saved: 0, needed: 0 },
    });
  });

  it('sums what the server has once lines are not written any more; labels are still chosen', () => {
    const lines = [lineOf(1), lineOf(2), lineOf(3)];
    const [first, second, third] = lines as [InputProduct, InputProduct, InputProduct];
    const refused = draftOf(first, { value: 777_777, count: 9 }, { faults: { '': ['Hozir mumkin emas'] } });
    const labelled = draftOf(third, { print: true, print_count: 4 });
    const rows = asStored(rowsWith(lines, [refused, draftOf(second, {}, { removed: true }), labelled]));
    expect(rows[0]).toMatchObject({ draft: null, figures: { value: first.value, count: first.count } });
    expect(rows[2]).toMatchObject({ draft: labelled, figures: { print: true, print_count: 4 } });
    const stored = lines.reduce((sum, { count }) => sum + count, 0);
    expect(totalsOf(rows, CURRENCIES)).toMatchObject({ lines: 3, leftOut: 0, units: stored });
  });

  it('leaves out lines with errors and says how many; removed ones are no lines', () => {
    const lines = [lineOf(1), lineOf(2), lineOf(3), lineOf(4)];
    const [first, second, third] = lines as [InputProduct, InputProduct, InputProduct];
    const rows = rowsWith(lines, [
      draftOf(first, { no_cash: 0 }),
      draftOf(second, { value: null }),
      draftOf(third, {}, { removed: true }),
    ]);
    expect(totalsOf(rows, CURRENCIES)).toMatchObject({ lines: 3, leftOut: 2, units: 2, selling: 260_000 });
  });
});
