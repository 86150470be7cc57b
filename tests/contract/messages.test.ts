/** SMS parts at the limits of areas 3.5, and the variables of a text. */
import { expect, it } from 'vitest';
import { exampleOf, smsOf, unknownVariable, variablesIn, withPlainApostrophes } from '../../contract/messages.ts';

it.each([
  ['', 0, 0],
  ['a'.repeat(160), 160, 1],
  ['a'.repeat(161), 161, 2],
  ['a'.repeat(306), 306, 2],
  ['a'.repeat(307), 307, 3],
  // a letter of the second alphabet takes two places
  ['€'.repeat(80), 160, 1],
  ['€'.repeat(81), 162, 2],
  ['я'.repeat(70), 70, 1],
  ['я'.repeat(71), 71, 2],
  ['я'.repeat(134), 134, 2],
  ['я'.repeat(135), 135, 3],
  [`oʻ${'a'.repeat(69)}`, 71, 2],
  // a pictogram is two units of UTF-16
  ['😀'.repeat(35), 70, 1],
  // neither is cut by the end of an SMS: its place there stays empty
  [`${'a'.repeat(151)}€${'a'.repeat(153)}`, 306, 2],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 306, 3],
  [`${'a'.repeat(152)}€${'a'.repeat(151)}`, 305, 2],
  [`${'я'.repeat(65)}😀${'я'.repeat(67)}`, 134, 2],
  [`${'я'.repeat(66)}😀${'я'.repeat(66)}`, 134, 3],
])('%#: %s', (text, length, parts) => {
  expect(smsOf(text)).toEqual({ length, parts });
});

it('a plain apostrophe keeps an Uzbek text in the GSM alphabet', () => {
  const text = `Toʻlov uchun rahmat, maʼlumot ${'a'.repeat(60)}`;
  expect(smsOf(text).parts).toBe(2);
  expect(smsOf(withPlainApostrophes(text)).parts).toBe(1);
});

it('finds the variables of a text, and what is none', () => {
  expect(variablesIn('{client}, {sum} va yana {client}')).toEqual(['client', 'sum']);
  expect(exampleOf('{client}: {nothing}', 'ru')).toBe('Алишер Каримов: {nothing}');
  const known = ['client'];
  expect(unknownVariable('Salom, {client}!', known)).toBeNull();
  expect(unknownVariable('{client} {ism}', known)).toBe('{ism}');
  expect(unknownVariable('{client', known)).toBe('{');
  expect(unknownVariable('client}', known)).toBe('}');
  expect(unknownVariable('{}', known)).toBe('{}');
});
