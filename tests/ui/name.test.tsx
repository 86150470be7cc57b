/** Names that differ at their end: what a column that has no room for them keeps. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { area, text } from '../../contract/directory/fields.ts';
import { columnOf } from '../../src/directory/columns.tsx';
import { DataTable } from '../../src/ui/DataTable.tsx';
import { cellOf, type ListColumn, lettersOf } from '../../src/ui/list/columns.tsx';
import { Name, TwoLines } from '../../src/ui/Name.tsx';

afterEach(cleanup);

const FIRM = 'Afrosiyob Import Eksport «Yunusobod»';
const END = '«Yunusobod»';
const ends = () => [...document.querySelectorAll('.name-end')].map(({ textContent }) => textContent);

const column = (over: Partial<ListColumn<string>>): ListColumn<string> => ({
  ...{ key: 'firm', title: 'Firma', value: (row) => row, cut: true },
  ...over,
});

it.each([
  ['its value', column({})],
  ['words that the page draws', column({ cell: (row) => row })],
  ['secondary words', column({ side: true })],
  ['both of two lines', column({ cell: (row) => <TwoLines first={row} second={row} /> })],
])('a column of names keeps the end of %s', (_, declared) => {
  render(cellOf(declared, FIRM, 'uz'));
  expect(ends()[0]).toBe(END);
  expect(new Set(ends()).size).toBe(1);
});

it('what is read from its beginning loses its end', () => {
  render(cellOf(column({ cut: 'words' }), FIRM, 'uz'));
  expect(ends()).toEqual([]);
  expect(document.querySelector('[title]')?.textContent).toBe(FIRM);
});

it.each([
  ['Отпуск CHL-26-0948', 'CHL-26-0948'],
  ['Sotuv CHL-K-26-6919', 'CHL-K-26-6919'],
  ['Kirim № 12 / 3', '№ 12 / 3'],
  ['Televizor Artel FC-325', null],
])('of "%s" the number is not cut, the words before it are', (title, number) => {
  render(<Name>{title}</Name>);
  expect(document.querySelector('.name-end.number')?.textContent ?? null).toBe(number);
});

it('a column keeps room for the longest of its words, one with a width of its own for that, and others for none', () => {
  const rows = ['Artel', FIRM];
  expect(lettersOf(column({}), rows)).toBe(FIRM.length);
  expect(lettersOf(column({ value: () => 'Savdo zali', width: '10rem' }), rows)).toBe(20);
  expect(lettersOf({ key: 'firm', title: 'Firma', value: (row) => row }, rows)).toBe(0);
  expect(lettersOf(column({}), [])).toBe(0);
});

it('a table that is no list keeps ends too', () => {
  const columns = [{ key: 'firm', title: 'Firma', cut: true as const, cell: (row: string) => row }];
  render(<DataTable label="Firmalar" columns={columns} rows={[FIRM]} rowKey={(row) => row} />);
  expect(ends()).toEqual([END]);
});

it('a directory declares its names so, and its sentences as what they are', () => {
  const t = vi.fn(String) as never;
  expect(columnOf('name', text(80), t, 'uz').cut).toBe(true);
  expect(columnOf('note', area(500), t, 'uz').cut).toBe('words');
});
