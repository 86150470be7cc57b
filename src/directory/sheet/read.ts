/** A file as typed cells: which column has which field, and every row with its number in Excel. Nothing is guessed here. */
import { CELL_CHARACTERS } from '../../../contract/excel.ts';
import { hasHidden, withoutHidden } from '../../../contract/hidden.ts';
import {
  charactersOf,
  MAX_COLUMNS,
  MAX_ROWS,
  type Part,
  partsOf,
  ROW_CHARACTERS,
  type SheetCell,
} from '../../../contract/imports.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { HEADS, MARK, REASONS } from './values.ts';
import { headsBeside, olderHeads, partsByHead, type Tongue, tidy, valuesByWord, withoutSign } from './words.ts';

export interface FileRow {
  readonly row: number;
  readonly key: string | null;
  readonly cells: readonly SheetCell[];
}

export interface ReadFile {
  readonly columns: readonly { readonly title: string; readonly part: string | null }[];
  readonly rows: readonly FileRow[];
  readonly exportedAt: string | null;
}

/** Why a file cannot be read at all; `what` of another sheet is its name. */
export type Unreadable =
  | {
      readonly why: 'empty' | 'unknown' | 'tooManyRows' | 'tooManyColumns' | 'tooLong' | 'twice';
      readonly what?: string;
    }
  | { readonly why: 'other'; readonly what: string };

export class FileRefused extends Error {
  readonly reason: Unreadable;
  constructor(reason: Unreadable) {
    super(reason.why);
    this.reason = reason;
  }
}

/** A cell as the reader of Excel gives it; numbers come as they are written in the file. */
export type RawCell = string | boolean | Date | { readonly n: string } | null | undefined;

/** Sums of several currencies have a column each: `Qarz, USD`. */
const CURRENCY = /, [A-Z]{3}$/;

function typed(cell: RawCell): SheetCell {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'string' && hasHidden(cell)) return { hidden: withoutHidden(cell) };
  if (!(cell instanceof Date)) return cell;
  const [day = '', time = ''] = cell.toISOString().split('T');
  return { d: time.startsWith('00:00:00') ? day : `${day}T${time}` };
}

/** Words of lists and of yes and no as their values; others stay, and the check names them. */
function meant(cell: SheetCell, part: Part, known: ReadonlyMap<string, string | boolean>): SheetCell {
  if (typeof cell !== 'string' || known.size === 0) return cell;
  const whole = known.get(tidy(cell));
  if (whole !== undefined || part.field.kind !== 'someOf') return whole ?? cell;
  return cell
    .split(/[,;]/)
    .map((one) => known.get(tidy(one)) ?? one.trim())
    .join(', ');
}

const splitOnce = (words: string, by: string): [string, string] => {
  const at = words.indexOf(by);
  return at < 0 ? [words, ''] : [words.slice(0, at), words.slice(at + by.length)];
};

/** Columns by the heads that an export says it was written with. */
function headsIn(json: string, parts: readonly Part[]): [string, Part][] {
  if (json === '') return [];
  try {
    return Object.entries(JSON.parse(json) as Record<string, unknown>).flatMap(([head, key]): [string, Part][] => {
      const part = parts.find((one) => one.key === key);
      return part === undefined ? [] : [[tidy(head), part]];
    });
  } catch {
    // somebody has written in the hidden cell: heads are read as those of any file
    return [];
  }
}

const isTooLong = (cells: readonly SheetCell[]): boolean =>
  charactersOf(cells) > ROW_CHARACTERS ||
  cells.some((cell) => typeof cell === 'string' && cell.length > CELL_CHARACTERS);

const isBlank = (cell: SheetCell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');

export function arrange(
  { name, fields }: Pick<Sheet, 'name' | 'fields'>,
  tongues: readonly Tongue[],
  raw: readonly (readonly RawCell[])[],
): ReadFile {
  const [heads = [], ...body] = raw;
  if (heads.length > MAX_COLUMNS) throw new FileRefused({ why: 'tooManyColumns' });
  const words = heads.map((head) => (typeof head === 'string' ? withoutHidden(head).trim() : ''));
  const mark = words.findIndex((head) => head.startsWith(MARK));
  const [said = '', own = ''] = mark < 0 ? [] : splitOnce(words[mark] as string, HEADS);
  const [, from, ...moment] = said === '' ? [] : said.split(':');
  if (from !== undefined && from !== name) throw new FileRefused({ why: 'other', what: from });
  const exported = moment.join(':');
  const parts = partsOf(fields);
  // the file's own heads first: they may have been others when it was written
  const byHead = new Map([...partsByHead(tongues, parts), ...headsIn(own, parts)]);
  const older = olderHeads(tongues, parts);
  const beside = headsBeside(tongues);
  const places = words.flatMap((title, at) => {
    const isReasons = at === 0 && exported === REASONS;
    if (at === mark || title === '' || isReasons) return [];
    const part = byHead.get(tidy(title)) ?? older.get(tidy(title)) ?? older.get(withoutSign(title));
    // what the export has beside the fields is no column that somebody meant to be read
    return part === undefined && beside.has(tidy(title.replace(CURRENCY, ''))) ? [] : [{ at, title, part }];
  });
  const known = places.flatMap(({ part }) => part ?? []);
  if (known.length === 0) throw new FileRefused({ why: 'unknown' });
  const twice = known.find((part, at) => known.indexOf(part) !== at);
  if (twice !== undefined)
    throw new FileRefused({ why: 'twice', what: places.find(({ part }) => part === twice)?.title ?? '' });
  const values = new Map(known.map((part) => [part.key, valuesByWord(tongues, part.name, part.field)]));
  const rows = body.flatMap((cells, index): FileRow[] => {
    const read = places.map(({ at, part }) => {
      const cell = typed(cells[at]);
      return part === undefined ? cell : meant(cell, part, values.get(part.key) ?? new Map());
    });
    if (read.every(isBlank)) return [];
    const row = index + 2;
    if (isTooLong(read)) throw new FileRefused({ why: 'tooLong', what: String(row) });
    const key = mark < 0 ? null : cells[mark];
    return [{ row, key: typeof key === 'string' ? withoutHidden(key).trim().slice(0, 40) : null, cells: read }];
  });
  if (rows.length === 0) throw new FileRefused({ why: 'empty' });
  if (rows.length > MAX_ROWS) throw new FileRefused({ why: 'tooManyRows' });
  return {
    columns: places.map(({ title, part }) => ({ title, part: part?.key ?? null })),
    rows,
    exportedAt: Number.isNaN(Date.parse(exported)) ? null : exported,
  };
}
