/** What is typed into the cells of the line grid, and where keys lead between them. */
import type { InputProduct } from '../../../../contract/invoices/lines.ts';
import { FIGURES, type LineChange } from '../../../../machines/invoiceWorkspace/lines.ts';
import type { Column, GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { currencyIn, isAmbiguous, parseFigure } from '../../../../machines/pasteLines/figures.ts';

/** A column that is typed in; the rate column appears only when a line is not in soʻm. */
export type TypedField = (typeof FIGURES)[number];

/** Digits after the comma. */
export const DECIMALS: Readonly<Record<TypedField, number>> = {
  value: 2,
  count: 0,
  no_cash: 2,
  additional: 2,
  other_additional: 0,
  currency_change: 4,
  selling_price: 0,
};

/** Words that stand for a figure; undefined when they stand for none. */
export function figureOf(field: TypedField, figure: number | null): number | null | undefined {
  if (figure === null) return null;
  const power = 10 ** DECIMALS[field];
  return Number.isFinite(figure) && Math.abs(figure * power - Math.round(figure * power)) < 1e-6 ? figure : undefined;
}

/**
 * What the words of a cell stand for: a figure, nothing, or no figure at all. They are read as those of a pasted list
 * are, and money of another currency is no figure here.
 */
export function read(field: TypedField, text: string, currency: string | null): number | null | undefined {
  if (text.trim() === '') return null;
  const named = currencyIn(text);
  const own = field === 'value' ? currency : field === 'selling_price' || field === 'currency_change' ? 'UZS' : null;
  if (named !== null && named !== own) return undefined;
  const figure = parseFigure(text);
  return figure === null ? undefined : figureOf(field, figure);
}

/** A figure as its cell is opened: written so that it is read as the same one. */
export function opened(figure: number | null): string {
  if (figure === null) return '';
  const text = String(figure).replace('.', ',');
  return isAmbiguous(text) ? `${text}0` : text;
}

export interface CurrencyChoice {
  id: number;
  abbrevation: string;
  rate: number | null;
}

/** What is pasted into a cell of a line; null when it is no figure of that cell. A price takes its currency along. */
export function pastedInto(
  field: TypedField,
  text: string,
  { currency, currencies }: { currency: string | null; currencies: readonly CurrencyChoice[] },
): LineChange | null {
  if (/[\t\n\r]/.test(text.trim())) return null;
  const named = field === 'value' ? currencyIn(text) : null;
  const other = named === null || named === currency ? undefined : currencies.find((one) => one.abbrevation === named);
  const figure = read(field, text, other === undefined ? currency : named);
  if (figure === undefined || figure === null) return null;
  if (other === undefined) return { [field]: figure };
  return { [field]: figure, currency_id: other.id, currency_change: other.rate };
}

/** What the currency of a row is called: from the line itself; null while it is only in a list that is not loaded. */
export function currencyOf(
  currencies: readonly CurrencyChoice[],
  { line, figures }: Pick<GridRow, 'line' | 'figures'>,
): string | null {
  if (line?.currency_id === figures.currency_id) return line.currency.abbrevation;
  return currencies.find((one) => one.id === figures.currency_id)?.abbrevation ?? null;
}

/** What one unit of a currency costs in soʻm on an invoice; `to` differs where its lines have several rates. */
export interface Rate {
  currency: string;
  from: number;
  to: number;
}

/** Rates of the lines' own currencies; before there is one in another currency, that of the day for the first other. */
export function ratesOf(
  lines: readonly Pick<InputProduct, 'currency' | 'currency_change'>[],
  currencies: readonly CurrencyChoice[],
): Rate[] {
  const rates = new Map<string, Rate>();
  for (const { currency, currency_change: rate } of lines) {
    const { abbrevation } = currency;
    if (abbrevation === 'UZS') continue;
    const { from, to } = rates.get(abbrevation) ?? { from: rate, to: rate };
    rates.set(abbrevation, { currency: abbrevation, from: Math.min(from, rate), to: Math.max(to, rate) });
  }
  if (rates.size > 0) return [...rates.values()];
  const other = currencies.find(({ abbrevation, rate }) => abbrevation !== 'UZS' && rate !== null);
  return other && other.rate !== null ? [{ currency: other.abbrevation, from: other.rate, to: other.rate }] : [];
}

export const isFigure = (column: Column): column is TypedField => (FIGURES as readonly Column[]).includes(column);

const MAX_LABELS = 1_000;

/** How many labels the words stand for; undefined when for no such number. */
export function countOf(text: string): number | undefined {
  const words = text.trim();
  const count = /^\d{1,4}$/.test(words) ? Number(words) : 0;
  return count >= 1 && count <= MAX_LABELS ? count : undefined;
}

interface Place {
  row: number;
  column: Column;
  /** How many there are. */
  rows: number;
  /** In their order; always with figures among them. */
  columns: readonly Column[];
}

type Target = readonly [row: number, column: Column];

/** Rows that a page has. */
const PAGE = 15;

/** Where a key leads the cursor; undefined for any other key. The row may be past the ends. */
export function stepFrom({ row, column, rows, columns, key, control }: Place & { key: string; control: boolean }) {
  const at = columns.indexOf(column);
  const to = (index: number): Column => columns[Math.min(Math.max(index, 0), columns.length - 1)] ?? column;
  const figures = columns.filter(isFigure);
  const first = columns.indexOf(figures[0] ?? column);
  const last = columns.indexOf(figures.at(-1) ?? column);
  const steps: Readonly<Record<string, Target>> = {
    ArrowDown: [row + 1, column],
    ArrowUp: [row - 1, column],
    ArrowRight: [row, to(at + 1)],
    ArrowLeft: [row, to(at - 1)],
    // the figures first, then the ends of the line
    Home: control ? [0, to(first)] : [row, to(at > first ? first : 0)],
    End: control ? [rows - 1, to(last)] : [row, to(at < last ? last : columns.length - 1)],
    PageDown: [row + PAGE, column],
    PageUp: [row - PAGE, column],
  };
  return steps[key];
}

/** The next cell that is typed into, line after line; null past the ends. */
export function afterTab({ row, column, rows, columns, back }: Place & { back: boolean }): Target | null {
  const at = columns.indexOf(column);
  const figures = columns.filter(isFigure);
  const next = back
    ? figures.findLast((one) => columns.indexOf(one) < at)
    : figures.find((one) => columns.indexOf(one) > at);
  if (next) return [row, next];
  const over = back ? figures.at(-1) : figures[0];
  const beside = row + (back ? -1 : 1);
  return over && beside >= 0 && beside < rows ? [beside, over] : null;
}
