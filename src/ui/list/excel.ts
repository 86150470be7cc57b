/** A list as an Excel sheet, every row and every column; loaded when first asked for. */
import type { Cell, SheetData } from 'write-excel-file/browser';
import { tashkentDay, toMillis } from '../../format/dates.ts';
import { currencyDecimals } from '../../format/numbers.ts';
import { saveBlob } from '../saveBlob.ts';
import { decimalsOf, isEmpty, isSums, kindOf, type ListColumn } from './columns.tsx';
import { totalOf } from './totals.ts';
import { xlsxOf } from './xlsx.ts';

const TASHKENT = 5 * 60 * 60 * 1000;
const NARROWEST = 8;
const WIDEST = 60;

/** Digits, sign and currency as Excel writes them: the figure itself stays a number. */
function formatOf(decimals: number, signed: boolean, currency: string | undefined): string {
  const figure = `#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const unit = currency === undefined ? '' : ` "${currency}"`;
  return signed ? `+${figure}${unit};-${figure}${unit};0${unit}` : `${figure}${unit}`;
}

function cell<Row>(column: ListColumn<Row, never>, row: Row): Cell {
  const value = column.value(row);
  // amounts of several currencies have columns of their own by now
  if (isEmpty(value) || isSums(value)) return null;
  const kind = kindOf(column);
  if (kind === 'date' || kind === 'moment') {
    const at = toMillis(value);
    if (Number.isNaN(at)) return null;
    // Excel knows no zones and the writer reads UTC: the clock of Tashkent is put there
    const format = kind === 'date' ? 'dd.mm.yyyy' : 'dd.mm.yyyy hh:mm';
    return { value: new Date(at + TASHKENT), type: Date, format };
  }
  // codes stay texts in Excel too, when they are typed over
  if (kind === 'code') return { value: String(value), type: String, format: '@' };
  if (typeof value === 'string') return { value, type: String };
  if (!Number.isFinite(value)) return null;
  const format = formatOf(decimalsOf(column, row), column.signed === true, column.currency?.(row));
  return { value, type: Number, format };
}

const LENGTHS = { date: 11, moment: 17 } as Partial<Record<string, number>>;

function widthOf<Row>(column: ListColumn<Row, never>, rows: readonly Row[]): number {
  const usual = LENGTHS[kindOf(column)];
  let width = Math.max(NARROWEST, column.title.length + 2, usual ?? 0);
  if (usual !== undefined) return width;
  for (const row of rows) {
    const value = column.value(row);
    if (isEmpty(value) || isSums(value)) continue;
    // a number has its groups and its currency beside the digits
    const length = typeof value === 'number' ? String(Math.trunc(value)).length * 1.34 + 4 : value.length + 1;
    if (length > width) width = length;
  }
  return Math.min(WIDEST, Math.ceil(width));
}

/** Amounts of several currencies, a column each: Excel then sums what may be summed. */
function byCurrency<Row>(columns: readonly ListColumn<Row, never>[], rows: readonly Row[]): ListColumn<Row, never>[] {
  return columns.flatMap((column): ListColumn<Row, never>[] => {
    if (column.kind !== 'sums') return [column];
    const amountsOf = (row: Row) => {
      const value = column.value(row);
      return isSums(value) ? value : [];
    };
    const seen = new Set(rows.flatMap((row) => amountsOf(row).map(({ currency }) => currency)));
    const currencies =
      seen.size > 0 ? [...seen].sort((one, other) => Number(other === 'UZS') - Number(one === 'UZS')) : ['UZS'];
    return currencies.map((currency) => ({
      key: `${column.key}.${currency}`,
      title: `${column.title}, ${currency}`,
      kind: 'sum',
      decimals: currencyDecimals(currency),
      value: (row) => amountsOf(row).find((one) => one.currency === currency)?.amount,
    }));
  });
}

/** Under the rows, past a blank one, so that sorting and filters of Excel leave it alone. */
interface SheetFoot<Row> {
  title: string;
  counts: (row: Row) => boolean;
  /** What is left out. */
  words: string | null;
}

function footOf<Row>(
  columns: readonly ListColumn<Row, never>[],
  rows: readonly Row[],
  { title, counts, words }: SheetFoot<Row>,
): SheetData {
  const totals = columns.map((column, at): Cell => {
    if (at === 0) return { value: title, type: String, fontWeight: 'bold' };
    const value = totalOf(column, rows, counts);
    const format = formatOf(column.decimals ?? 0, column.signed === true, undefined);
    return value === null ? null : { value, type: Number, format, fontWeight: 'bold' };
  });
  return [[], totals, ...(words === null ? [] : [[{ value: words, type: String } satisfies Cell]])];
}

/** The head, every row, and the foot. Blanks stay blank, zeros are zeros. */
export function listSheet<Row>(
  declared: readonly ListColumn<Row, never>[],
  rows: readonly Row[],
  foot?: SheetFoot<Row>,
): SheetData {
  const columns = byCurrency(declared, rows);
  const head = columns.map(
    (column): Cell => ({ value: column.title, type: String, fontWeight: 'bold', wrap: true, alignVertical: 'top' }),
  );
  const body = rows.map((row) => columns.map((column) => cell(column, row)));
  return [head, ...body, ...(foot && rows.length > 0 ? footOf(columns, rows, foot) : [])];
}

/** `Sanoq dalolatnomalari 2026-11-21.xlsx` */
export const fileName = (title: string, now = Date.now()): string =>
  `${title.replace(/[\\/:*?"<>|]/g, ' ').trim()} ${tashkentDay(now)}.xlsx`;

/** A sheet as a file of this name. @param hidesLast the last column is there for reading the file back, not for people */
export async function saveSheet(
  title: string,
  data: SheetData,
  widths: readonly number[],
  hidesLast = false,
): Promise<void> {
  const hide = (sheet: string) => sheet.replace(/<col ([^>]*)\/><\/cols>/, '<col $1 hidden="1"/></cols>');
  const blob = await xlsxOf(data, {
    sheet: title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31),
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: 1,
    stickyColumnsCount: 1,
    ...(hidesLast && { features: [{ files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform: hide } } } }] }),
  });
  saveBlob(blob, fileName(title));
}

export const widthsOf = <Row>(columns: readonly ListColumn<Row, never>[], rows: readonly Row[]): number[] =>
  byCurrency(columns, rows).map((column) => widthOf(column, rows));

export const saveList = <Row>(
  title: string,
  columns: readonly ListColumn<Row, never>[],
  rows: readonly Row[],
  foot?: SheetFoot<Row>,
): Promise<void> => saveSheet(title, listSheet(columns, rows, foot), widthsOf(columns, rows));
