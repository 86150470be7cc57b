import { expect, it } from 'vitest';
import { answerKey, isAccepted } from '../../machines/staffTest/answerKey.ts';

const alike = (one: string, other: string) => answerKey(one) === answerKey(other);

it.each([
  ['-5', '5'],
  ['C++', 'c'],
  ['3,5', '35'],
  ['50 %', '50'],
  ['1/2', '12'],
  ['1 000', '100'],
  ['1 2 3', '123'],
  ['12 34', '1234'],
])('%s is not %s', (one, other) => expect(alike(one, other)).toBe(false));

it.each([
  ['Toshkent sh.', 'тошкент ш'],
  ['oʻn besh', "O'N  BESH"],
  ['3,5', '3.5'],
  ['−5', '-5'],
  ['50%', '50 %'],
  ['e-mail', 'E mail'],
  ['va / yoki', 'va yoki'],
  ['1 000 000', '1000000'],
  ['1\u00a0000 soʻm', '1000 soʻm'],
  ['12 000,5', '12000.5'],
])('%s is %s', (one, other) => expect(alike(one, other)).toBe(true));

it('signs alone can be compared, other punctuation cannot', () => {
  expect(answerKey('%')).not.toBe('');
  expect(answerKey(' … ')).toBe('');
});

it.each([
  ['naqd', 'тфйв'],
  ['наличные', 'yfkbxyst'],
  ['Oʻn besh', 'ўн беш'],
  ['oʻn besh', "щ'т иуыр"],
  ['20:00', '20:00'],
  ['10 кг', '10 ru'],
])('%s is accepted as %s', (accepted, words) => expect(isAccepted(['boshqa', accepted], words)).toBe(true));

it.each([
  ['naqd', 'nasiya'],
  ['5', '-5'],
  ['', ''],
  ['…', '!'],
])('%s is not accepted as %s', (accepted, words) => expect(isAccepted([accepted], words)).toBe(false));
