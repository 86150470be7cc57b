/**
 * Units of a line before they are saved: how a scanned code joins them, what a pasted block means, and what is wrong
 * with each (spec 3; decisions 23 and 47). The server checks the same again, and alone knows what is in stock.
 */
import { imeiFault, isBarcode } from '../../contract/checkDigits.ts';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import type { NewSerial, SerialEntry, SerialPlace, SerialRefusalReason } from '../../contract/invoices/serials.ts';
import { serialKey } from '../../contract/serial.ts';

/** IMEIs of a phone at most (decision 23). */
export const MOST_IMEIS = 2;
export const LONGEST_SERIAL = 64;

export interface DraftUnit extends NewSerial {
  /** Its own in this desk. */
  id: number;
  /** Its number was made by the server, not scanned. */
  made: boolean;
  /** Why the server did not save it; null when it was not asked or the unit was changed since. */
  refused: { reason: SerialRefusalReason; where: string | null } | null;
}

/** What the rules need to know of the goods. */
export interface DeskGoods {
  /** Codes of the product itself: scanned from the box by mistake they are no serial numbers. */
  codes: readonly string[];
  /** 0: goods without an IMEI; else a phone, which has one or two. */
  imeiCount: number;
  /** Each unit its own number; false: one number for the whole line. */
  hasMany: boolean;
}

export interface DeskLine extends DeskGoods {
  lineId: number;
  invoiceId: number;
  organizationId: number;
  variantId: number;
}

export const goodsOf = ({
  product_variant: { sku, barcode, imei_count, is_serial_number },
}: Pick<InputProduct, 'product_variant'>): DeskGoods => ({
  codes: [sku, barcode ?? ''].map(serialKey).filter((code) => code !== ''),
  imeiCount: imei_count,
  hasMany: is_serial_number,
});

export type FaultReason = SerialRefusalReason | 'imei_length' | 'imei_check' | 'rounded' | 'too_long';

export interface Fault {
  reason: FaultReason;
  /** Of `repeated`: the place of the other unit in the list, from 1; of the server's reasons: the place it answered. */
  where: string | null;
  /** The code that is the matter; null for the unit as a whole. */
  code: string | null;
}

export type Code = { kind: 'empty' } | { kind: 'barcode' | 'imei' | 'serial'; code: string };

/** `3.51E+14`: what Excel leaves of fifteen digits in a cell that is no text. */
const ROUNDED = /^\d([.,]\d+)?E\+\d+$/;

/** `35-693803-000005-4` and `356938030000054/01` are formats of an IMEI on a box; digits of another form are not. */
const PRINTED = /^(\d{2}-\d{6}-\d{6}-\d)$|^(\d{15})\/\d{2}$/;

/** The digits of an IMEI that was written with signs between them: of its own form, or right. */
function imeiDigits(code: string): string {
  const [, parted, versioned] = PRINTED.exec(code) ?? [];
  const digits = (versioned ?? code).replace(/[-./]/g, '');
  return parted !== undefined || versioned !== undefined || imeiFault(digits) === null ? digits : code;
}

/** What one scanned line is for these goods. Fourteen to seventeen digits are meant as an IMEI, right or wrong. */
export function readCode(text: string, line: DeskGoods): Code {
  const written = serialKey(text);
  const code = line.imeiCount === 0 || line.codes.includes(written) ? written : imeiDigits(written);
  if (code === '') return { kind: 'empty' };
  const digits = /^\d+$/.test(code);
  if (line.codes.includes(code)) return { kind: 'barcode', code };
  if (line.imeiCount === 0) return { kind: 'serial', code };
  if (imeiFault(code) === null) return { kind: 'imei', code };
  if (digits && isBarcode(code)) return { kind: 'barcode', code };
  return { kind: digits && code.length >= 14 && code.length <= 17 ? 'imei' : 'serial', code };
}

/** Codes of a unit as the server keeps them: a phone without a number of its own is known by its first IMEI. */
export function codesOf(unit: NewSerial): string[] {
  return [...new Set([unit.serial_number, ...unit.imei_numbers])].filter((code) => code !== '');
}

/** The name of a unit in lists and in the server's answer. */
export const nameOf = (unit: NewSerial): string => unit.serial_number || (unit.imei_numbers[0] ?? '');

/** What the desk waits for next. */
export type Expected = 'number' | 'unit' | 'firstImei' | 'secondImei';

export function expectedOf(line: DeskGoods, open: DraftUnit | undefined): Expected {
  if (!line.hasMany) return 'number';
  if (line.imeiCount === 0 || open === undefined) return 'unit';
  return open.imei_numbers.length === 0 ? 'firstImei' : 'secondImei';
}

export interface Listed {
  units: readonly DraftUnit[];
  /** The phone that waits for its next IMEI; null when the next code begins a unit. */
  openId: number | null;
  nextId: number;
}

const unitOf = (id: number, words: Partial<DraftUnit>): DraftUnit => ({
  id,
  serial_number: '',
  imei_numbers: [],
  made: false,
  refused: null,
  ...words,
});

const isFull = (unit: DraftUnit, line: DeskGoods): boolean => unit.imei_numbers.length >= line.imeiCount;

/**
 * A scanned code in its place: an IMEI joins the phone that is open, else begins one; anything else begins a unit. A
 * phone stays open until it has as many IMEIs as its model carries. One number for the whole line replaces the last.
 */
export function withCode(list: Listed, code: { kind: 'imei' | 'serial'; code: string }, line: DeskGoods): Listed {
  const { nextId: id } = list;
  if (!line.hasMany) return { units: [unitOf(id, { serial_number: code.code })], openId: null, nextId: id + 1 };
  const open = list.units.find((unit) => unit.id === list.openId);
  if (code.kind === 'imei' && open !== undefined) {
    const joined = { ...open, imei_numbers: [...open.imei_numbers, code.code], refused: null };
    return {
      units: list.units.map((unit) => (unit.id === open.id ? joined : unit)),
      openId: isFull(joined, line) ? null : open.id,
      nextId: id,
    };
  }
  const begun = unitOf(id, code.kind === 'imei' ? { imei_numbers: [code.code] } : { serial_number: code.code });
  return { units: [...list.units, begun], openId: isFull(begun, line) ? null : id, nextId: id + 1 };
}

/** Units that were pasted or made, after those that are there. One number for the whole line takes the first. */
export function withUnits(list: Listed, added: readonly Partial<DraftUnit>[], line: DeskGoods): Listed {
  const units = (line.hasMany ? added : added.slice(0, 1)).map((words, at) => unitOf(list.nextId + at, words));
  return {
    units: line.hasMany ? [...list.units, ...units] : units.length > 0 ? units : list.units,
    // a block is whole: the phone that was begun before it stays as it is
    openId: units.length > 0 ? null : list.openId,
    nextId: list.nextId + units.length,
  };
}

const HEADINGS: readonly [RegExp, 'serial' | 'imei' | 'none'][] = [
  [/IMEI/, 'imei'],
  [/SERI|СЕРИ|S\/?N\b|^SN/, 'serial'],
];

/** Columns by a first line of words; undefined when the first line is a unit already. */
function headingsOf(cells: readonly string[]): ('serial' | 'imei' | 'none')[] | undefined {
  const columns = cells.map((cell) => HEADINGS.find(([words]) => words.test(cell.toUpperCase()))?.[1] ?? 'none');
  const words = cells.every((cell) => !/\d{4}/.test(cell));
  return words && columns.some((column) => column !== 'none') ? columns : undefined;
}

/** `'356…` is how a number is kept as text in Excel. */
const cellOf = (cell: string): string => cell.trim().replace(/^['’‘"]+|"+$/g, '');

/**
 * Units of a pasted column or block, one a row: a number and IMEIs in any order. With a heading its columns are what
 * it gives; without one an IMEI is known by its digits, and a column that only counts the rows is passed over.
 */
export function readBlock(text: string, line: DeskGoods): NewSerial[] {
  const rows = text
    .split(/\r\n|\r|\n/)
    .filter((row) => row.trim() !== '')
    .map((row) => row.split(/[\t;|]|,(?=\s*\S)/).map(cellOf));
  const headings = headingsOf(rows[0] ?? []);
  const body = headings === undefined ? rows : rows.slice(1);
  const counted = body.length > 0 && body.every((row, at) => row.length > 1 && Number(row[0]) === at + 1);
  return body
    .map((row): NewSerial => {
      const unit: { serial_number: string; imei_numbers: string[] } = { serial_number: '', imei_numbers: [] };
      row.forEach((cell, column) => {
        if ((counted && column === 0) || headings?.[column] === 'none') return;
        const read = readCode(cell, line);
        if (read.kind === 'empty') return;
        const { code } = read;
        const said = headings?.[column];
        const imei = said === undefined ? read.kind === 'imei' : said === 'imei' && line.imeiCount > 0;
        if (imei) unit.imei_numbers.push(code);
        else if (unit.serial_number === '') unit.serial_number = code;
        // a second number of one row is no number of its unit: it is shown as a wrong IMEI, not dropped
        else unit.imei_numbers.push(code);
      });
      return unit;
    })
    .filter((unit) => codesOf(unit).length > 0);
}

/** Units that are typed, one a row: in a row without other signs between its codes spaces and commas part them. */
export const readTyped = (text: string, goods: DeskGoods): NewSerial[] =>
  readBlock(
    text
      .split('\n')
      .map((row) => (/[\t;|]/.test(row.trim()) ? row : row.trim().replace(/[\s,]+/g, '\t')))
      .join('\n'),
    goods,
  );

/** Units as the desk lists them, from 1. */
export const listOf = (units: readonly NewSerial[]): DraftUnit[] => units.map((unit, at) => unitOf(at + 1, unit));

/** What is wrong with a unit by itself; null when nothing is. */
function ownFault(unit: DraftUnit, line: DeskGoods, open: boolean): Fault | null {
  const fault = (reason: FaultReason, code: string | null = null): Fault => ({ reason, where: null, code });
  const codes = codesOf(unit);
  const rounded = codes.find((code) => ROUNDED.test(code));
  if (rounded !== undefined) return fault('rounded', rounded);
  const long = codes.find((code) => code.length > LONGEST_SERIAL);
  if (long !== undefined) return fault('too_long', long);
  if (codes.length === 0) return fault('empty');
  if (line.imeiCount === 0) return unit.imei_numbers.length > 0 ? fault('imei_too_many', unit.imei_numbers[0]) : null;
  // a phone whose only number is an IMEI has that one
  const imeis =
    unit.imei_numbers.length === 0 && imeiFault(unit.serial_number) === null ? [unit.serial_number] : unit.imei_numbers;
  for (const imei of imeis) {
    const wrong = imeiFault(imei);
    if (wrong !== null) return fault(wrong === 'imeiLength' ? 'imei_length' : 'imei_check', imei);
  }
  if (new Set(imeis).size > MOST_IMEIS) return fault('imei_too_many', imeis[MOST_IMEIS] ?? null);
  if (imeis.length === 0) return open ? null : fault('imei_missing');
  return null;
}

/** Where codes are already, by code, as the server answered when they were scanned. */
export type Places = Readonly<Record<string, Pick<SerialPlace, 'reason' | 'where'>>>;

export interface Checked {
  /** By the unit's id. */
  faults: ReadonlyMap<number, Fault>;
  /** Units that would be saved now: without a fault, and not waiting for an IMEI. */
  good: readonly DraftUnit[];
}

/** What is wrong with each unit of the list, and which ones can be saved. `needed`: units of the line. */
export function checkUnits(
  { units, openId }: Pick<Listed, 'units' | 'openId'>,
  saved: readonly Pick<SerialEntry, 'serial_number' | 'imei_numbers'>[],
  needed: number,
  line: DeskGoods,
  places: Places = {},
): Checked {
  const faults = new Map<number, Fault>();
  const good: DraftUnit[] = [];
  const here = new Set(saved.flatMap(codesOf));
  const seen = new Map<string, number>();
  units.forEach((unit, at) => {
    const open = unit.id === openId;
    const codes = codesOf(unit);
    let fault = ownFault(unit, line, open);
    const again = codes.find((code) => seen.has(code));
    if (fault === null && again !== undefined) {
      fault = { reason: 'repeated', where: String(seen.get(again)), code: again };
    }
    const known = codes.find((code) => here.has(code));
    if (fault === null && known !== undefined) fault = { reason: 'on_invoice', where: null, code: known };
    // the one number of a whole line is not written over: it is taken off first
    const lot = line.hasMany ? undefined : saved[0];
    if (fault === null && lot !== undefined) fault = { reason: 'lot_taken', where: lot.serial_number, code: null };
    const place = codes.find((code) => places[code] !== undefined);
    if (fault === null && place !== undefined)
      fault = { reason: 'in_stock', where: null, ...places[place], code: place };
    // that one is known by what is saved, which may be taken off meanwhile
    if (fault === null && unit.refused !== null && unit.refused.reason !== 'lot_taken')
      fault = { ...unit.refused, code: null };
    if (fault === null && line.hasMany && saved.length + good.length >= needed) {
      fault = { reason: 'too_many', where: null, code: null };
    }
    for (const code of codes) if (!seen.has(code)) seen.set(code, at + 1);
    if (fault !== null) faults.set(unit.id, fault);
    else if (!open) good.push(unit);
  });
  return { faults, good };
}

/** First eight digits of the right IMEIs: what models are known by. */
export function tacsOf(units: readonly NewSerial[]): string[] {
  const imeis = units.flatMap((unit) => [...unit.imei_numbers, unit.serial_number]);
  return [...new Set(imeis.filter((imei) => imeiFault(imei) === null).map((imei) => imei.slice(0, 8)))];
}
