/** The matrix out to Excel whole: the written file is read back. */
import { readSheet } from 'read-excel-file/node';
import { expect, it } from 'vitest';
import type { ActDetails } from '../../contract/counting/acts.ts';
import type { Counter } from '../../contract/counting/counters.ts';
import type { CountRow } from '../../contract/counting/matrix.ts';
import type { Text } from '../../src/i18n/index.ts';
import { cellsOf, matrixFile } from '../../src/pages/counting/act/excel.ts';

/** What Excel holds in one cell. */
const MOST = 32_767;

const act = {
  number: 'S-000214',
  organization: 'Chilonzor',
  created_at: '2026-11-21T05:51:38.000Z',
  categories: [],
} as unknown as ActDetails;
const counters = [{ id: 7, title: '1', user: { id: 4, fullname: 'J. Abdullayev' } }] as Counter[];

const row = (id: number, over: Partial<CountRow>): CountRow => ({
  product_variant: { id, title: `Tovar ${id}`, sku: `S${id}`, barcode: null, is_serial_number: false },
  residue: 4,
  cost: 1000,
  counts: { 7: 0 },
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

const comment = (text: string): CountRow['count_commentaries'][number] => ({
  id: 1,
  product_variant_id: 1,
  comment: text,
  file: null,
  created_at: act.created_at,
  updated_at: null,
  created_by: { id: 1, fullname: 'Dilnoza' },
});

async function written(rows: CountRow[], of = act): Promise<(string | number | null)[][]> {
  const text: Text = (key, values) => [key, values?.categories].filter(Boolean).join(' ');
  const blob = await matrixFile(of, rows, counters, text, 'ru');
  return (await readSheet(Buffer.from(await blob.arrayBuffer()))) as (string | number | null)[][];
}

it('says in its head what the act is limited to, in the language that is read', async () => {
  const categories = [
    { id: 3, name_uz: 'Smartfonlar', name_ru: 'Смартфоны' },
    { id: 9, name_uz: 'Planshetlar', name_ru: 'Планшеты' },
  ];
  const [[limited] = []] = await written([row(1, {})], { ...act, categories });
  expect(limited).toMatch(/ · act\.only Смартфоны, Планшеты$/);
  const [[everything] = []] = await written([row(1, {})]);
  expect(everything).not.toContain('act.only');
});

it('cuts nothing: what one cell cannot hold goes on in further columns', async () => {
  const comments = Array.from({ length: 60 }, (_, at) => comment(`${at} ${'izoh '.repeat(399)}`.trim()));
  const serials = Array.from({ length: 900 }, (_, at) => `SN-${String(at).padStart(60, '0')}`);
  const [, heads = [], full = [], plain = []] = await written([
    row(1, { count_commentaries: comments, elsewhere: serials }),
    row(2, { count_commentaries: [comment('vitrinada')], elsewhere: ['SN-1', 'SN-2'] }),
  ]);
  for (const cell of full) expect(String(cell ?? '').length).toBeLessThanOrEqual(MOST);
  const under = (head: string) =>
    heads.flatMap((one, at) => (String(one).startsWith(head) && full[at] ? [String(full[at])] : []));
  expect(under('tabs.comments').length).toBeGreaterThan(1);
  expect(under('tabs.comments').join('\n')).toBe(comments.map((one) => `Dilnoza: ${one.comment}`).join('\n'));
  expect(under('matrix.elsewhere').join(', ')).toBe(serials.join(', '));
  expect(heads.slice(11)).toEqual([
    'matrix.movedSince',
    'matrix.elsewhere',
    'matrix.elsewhere 2',
    'tabs.comments',
    'tabs.comments 2',
    'tabs.comments 3',
    'tabs.comments 4',
  ]);
  expect(plain.slice(11)).toEqual([null, 'SN-1, SN-2', null, 'Dilnoza: vitrinada', null, null, null]);
});

it('keeps blanks blank and zeros zeros, in one column each where that is enough', async () => {
  const [, heads = [], first = []] = await written([row(1, { moved_since: 3, difference: -4 })]);
  expect(heads).toHaveLength(14);
  expect(first.slice(0, 12)).toEqual([1, 'Tovar 1', 'S1', null, 0, 4, null, null, -4, 1000, null, 3]);
});

it('joins texts into as few cells as hold them, also where a cell has too many lines', () => {
  expect(cellsOf([], ', ')).toEqual([]);
  expect(cellsOf(['a', 'b'], ', ')).toEqual(['a, b']);
  expect(cellsOf(['a'.repeat(MOST), 'b'], ', ')).toEqual(['a'.repeat(MOST), 'b']);
  const lines = Array.from({ length: 300 }, (_, at) => String(at)).join('\n');
  const cells = cellsOf(['a', lines], '\n');
  expect(cells[0]).toBe('a');
  expect(cells.slice(1).join('')).toBe(lines);
  for (const cell of cells) expect(cell.split('\n').length).toBeLessThanOrEqual(254);
});
