/** Number plates, however they are typed (areas 2, "Fields used everywhere"). */
import { expect, it } from 'vitest';
import { PLATE, plateOf } from '../../contract/plate.ts';

it.each([
  ['01 A 123 BC', '01 A 123 BC'],
  ['01a123bc', '01 A 123 BC'],
  ['30 118 EBA', '30 118 EBA'],
  ['30-118-eba', '30 118 EBA'],
])('%s is a plate', (typed, stored) => {
  expect(plateOf(typed)).toBe(stored);
  expect(PLATE.test(stored)).toBe(true);
});

it.each(['A 123 BC', '01 А 123 ВС', '01 A 123 B', '01 A 123 BCD', '01 123 AB', ''])('%j is none and stays', (typed) => {
  expect(plateOf(typed)).toBe(typed);
  expect(PLATE.test(typed)).toBe(false);
});
