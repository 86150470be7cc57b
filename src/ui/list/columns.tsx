/** Columns of a list, declared once: what the table shows, what is sorted, what Excel and paper get. */
import type { ReactNode } from 'react';
import { collateUz } from '../../format/collate.ts';
import { formatDate, formatDateTime, formatDateTimeFull, toMillis } from '../../format/dates.ts';
import { currencyDecimals, currencyUnit, formatMoney, formatNumber, type Language } from '../../format/numbers.ts';
import type { Column } from '../DataTable.tsx';
import type { Look } from '../look.ts';
import { cutTo } from '../Name.tsx';
import { Quantity } from '../Quantity.tsx';
import { StateChip } from '../StateChip.tsx';
import { type Amount, Sums } from '../Sums.tsx';

/**
 * `moment` is a day with its time, `code` a sku, barcode or document number: never grouped, kept as text in Excel.
 * `sums` are amounts of several currencies in one cell; Excel gets a column for each currency.
 */
export type ColumnKind = 'text' | 'number' | 'sum' | 'sums' | 'date' | 'moment' | 'code' | 'state';

export type ColumnValue = string | number | readonly Amount[] | null | undefined;

export interface ListColumn<Row, Answer = unknown>
  extends Pick<Column<Row>, 'side' | 'cut' | 'tint' | 'width' | 'drop' | 'footSpan'> {
  key: string;
  /** with its unit: `Farq, soʻm` */
  title: string;
  /** `text` by default */
  kind?: ColumnKind;
  /** for Excel, paper and sorting, and for the cell unless that is drawn apart */
  value: (row: Row) => ColumnValue;
  cell?: (row: Row) => ReactNode;
  /** how the server calls this order; `true`: like the key. A list that is here whole sorts by every value anyway. */
  sort?: string | true;
  /** figures are aligned right, the rest left; a cell drawn apart may want the other side */
  align?: 'start' | 'end';
  /** digits after the comma of a number */
  decimals?: number;
  /** differences carry their plus */
  signed?: boolean;
  /** where sums of several currencies are listed one under another */
  currency?: (row: Row) => string;
  /** of a state */
  look?: (row: Row) => Look;
  /** not shown until it is chosen; `screen`: on paper it always is */
  hidden?: boolean | 'screen';
  /** buttons of the row: always there, nothing of them in Excel or on paper, its title is for screen readers only */
  actions?: boolean;
  /** total over the filter, from the answer */
  foot?: (answer: Answer) => ReactNode;
}

const NUMERIC: ReadonlySet<ColumnKind> = new Set(['number', 'sum', 'sums', 'date', 'moment']);
const WIDTHS: Partial<Record<ColumnKind, string>> = {
  number: '6rem',
  sum: '8.5rem',
  sums: '11rem',
  date: '6.5rem',
  moment: '8.5rem',
  code: '8rem',
  state: '10rem',
};

export const kindOf = <Row,>(column: ListColumn<Row, never>): ColumnKind => column.kind ?? 'text';
export const isNumeric = (kind: ColumnKind): boolean => NUMERIC.has(kind);
export const isAtEnd = <Row,>(column: ListColumn<Row, never>): boolean =>
  column.align === undefined ? isNumeric(kindOf(column)) : column.align === 'end';
export const widthOf = <Row,>(column: ListColumn<Row, never>): string | undefined =>
  column.width ?? WIDTHS[kindOf(column)];

/** More than a column keeps beside others. */
const MANY = 20;

/** Letters of the longest words of a column that loses some where there is no room; one with a width of its own keeps that. */
export const lettersOf = <Row,>({ cut, value, width }: ListColumn<Row, never>, rows: readonly Row[]): number =>
  cut ? Math.max(width ? MANY : 0, ...rows.map((row) => String(value(row)).length)) : 0;

export const isEmpty = (value: ColumnValue): value is null | undefined | '' | readonly [] =>
  value === null || value === undefined || value === '' || (isSums(value) && value.length === 0);

export const isSums = (value: ColumnValue): value is readonly Amount[] => typeof value === 'object' && value !== null;

export const decimalsOf = <Row,>(column: ListColumn<Row, never>, row: Row): number =>
  column.decimals ?? (column.currency ? currencyDecimals(column.currency(row)) : 0);

/** The value as words: on paper, and where there is no place for a cell of its own. */
export function wordsOf<Row>(column: ListColumn<Row, never>, row: Row, language: Language): string {
  const value = column.value(row);
  if (isEmpty(value)) return '—';
  if (isSums(value)) return value.map(({ amount, currency }) => formatMoney(amount, currency, language)).join('; ');
  const kind = kindOf(column);
  if (kind === 'date') return formatDate(value);
  if (kind === 'moment') return formatDateTimeFull(value);
  if (typeof value === 'string') return value;
  const figure = formatNumber(value, { decimals: decimalsOf(column, row), plus: column.signed === true });
  return column.currency ? `${figure} ${currencyUnit(column.currency(row), language)}` : figure;
}

/** The content of a cell that the page does not draw itself. */
export function cellOf<Row>(column: ListColumn<Row, never>, row: Row, language: Language): ReactNode {
  if (column.cell) return cutTo(column.cut, column.cell(row));
  const value = column.value(row);
  const kind = kindOf(column);
  if (typeof value === 'number' && !Number.isNaN(value) && kind !== 'date' && kind !== 'moment') {
    const unit = column.currency && currencyUnit(column.currency(row), language);
    return (
      <Quantity
        value={value}
        decimals={decimalsOf(column, row)}
        kind={column.signed ? 'difference' : 'plain'}
        {...(unit !== undefined && { unit })}
      />
    );
  }
  if (isEmpty(value)) return <span className="faint">—</span>;
  if (isSums(value)) return <Sums amounts={value} />;
  if (kind === 'state') return <StateChip look={column.look?.(row) ?? 'new'}>{value}</StateChip>;
  if (kind === 'date') return formatDate(value);
  if (kind === 'moment') return <time title={formatDateTimeFull(value)}>{formatDateTime(value)}</time>;
  if (kind === 'code') return <span className="code">{value}</span>;
  return cutTo(column.cut, String(value));
}

function orderOf(kind: ColumnKind, a: NonNullable<ColumnValue>, b: NonNullable<ColumnValue>): number {
  // amounts of several currencies have no order among them: the first of each decides
  if (isSums(a) || isSums(b)) return isSums(a) && isSums(b) ? (a[0]?.amount ?? 0) - (b[0]?.amount ?? 0) : 0;
  if (kind === 'date' || kind === 'moment') return toMillis(a) - toMillis(b);
  return typeof a === 'number' && typeof b === 'number' ? a - b : collateUz(String(a), String(b));
}

/** Order of two rows by a column, ascending; rows without a value come last in both directions. */
export function compareBy<Row>(column: ListColumn<Row, never>, one: Row, other: Row, descending: boolean): number {
  const [a, b] = [column.value(one), column.value(other)];
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  const order = orderOf(kindOf(column), a, b);
  return descending ? -order : order;
}
