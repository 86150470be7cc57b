import { expect, test } from 'vitest';
import { COLUMNS } from '../../machines/invoiceWorkspace/rows.ts';
import { columnsIn, leastOf, widthOf } from '../../src/pages/invoices/window/fitting.ts';

test('a grid without a pane beside it has every column; the rate only where a line needs it', () => {
  expect(columnsIn(true, null)).toEqual(COLUMNS);
  expect(columnsIn(false, null)).toEqual(COLUMNS.filter((column) => column !== 'currency_change'));
});

test('beside a pane whole columns give way until the others fit, labels first, goods and their count last', () => {
  for (const foreign of [false, true])
    for (let room = 17; room < 80; room += 0.5) expect(widthOf(columnsIn(foreign, room))).toBeLessThanOrEqual(room);
  expect(columnsIn(false, 65)).not.toContain('print');
  expect(columnsIn(false, 65)).not.toContain('print_count');
  expect(columnsIn(false, 65)).toContain('serials');
  expect(columnsIn(true, 17)).toEqual(['number', 'product', 'count']);
  expect(columnsIn(true, 1)).toEqual(['number', 'product']);
});

test('a grid that scrolls sideways leaves its names room; one that fits beside a pane needs no more than its columns', () => {
  const columns = columnsIn(false, null);
  expect(leastOf(columns, false)).toBeGreaterThan(widthOf(columns));
  expect(leastOf(columns, true)).toBe(widthOf(columns));
});
