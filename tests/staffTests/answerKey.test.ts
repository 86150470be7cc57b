import { expect, it } from 'vitest';
import { answerKey } from '../../machines/staffTest/answerKey.ts';

const alike = (one: string, other: string) => answerKey(one) === answerKey(other);

it.each([
  ['-5', '5'],
  ['C++', 'c'],
  ['3,5', '35'],
  ['50 %', '50'],
  ['1/2', '12'],
  ['привет', 'ghbdtn'],
])('%s is not %s', (one, other) => expect(alike(one, other)).toBe(false));

it.each([
  ['Toshkent sh.', 'тошкент ш'],
  ['oʻn besh', "O'N  BESH"],
  ['3,5', '3.5'],
  ['−5', '-5'],
  ['50%', '50 %'],
  ['e-mail', 'E mail'],
  ['va / yoki', 'va yoki'],
])('%s is %s', (one, other) => expect(alike(one, other)).toBe(true));

it('signs alone can be compared, other punctuation cannot', () => {
  expect(answerKey('%')).not.toBe('');
  expect(answerKey(' … ')).toBe('');
});
