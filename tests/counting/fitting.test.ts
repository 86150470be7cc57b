import { expect, test } from 'vitest';
import { figuresOf, GIVING_WAY, linesIn, shownIn } from '../../src/pages/counting/act/fitting.ts';

/** Figures that any column has room for. */
const SHORT = { counter: 0, residue: 0, final: 0, difference: 0, sum: 0 };

test('a matrix without a pane beside it has every column', () => {
  expect(shownIn(null, 9, SHORT)).toEqual(GIVING_WAY);
});

test('beside a pane whole columns give way, money first, the counts of all people together last', () => {
  expect(shownIn(45, 4, SHORT)).toEqual(GIVING_WAY);
  expect(shownIn(40, 4, SHORT)).toEqual(['difference', 'residue', 'counts']);
  expect(shownIn(35, 4, SHORT)).toEqual(['residue', 'counts']);
  expect(shownIn(30, 4, SHORT)).toEqual(['counts']);
  expect(shownIn(20, 4, SHORT)).toEqual([]);
  // columns are wider in a wider place
  expect(shownIn(56, 6, SHORT)).toEqual(GIVING_WAY);
  expect(shownIn(57, 6, SHORT)).toEqual(['difference', 'residue', 'counts']);
});

test('names take further lines where figures leave them no room', () => {
  expect(linesIn(85, GIVING_WAY, 2, SHORT)).toBe(1);
  expect(linesIn(46, GIVING_WAY, 2, SHORT)).toBe(2);
  expect(linesIn(24, GIVING_WAY, 2, SHORT)).toBe(3);
  expect(linesIn(24, [], 2, SHORT)).toBe(2);
  expect(linesIn(14, [], 2, SHORT)).toBe(3);
});

test('long figures make their columns wider, and others give way earlier', () => {
  const side = (units: number, sum: number) => ({ units, sum });
  const totals = { rows: 12, residue: 25_364, final: 1_481_542, open: { rows: 0, residue: 0 } };
  const sides = { shortage: side(-2, -1_404_000), surplus: side(0, 0), difference: side(-2, -1_404_000) };
  const figures = figuresOf({ ...totals, ...sides, counts: { 1: 1_481_542, 2: 123 } });
  // seven digits and two spaces of counts; five digits fit into the narrowest column
  expect(figures.counter).toBeCloseTo(1 + 7 * 0.54 + 2 * 0.2);
  expect(figures.residue).toBeLessThanOrEqual(4.25);
  expect(figures.sum).toBeCloseTo(1.5 + 8 * 0.54 + 2 * 0.2);
  // what is over is written with its sign
  const over = figuresOf({
    ...totals,
    shortage: side(0, 0),
    surplus: side(9_901_192, 1),
    difference: side(9_901_192, 1),
    counts: {},
  });
  expect(over.difference).toBeCloseTo(1 + 8 * 0.54 + 2 * 0.2);
  expect(shownIn(45, 4, SHORT)).toEqual(GIVING_WAY);
  expect(shownIn(45, 4, figures)).toEqual(['difference', 'residue', 'counts']);
  expect(linesIn(46, GIVING_WAY, 2, { ...figures, counter: 9 })).toBe(3);
});
