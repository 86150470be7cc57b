/** Reads the rows of a catalogue file: columns, amounts, truth values. */
import { serialKey } from '../../contract/serial.ts';
import { barcodeError } from './barcode.ts';
import type { CsvRecord } from './csv.ts';
import { ImportRefused } from './importRefused.ts';

const COLUMNS = [
  'sku',
  'id',
  'title',
  'category',
  'brand',
  'barcode',
  'is_serial_number',
  'serial_numbers',
  'cost',
  'price',
  'quantity',
  'unit',
  'currency',
] as const;
export type Column = (typeof COLUMNS)[number];

const MAX_QUANTITY = 9_999_999;
const MAX_MONEY = 1e12;
const MAX_LENGTH: Partial<Record<Column, number>> = {
  sku: 64,
  id: 64,
  title: 500,
  category: 200,
  brand: 100,
  unit: 20,
};
export const NO_CATEGORY = { uz: 'Turkumsiz', ru: 'Без категории' };

export interface Row {
  line: number;
  sku: string;
  title: string;
  category: string;
  brand: string;
  barcode: string | undefined;
  serial: boolean;
  serials: string[];
  unit: string;
  currency: string;
  /** In that currency; undefined where the file has none. */
  value: number | undefined;
  cost: number | undefined;
  price: number | undefined;
  quantity: number;
}

export type Cells = Partial<Record<Column, string>>;

/** The text of a file that must be UTF-8. Throws `ImportRefused`. */
export function bytesToText(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new ImportRefused('The file is not UTF-8 text; save it as "CSV UTF-8" and try again.');
  }
}

/** Whose columns the file has, in whatever order. */
export function readHeader(header: CsvRecord | undefined): { at: Map<Column, number>; unknown: string[] } {
  if (!header) throw new ImportRefused('The file is empty.');
  if (header.error) throw new ImportRefused(`Line ${header.line}: ${header.error}.`);
  const at = new Map<Column, number>();
  const unknown: string[] = [];
  header.fields.forEach((field, index) => {
    const name = field.trim().toLowerCase();
    const column = COLUMNS.find((one) => one === name);
    if (!column) unknown.push(field.trim() || `(column ${index + 1} has no name)`);
    else if (at.has(column)) throw new ImportRefused(`The column "${column}" is there twice.`);
    else at.set(column, index);
  });
  if (!at.has('sku') && !at.has('id')) throw new ImportRefused('There is no column "sku" (nor "id" in its place).');
  if (!at.has('title')) throw new ImportRefused('There is no column "title".');
  return { at, unknown };
}

/** Without the spaces between thousands; another space stays, and `1 2` is no number. */
const ungrouped = (text: string): string => text.replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, '');

/** `1234`, `1234.50`, `1234,50` and `1 234.50`; nothing else, so that 1,234 is never read as one and a bit. */
function readMoney(text: string): number | undefined {
  const plain = ungrouped(text);
  if (!/^\d+([.,]\d{1,2})?$/.test(plain)) return undefined;
  const value = Number(plain.replace(',', '.'));
  return value <= MAX_MONEY ? value : undefined;
}

const TRUE = new Set(['1', 'true', 'yes', 'ha', 'да', 'y', 't']);
const FALSE = new Set(['', '0', 'false', 'no', 'yoʻq', "yo'q", 'нет', 'n', 'f']);

export type Problem = (message: string) => void;

export function readRow(
  cells: Cells,
  line: number,
  rates: ReadonlyMap<string, number>,
  day: string,
  problem: Problem,
): Row {
  for (const [column, most] of Object.entries(MAX_LENGTH)) {
    const length = cells[column as Column]?.length ?? 0;
    if (length > most) problem(`${column} has ${length} characters, at most ${most} are allowed`);
  }
  const sku = cells.sku || cells.id || '';
  if (!sku) problem('sku is missing (and so is id)');
  const title = (cells.title ?? '').replace(/\s+/g, ' ');
  if (!title) problem('title is missing');

  const barcode = cells.barcode || undefined;
  const wrong = barcode && barcodeError(barcode);
  if (wrong) problem(`barcode ${barcode} ${wrong}`);

  const flag = (cells.is_serial_number ?? '').toLowerCase();
  if (!TRUE.has(flag) && !FALSE.has(flag))
    problem(`is_serial_number is "${cells.is_serial_number}", not true or false`);

  const currency = (cells.currency || 'UZS').toUpperCase();
  const rate = rates.get(currency);
  if (rate === undefined) problem(`currency ${currency} has no rate on ${day}`);

  const money = (column: 'cost' | 'price'): number | undefined => {
    const text = cells[column];
    if (!text) return undefined;
    const value = readMoney(text);
    if (value === undefined) problem(`${column} is "${text}", not a sum of money`);
    return value;
  };
  const inUzs = (value: number | undefined) => (value === undefined ? undefined : Math.round(value * (rate ?? 1)));
  const cost = money('cost');
  const price = money('price');

  let quantity = 0;
  if (cells.quantity) {
    const plain = ungrouped(cells.quantity).replace(/[.,]0+$/, '');
    if (/^\d{1,7}$/.test(plain)) quantity = Number(plain);
    else problem(`quantity is "${cells.quantity}", not a whole number from 0 to ${MAX_QUANTITY}`);
  }
  const serials = (cells.serial_numbers ?? '')
    .split(/[;|\s]+/)
    .map(serialKey)
    .filter(Boolean);
  return {
    line,
    sku,
    title,
    category: cells.category || '',
    brand: cells.brand || '',
    barcode,
    serial: TRUE.has(flag),
    serials,
    unit: cells.unit || 'dona',
    currency,
    value: cost,
    cost: inUzs(cost),
    price: inUzs(price),
    quantity,
  };
}
