/** The feet of a list that is taken out: sums over the rows that are on the paper or in the sheet. */
import { decimalsOf, kindOf, type ListColumn } from './columns.tsx';

/** Of a column of figures that has a foot; null of any other. */
export function totalOf<Row>(
  column: ListColumn<Row, never>,
  rows: readonly Row[],
  counts: (row: Row) => boolean,
): number | null {
  const [first] = rows;
  const kind = kindOf(column);
  if (column.foot === undefined || (kind !== 'number' && kind !== 'sum') || first === undefined) return null;
  const figures = rows.map((row) => (counts(row) ? column.value(row) : null));
  const total = figures.reduce<number>((sum, figure) => sum + (typeof figure === 'number' ? figure : 0), 0);
  return Number(total.toFixed(decimalsOf(column, first)));
}
