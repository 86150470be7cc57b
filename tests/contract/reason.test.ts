/** What counts as a reason: letters, and more than one. */
import { expect, it } from 'vitest';
import { reason } from '../../contract/common.ts';
import { STUCK_LETTERS, saysWhy } from '../../contract/reason.ts';

it.each([
  ['Xato', true],
  ['Yoʻq', true],
  ['брак', true],
  ['№ 45: qaytdi', true],
  ['', false],
  ['   ', false],
  ['x', false],
  ['oq', false],
  ['xxx', false],
  ['Aaaaaa', false],
  ['а а а а', false],
  ['...', false],
  ['12345', false],
])('%j is a reason: %s', (written, is) => {
  expect(saysWhy(written)).toBe(is);
  expect(reason().safeParse(written).success).toBe(is);
});

it('asks for ten letters where documents stay with nobody', () => {
  expect(saysWhy('Ishdan ketdi', STUCK_LETTERS)).toBe(true);
  expect(saysWhy('Ishdan ke', STUCK_LETTERS)).toBe(false);
  expect(saysWhy('aaaaaaaaaaaa', STUCK_LETTERS)).toBe(false);
});

it('is no longer than its field', () => {
  expect(reason(10).safeParse('Bozorda narx tushdi').success).toBe(false);
});
