/** Rows of the line grid: what the server has, with what is being entered over it, each at its own place. */
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { MAX_POSITION } from '../../contract/invoices/shared.ts';
import {
  FIGURES,
  figuresOf,
  isSameLine,
  type LineDraft,
  type LineFigures,
  type LineProduct,
  productOf,
} from './lines.ts';

export interface GridRow {
  /** Stays the same while the line is entered, saved and read again. */
  key: string;
  line: InputProduct | null;
  draft: LineDraft | null;
  product: LineProduct;
  figures: LineFigures;
}

/** The key of a saved line: the one it was entered under, else its id in words. */
export const keyOf = ({ id }: Pick<InputProduct, 'id'>, keys: Readonly<Record<string, string>>): string =>
  keys[id] ?? String(id);

/**
 * The rows by their positions, those of one position by their ids, lines that are not saved after them: as the server
 * orders them, so that a line keeps its position when it is saved.
 */
export function rowsOf(
  lines: readonly InputProduct[],
  drafts: Readonly<Record<string, LineDraft>>,
  keys: Readonly<Record<string, string>>,
): GridRow[] {
  const known = lines.map((line): GridRow => {
    const key = keyOf(line, keys);
    const draft = drafts[key] ?? null;
    return { key, line, draft, product: draft?.product ?? productOf(line), figures: draft?.figures ?? figuresOf(line) };
  });
  const read = new Set(known.map(({ key }) => key));
  const fresh = Object.values(drafts)
    .filter(({ key }) => !read.has(key))
    .map((draft): GridRow => ({ key: draft.key, line: null, draft, product: draft.product, figures: draft.figures }));
  const placeOf = ({ line, draft }: GridRow) => line?.position ?? draft?.position ?? 0;
  const idOf = ({ line, draft }: GridRow) => line?.id ?? draft?.lineId ?? Number.MAX_SAFE_INTEGER;
  return [...known, ...fresh].sort((one, other) => placeOf(one) - placeOf(other) || idOf(one) - idOf(other));
}

/**
 * The rows of an invoice whose lines are not written any more: as the server has them, but for price labels, which are still
 * chosen. What was written and not saved stays in its draft.
 */
export const asStored = (rows: readonly GridRow[]): GridRow[] =>
  rows.map((row) => {
    const { line, draft } = row;
    if (line === null || draft === null) return row;
    const { print, print_count } = draft.figures;
    const figures = { ...figuresOf(line), print, print_count };
    return !draft.removed && isSameLine(figures, draft.figures) ? row : { ...row, draft: null, figures };
  });

/** Where a line is added: below all others. */
export const endOf = (rows: readonly GridRow[]): number => {
  const last = rows.at(-1);
  return Math.min((last?.line?.position ?? last?.draft?.position ?? 0) + 1, MAX_POSITION);
};

/** The row of these goods; one that is being removed is no longer theirs. */
export const rowOfProduct = (rows: readonly GridRow[], productId: number | undefined): GridRow | undefined =>
  rows.find(({ product, draft }) => product.id === productId && draft?.removed !== true);

type Own = Readonly<Record<string, InputProduct | null>>;

/**
 * Lines as they were read, with what was saved here over them: a reading that began before a line was saved neither
 * takes it away nor brings back what it was. What the reading shows is forgotten.
 * @param own what was saved here, by id; null for a line that is gone.
 */
export function withOwn(lines: readonly InputProduct[], own: Own): { lines: readonly InputProduct[]; own: Own } {
  const read = new Map(lines.map((line) => [String(line.id), line]));
  const unread = Object.entries(own).filter(([id, mine]) => {
    const theirs = read.get(id);
    return mine === null ? theirs !== undefined : theirs === undefined || theirs.version < mine.version;
  });
  const mine = new Map(unread);
  const over = lines.flatMap((line) => {
    const saved = mine.get(String(line.id));
    return saved === undefined ? [line] : saved === null ? [] : [saved];
  });
  const fresh = unread.flatMap(([id, line]) => (line !== null && !read.has(id) ? [line] : []));
  return { lines: [...over, ...fresh], own: Object.fromEntries(unread) };
}

/** The cells of a line, in their order. */
export const COLUMNS = [
  'number',
  'product',
  'currency_id',
  ...FIGURES,
  'sum',
  'serials',
  'print',
  'print_count',
  'acts',
] as const;

export type Column = (typeof COLUMNS)[number];

export interface Cursor {
  /** Of the line; null before there is one. */
  key: string | null;
  /** Where that line was seen last: the cursor stays there when the line is gone. */
  row: number;
  column: Column;
}

/** Where the cursor is now: at its line, wherever that is. */
export function cursorIn(cursor: Cursor, rows: readonly GridRow[]): Cursor {
  const found = rows.findIndex(({ key }) => key === cursor.key);
  const row = found === -1 ? Math.min(Math.max(cursor.row, 0), Math.max(rows.length - 1, 0)) : found;
  return { key: rows[row]?.key ?? null, row, column: cursor.column };
}
