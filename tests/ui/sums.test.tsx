/** Amounts of several currencies in one cell: on the screen, on paper, in Excel, in order. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { cellOf, compareBy, type ListColumn, wordsOf } from '../../src/ui/list/columns.tsx';
import { listSheet } from '../../src/ui/list/excel.ts';
import { type Amount, amountsOf, Sums } from '../../src/ui/Sums.tsx';

interface Row {
  name: string;
  debts: Record<string, number>;
}

const column: ListColumn<Row> = { key: 'debt', title: 'Qarz', kind: 'sums', value: (row) => amountsOf(row.debts) };
const name: ListColumn<Row> = { key: 'name', title: 'Nomi', value: (row) => row.name };
const both: Row = { name: 'Artel', debts: { USD: 41_360.5, UZS: 12_450_000 } };
const none: Row = { name: 'Chorsu', debts: {} };
const euro: Row = { name: 'Anhor', debts: { EUR: -900.25 } };

afterEach(cleanup);

it('soʻm come first, then the others by their letters', () => {
  expect(amountsOf({ USD: 1, EUR: 2, UZS: 3 }).map(({ currency }) => currency)).toEqual(['UZS', 'EUR', 'USD']);
});

it('each is on a line of its own with its unit, soʻm whole, cents of the others', () => {
  const { container } = render(<Sums amounts={amountsOf(both.debts)} />);
  expect([...container.querySelectorAll('.q')].map((line) => line.textContent)).toEqual([
    '12\u202f450\u202f000soʻm',
    '41\u202f360,50USD',
  ]);
});

it('nothing is a dash, in a cell and in words', () => {
  const { container } = render(<p>{cellOf(column, none, 'uz')}</p>);
  expect(container.textContent).toBe('—');
  expect(wordsOf(column, none, 'uz')).toBe('—');
  expect(render(<Sums amounts={[]} />).container.textContent).toBe('—');
});

it('paper has them in one line', () => {
  expect(wordsOf(column, both, 'uz')).toBe('12\u202f450\u202f000\u00a0soʻm; 41\u202f360,50\u00a0USD');
});

it('Excel gets a column for each currency that occurs, numbers with their digits', () => {
  const [heads, ...rows] = listSheet([name, column], [both, none, euro]);
  expect(heads?.map((cell) => (cell as { value: string }).value)).toEqual([
    'Nomi',
    'Qarz, UZS',
    'Qarz, USD',
    'Qarz, EUR',
  ]);
  const figures = rows.map((row) => row.slice(1).map((cell) => (cell as { value: number } | null)?.value ?? null));
  expect(figures).toEqual([
    [12_450_000, 41_360.5, null],
    [null, null, null],
    [null, null, -900.25],
  ]);
  const formats = rows[0]?.slice(1, 3).map((cell) => (cell as { format: string }).format);
  expect(formats).toEqual(['#,##0', '#,##0.00']);
  // without a row the column is still there
  expect(listSheet([column], [])[0]).toHaveLength(1);
});

it('rows without an amount come last, in both sort directions', () => {
  const amounts = (row: Row): readonly Amount[] => amountsOf(row.debts);
  expect(amounts(none)).toEqual([]);
  for (const descending of [false, true]) expect(compareBy(column, none, both, descending)).toBeGreaterThan(0);
  expect(compareBy(column, euro, both, false)).toBeLessThan(0);
});
