/** How wide the columns of the line grid are, and which of them fit beside an open pane. */
import { COLUMNS, type Column } from '../../../../machines/invoiceWorkspace/rows.ts';

/** In rem: together so narrow that a screen of 1440 shows them all. The product has the rest, this at least. */
export const WIDTHS: Readonly<Record<Column, number>> = {
  number: 2.75,
  product: 9.5,
  currency_id: 4.375,
  value: 6,
  count: 4,
  no_cash: 4.75,
  additional: 4.875,
  other_additional: 4.875,
  currency_change: 4.875,
  selling_price: 6.375,
  sum: 6.375,
  serials: 4.75,
  print: 1.625,
  print_count: 2.5,
  acts: 2.75,
};

export const widthOf = (columns: readonly Column[]): number => columns.reduce((sum, column) => sum + WIDTHS[column], 0);

/** What a grid that may scroll sideways has at least: names keep their ends, and on a phone the price is seen beside them. */
const SCROLLED = 67;

/** The least width of the grid, in rem. */
export const leastOf = (columns: readonly Column[], beside: boolean): number =>
  beside ? widthOf(columns) : Math.max(SCROLLED, widthOf(columns));

/** Whole columns give way, in this order, those under one heading together: what is worked with is not looked at. */
const GIVING_WAY: readonly (readonly Column[])[] = [
  ['print', 'print_count'],
  ['acts'],
  ['currency_change'],
  ['other_additional'],
  ['additional'],
  ['no_cash'],
  ['serials'],
  ['currency_id'],
  ['sum'],
  ['selling_price'],
  ['value'],
  ['count'],
];

/**
 * @param foreign some line has a currency whose rate counts
 * @param room in rem, beside an open pane; null where the grid may scroll sideways
 */
export function columnsIn(foreign: boolean, room: number | null): readonly Column[] {
  let columns: readonly Column[] = foreign ? COLUMNS : COLUMNS.filter((column) => column !== 'currency_change');
  for (const gone of GIVING_WAY) {
    if (room === null || widthOf(columns) <= room) break;
    columns = columns.filter((column) => !gone.includes(column));
  }
  return columns;
}
