/**
 * A cell of a file as the value of a field, by kind (issue 18): nothing is padded, rounded or guessed. What cannot be said
 * for certain is a fault with its reason.
 */
import { type Field, type FieldOf, isList, type Kind } from '../../contract/directory/fields.ts';
import type { SheetCell } from '../../contract/imports.ts';
import { plainNumber } from '../../contract/persons.ts';
import { plateOf } from '../../contract/plate.ts';
import { vinOf } from '../../contract/vin.ts';
import type { FieldFault } from '../http/refusal.ts';

/** `titles`: names of other records, which are looked up for many rows at once. */
export type Read = { readonly value: unknown } | { readonly titles: string } | { readonly fault: FieldFault };

const EMPTY: Read = { value: null };
const fault = (key: string, values?: Record<string, string | number>): Read => ({
  fault: values ? { key, values } : { key },
});

const isNumber = (cell: SheetCell): cell is { n: string } => typeof cell === 'object' && cell !== null && 'n' in cell;
const isDay = (cell: SheetCell): cell is { d: string } => typeof cell === 'object' && cell !== null && 'd' in cell;

/** The digits that Excel keeps of a number; the rest are zeros. */
const KEPT = 15;

/** Digits of a number cell as they were typed; a fault where Excel may have changed them. */
function digitsIn({ n }: { n: string }): string | FieldFault {
  if (/e/i.test(n)) return { key: 'sheet_exponent', values: { cell: n } };
  if (!/^\d+$/.test(n)) return { key: 'sheet_text_needed' };
  return n.length > KEPT ? { key: 'sheet_long_number', values: { max: KEPT } } : n;
}

/** Words: a number is taken where every digit of it is certain. */
function words(cell: SheetCell, tidy: (text: string) => string = (text) => text.trim()): Read {
  if (typeof cell === 'string') return { value: tidy(cell) || null };
  if (!isNumber(cell)) return fault('sheet_text_needed');
  const digits = digitsIn(cell);
  return typeof digits === 'string' ? { value: tidy(digits) } : { fault: digits };
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** A code of a fixed length: as a number it may have lost the zeros that it began with. */
function codeOf(cell: SheetCell, length: number): Read {
  if (isNumber(cell)) {
    const digits = digitsIn(cell);
    if (typeof digits !== 'string') return { fault: digits };
    if (digits.length < length) return fault('sheet_short_number', { length, n: digits.length });
  }
  return words(cell, withoutSpaces);
}

/** Digits of the longest barcode: a shorter number may be one that began with zeros, and be another one that is right. */
const LONGEST = 14;

function barcodeOf(cell: SheetCell): Read {
  const digits = isNumber(cell) ? digitsIn(cell) : '';
  return isNumber(cell) && typeof digits === 'string' && digits.length < LONGEST
    ? fault('sheet_zeros_lost', { n: digits.length })
    : words(cell, withoutSpaces);
}

function figure(cell: SheetCell): Read {
  if (isNumber(cell)) return { value: Number(cell.n) };
  if (typeof cell !== 'string') return fault('type_number');
  const written = withoutSpaces(cell);
  // three digits after a point or a comma may be a group
  const match = /^(-?\d+)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(written);
  if (!match || (match[1]?.replace('-', '').length ?? 0) > KEPT) return fault('sheet_figure');
  return { value: Number(`${match[1]}${match[2] === undefined ? '' : `.${match[2]}`}`) };
}

const DAY = /^(\d{2})\.(\d{2})\.(\d{4})$/;

/** `dd.mm.yyyy`, a day that there is. */
function dayIn(written: string): string | null {
  const match = DAY.exec(written.trim());
  if (!match) return null;
  const day = `${match[3]}-${match[2]}-${match[1]}`;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

function day(cell: SheetCell): Read {
  if (isDay(cell)) {
    const [date = '', time] = cell.d.split('T');
    return time === undefined ? { value: date } : fault('sheet_day_time');
  }
  const written = typeof cell === 'string' ? dayIn(cell) : null;
  return written === null ? fault('sheet_day') : { value: written };
}

/** `01.01.2026 – 31.01.2026`; without an end only as an export says it, in either language. */
function period(cell: SheetCell): Read {
  const written = typeof cell === 'string' ? cell.trim() : '';
  const [, first, last, open] = /^(?:(\S+)\s*[–—-]\s*(\S+)|(?:с\s+)?(\S+?)(?:\s+dan)?)$/u.exec(written) ?? [];
  const from = dayIn(first ?? open ?? '');
  const to = last === undefined ? null : dayIn(last);
  const isOpen = open !== undefined && open !== written;
  return from === null || (to === null && !isOpen) ? fault('sheet_period') : { value: { from, to } };
}

function years(cell: SheetCell): Read {
  const written = typeof cell === 'string' ? cell.trim() : '';
  const match = /^(?:(\d{4})\s*[–—-]\s*(\d{4})|(\d{4})-yildan|с\s+(\d{4})\s+года)$/u.exec(written);
  if (!match) return fault('sheet_years');
  const [, first, last, since = match[4]] = match;
  return { value: { from: Number(first ?? since), to: last === undefined ? null : Number(last) } };
}

function titles(cell: SheetCell): Read {
  const read = words(cell);
  return 'value' in read && typeof read.value === 'string' ? { titles: read.value } : read;
}

const noChoice = (cell: string): Read => fault('sheet_choice', { cell: cell.slice(0, 100) });

/** Words of lists come as their values: the browser knows what they are called. */
function choice(cell: SheetCell, values: readonly string[]): Read {
  if (typeof cell === 'string' && values.includes(cell)) return { value: cell };
  return noChoice(cellText(cell));
}

function choices(cell: SheetCell, values: readonly string[]): Read {
  const chosen = cellText(cell)
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const other = chosen.find((one) => !values.includes(one));
  return other === undefined ? { value: [...new Set(chosen)] } : noChoice(other);
}

type InCell = Exclude<Kind, 'image' | 'rows' | 'secret'>;
const CELLS: { readonly [K in InCell]: (cell: SheetCell, field: FieldOf<K>) => Read } = {
  text: (cell) => words(cell),
  area: (cell) => words(cell),
  reason: (cell) => words(cell),
  names: (cell) => words(cell),
  message: (cell) => words(cell),
  code: (cell) => words(cell),
  link: (cell) => words(cell),
  colour: (cell) => words(cell),
  digits: (cell, { length }) => codeOf(cell, length),
  tin: (cell) => codeOf(cell, 9),
  pinfl: (cell) => codeOf(cell, 14),
  identity: (cell) => words(cell, plainNumber),
  taxNumber: (cell) => codeOf(cell, 9),
  phone: (cell) => words(cell, (text) => text.replace(/[\s()-]/g, '')),
  plate: (cell) => words(cell, plateOf),
  vin: (cell) => words(cell, vinOf),
  barcode: barcodeOf,
  sum: figure,
  fx: figure,
  percent: figure,
  quantity: figure,
  decimal: figure,
  year: figure,
  date: day,
  birthDay: day,
  period,
  years,
  bool: (cell) => (typeof cell === 'boolean' ? { value: cell } : noChoice(cellText(cell))),
  oneOf: (cell, { values }) => choice(cell, values),
  someOf: (cell, { values }) => choices(cell, values),
  ref: titles,
  refs: titles,
};

/** What an empty cell says: nothing, or none of them. */
const emptyOf = (field: Field): Read =>
  isList(field) ? { value: [] } : field.kind === 'bool' ? { value: false } : EMPTY;

export function valueIn(field: Field, cell: SheetCell): Read {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return emptyOf(field);
  if (typeof cell === 'object' && 'hidden' in cell) return fault('hidden_character');
  return (CELLS[field.kind as keyof typeof CELLS] as (cell: SheetCell, field: Field) => Read)(cell, field);
}

/** A cell as people read it, in a sample of a fault. */
export function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('hidden' in cell) return cell.hidden;
  return 'n' in cell ? cell.n : cell.d;
}

const LAST_ID = 2_147_483_647;

/** `id.version` of an exported row. */
export function keyIn(key: string | null): { id: number; version: number } | null {
  const [, id, version] = /^(\d{1,10})\.(\d{1,10})$/.exec(key ?? '') ?? [];
  return Number(id) > 0 && Number(id) <= LAST_ID ? { id: Number(id), version: Number(version) } : null;
}

/** Of a revision the id alone: once settled it does not change. */
export const idIn = (key: string | null): number | undefined => keyIn(`${key}.1`)?.id;
