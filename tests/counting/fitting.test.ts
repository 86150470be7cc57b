import { expect, test } from 'vitest';
import { GIVING_WAY, linesIn, shownIn } from '../../src/pages/counting/act/fitting.ts';

test('a matrix without a pane beside it has every column', () => {
  expect(shownIn(null, 9)).toEqual(GIVING_WAY);
});

test('beside a pane whole columns give way, money first, the counts of all people together last', () => {
  expect(shownIn(45, 4)).toEqual(GIVING_WAY);
  expect(shownIn(40, 4)).toEqual(['difference', 'residue', 'counts']);
  expect(shownIn(35, 4)).toEqual(['residue', 'counts']);
  expect(shownIn(30, 4)).toEqual(['counts']);
  expect(shownIn(20, 4)).toEqual([]);
  // columns are wider in a wider place
  expect(shownIn(56, 6)).toEqual(GIVING_WAY);
  expect(shownIn(57, 6)).toEqual(['difference', 'residue', 'counts']);
});

test('names take further lines where figures leave them no room', () => {
  expect(linesIn(85, GIVING_WAY, 2)).toBe(1);
  expect(linesIn(46, GIVING_WAY, 2)).toBe(2);
  expect(linesIn(24, GIVING_WAY, 2)).toBe(3);
  expect(linesIn(24, [], 2)).toBe(2);
  expect(linesIn(14, [], 2)).toBe(3);
});
