/** The foot of a list that is taken out, and differences before they are netted: on paper, in Excel, in a dialog. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ActDetails } from '../../contract/counting/acts.ts';
import type { CountRow } from '../../contract/counting/matrix.ts';
import counting from '../../locales/uz/counting.json' with { type: 'json' };
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import { Differences } from '../../src/pages/counting/act/Differences.tsx';
import { PrintSheet } from '../../src/pages/counting/act/PrintSheet.tsx';
import type { ListColumn } from '../../src/ui/list/columns.tsx';
import { listSheet } from '../../src/ui/list/excel.ts';
import { PrintList } from '../../src/ui/list/PrintList.tsx';
import type { List } from '../../src/ui/list/useList.ts';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 7, fullname: 'Kim Yelena', rules: {}, favorite_pages: [] }),
}));

beforeAll(() => loadTexts('kit', 'counting', 'common', 'machines/countingAct').then(() => {}));
afterEach(cleanup);

interface Invoice {
  id: number;
  state: 'confirmed' | 'cancelled';
  som: number | null;
  usd: number;
}
const columns: ListColumn<Invoice>[] = [
  { key: 'id', title: '№', kind: 'code', value: ({ id }) => String(id) },
  { key: 'som', title: 'Summa, soʻm', kind: 'sum', value: ({ som }) => som, foot: () => null },
  { key: 'usd', title: 'Summa, USD', kind: 'sum', decimals: 2, value: ({ usd }) => usd, foot: () => null },
  // a figure without a foot is not summed: a rate, a year
  { key: 'rate', title: 'Kurs', kind: 'number', value: () => 12_000 },
  { key: 'net', title: 'Farq', kind: 'sum', signed: true, hidden: 'screen', value: ({ som }) => som, foot: () => null },
];
const rows: Invoice[] = [
  { id: 1, state: 'confirmed', som: 1_000, usd: 0.1 },
  { id: 2, state: 'confirmed', som: null, usd: 0.2 },
  { id: 3, state: 'cancelled', som: 5_000, usd: 7 },
];
const counts = ({ state }: Invoice) => state === 'confirmed';

const texts = (row: HTMLElement) => [...row.children].map(({ textContent }) => textContent);
const plain = (words: string | null) => words?.replace(/[\u202f\u00a0]/g, ' ');

it('Excel has the sums of what counts past a blank row, with what is left out', () => {
  const sheet = listSheet(columns, rows, { title: 'Jami', counts, words: 'bekor qilingan 1 ta' });
  const values = sheet.slice(4).map((row) => row?.map((cell) => (cell as { value?: unknown } | null)?.value ?? null));
  expect(values).toEqual([[], ['Jami', 1_000, 0.3, null, 1_000], ['bekor qilingan 1 ta']]);
  expect(listSheet(columns, rows)).toHaveLength(4);
});

it('paper has the same sums of its rows, and the columns that the screen has no room for', () => {
  const list = {
    columns,
    shown: columns.filter(({ hidden }) => hidden === undefined),
    filters: [],
    total: 3,
    rowKey: ({ id }: Invoice) => id,
    summed: { counts, leftOut: () => null, leftOutOf: (of: readonly Invoice[]) => `qoldi ${of.length - 2}` },
  } as unknown as List<Invoice>;
  render(<PrintList list={list} title="Fakturalar" rows={rows} cut={false} />);
  expect(screen.getAllByRole('columnheader').at(-1)?.textContent).toBe('Farq');
  const foot = screen.getByRole('rowheader', { name: kit.list.total }).closest('tr') as HTMLElement;
  expect(texts(foot).map(plain)).toEqual([kit.list.total, '1 000', '0,30', '', '+1 000']);
  expect(screen.getByText('qoldi 1')).toBeTruthy();
});

it('paper without a total says nothing of what totals leave out', () => {
  const list = {
    ...{ columns, shown: columns.slice(0, 1), filters: [], total: 3, rowKey: ({ id }: Invoice) => id },
    summed: { counts, leftOut: () => null, leftOutOf: () => 'qoldi' },
  };
  const hidden = { ...list, columns: columns.slice(0, 1) } as unknown as List<Invoice>;
  render(<PrintList list={hidden} title="Fakturalar" rows={rows} cut={false} />);
  expect(screen.queryByText('qoldi')).toBeNull();
});

const counted = (id: number, over: Partial<CountRow>): CountRow => ({
  product_variant: { id, title: `Tovar ${id}`, sku: `S${id}`, barcode: null, is_serial_number: false },
  residue: 10,
  cost: 1_000,
  counts: {},
  final_count: null,
  difference: null,
  difference_sum: null,
  moved_since: 0,
  count_commentaries: [],
  manual: null,
  disagreement: false,
  keep: null,
  elsewhere: [],
  version: 0,
  ...over,
});
/** Two of 1,000 missing, one of 3,000 over, and ten that nobody counted. */
const ofAct = [
  counted(1, { final_count: 8, difference: -2, difference_sum: -2_000 }),
  counted(2, { final_count: 11, difference: 1, difference_sum: 3_000, cost: 3_000 }),
  counted(3, {}),
];
const { matrix } = counting;

it('the printed act has shortage and surplus before the difference, and says what has none', () => {
  const act = {
    ...{
      number: 'S-1',
      organization: 'Chilonzor',
      comment: '',
      status: 'counted',
      blind: true,
      not_counted: 1,
      categories: [],
    },
    ...{ created_at: '2026-11-21T05:51:38.000Z', created_by: { id: 1, fullname: 'Kim' }, moments: {} },
  } as unknown as ActDetails;
  render(<PrintSheet act={act} printed={{ lines: 'all', rows: ofAct, counters: [] }} />);
  const foot = [matrix.shortage, matrix.surplus, matrix.total].map((name) =>
    texts(screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement).map(plain),
  );
  expect(foot).toEqual([
    [matrix.shortage, '−2', '−2 000 soʻm', ''],
    [matrix.surplus, '+1', '+3 000 soʻm', ''],
    [matrix.total, '30', '19', '−1', '+1 000 soʻm', ''],
  ]);
  expect(screen.getByText(matrix.leftOut_one.replace('{{figure}}', '1').replace('{{residue}}', '10'))).toBeTruthy();
});

it('dialogs of completing and forming show both sides and the difference', () => {
  const sums = { shortage: -2, surplus: 1, difference: -1 };
  const act = { ...sums, shortage_sum: -2_000, surplus_sum: 3_000, difference_sum: 1_000 } as ActDetails;
  render(<Differences act={act} />);
  expect(
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => texts(row).map(plain)),
  ).toEqual([
    [matrix.shortage, '−2', '−2 000'],
    [matrix.surplus, '+1', '+3 000'],
    [matrix.difference, '−1', '+1 000'],
  ]);
});
