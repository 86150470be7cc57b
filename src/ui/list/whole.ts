/** The whole of a list that comes page by page: for Excel and for paper. */
import type { Meta } from '../../../contract/common.ts';

export const WHOLE_PAGE = 100;
/** Rows of one sheet (decision 93); the rest is counted in a note. */
export const WHOLE_LIMIT = 100_000;

type Place = { page: number } | { after: string };

export interface Whole<Row> {
  rows: readonly Row[];
  /** There are rows beyond the limit. */
  cut: boolean;
}

export interface Gathering<Row> {
  readPage: (place: Place, signal: AbortSignal) => Promise<{ data: readonly Row[]; meta: Meta }>;
  keyOf: (row: Row) => string | number;
  onProgress: (done: number) => void;
  signal: AbortSignal;
  limit?: number;
}

/** The list changed so much while it was read that the pages do not make one list. */
export class ListMoved extends Error {}

async function once<Row>({ readPage, keyOf, onProgress, signal, limit = WHOLE_LIMIT }: Gathering<Row>) {
  const rows = new Map<string | number, Row>();
  let repeated = false;
  for (let page = 1, place: Place = { page: 1 }; ; page += 1) {
    const { data, meta } = await readPage(place, signal);
    signal.throwIfAborted();
    for (const row of data) {
      repeated ||= rows.has(keyOf(row));
      rows.set(keyOf(row), row);
    }
    onProgress(rows.size);
    // A list without keys is read by page number, and by its total where it has one.
    const last = meta.next === undefined ? isLast(page, data.length, meta) : meta.next === null;
    if (last || rows.size >= limit) {
      const moved = repeated || (meta.next === undefined && meta.total !== null && rows.size !== meta.total && last);
      return { rows: [...rows.values()].slice(0, limit), cut: !last, moved };
    }
    place = meta.next ? { after: meta.next } : { page: page + 1 };
  }
}

const isLast = (page: number, rows: number, { total, per_page }: Meta): boolean =>
  rows === 0 || (total === null ? rows < per_page : page * per_page >= total);

/**
 * Pages one after another by the key of the last row, so that nothing comes twice and nothing is left out. Where a list
 * has numbers only, rows that slipped from one page to another show in their count, and the list is read once more.
 */
export async function gather<Row>(gathering: Gathering<Row>): Promise<Whole<Row>> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { moved, ...whole } = await once(gathering);
    if (!moved) return whole;
  }
  throw new ListMoved();
}
