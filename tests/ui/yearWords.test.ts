/** A year is a number without the space of thousands: in words, and in a cell of a list. */
import { expect, it } from 'vitest';
import { quantity, year } from '../../contract/directory/fields.ts';
import { columnOf } from '../../src/directory/columns.tsx';
import { wordsOf } from '../../src/directory/values.ts';
import type { Text } from '../../src/i18n/index.ts';

const t = ((key: string) => key) as Text;

it('is written as people write it, unlike a figure', () => {
  expect(wordsOf('year', year(), 2022, t, 'uz')).toBe('2022');
  expect(wordsOf('year', quantity(), 2022, t, 'uz')?.length).toBe('2 022'.length);
  const { value, kind } = columnOf('year', year(), t, 'uz');
  expect([value({ year: 2022 } as never), kind]).toEqual(['2022', 'code']);
});
