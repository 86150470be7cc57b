/** The feet of a list that is taken out: sums over the rows that are on the paper or in the sheet. */
import { decimalsOf, isNumeric, kindOf, type ListColumn } from './columns.tsx';

/** Whether its foot is a total; that of words says how many rows there are. */
export const isTotalled = <Row>(column: ListColumn<Row, never>): boolean =>
  column.foot !== undefined && isNumeric(kindOf(column));

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
