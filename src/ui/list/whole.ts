/** The whole of a list that comes page by page: for Excel and for paper. */
import type { Meta } from '../../../contract/common.ts';

export const WHOLE_PAGE = 100;

export interface Gathering<Row> {
  readPage: (page: number, signal: AbortSignal) => Promise<{ data: readonly Row[]; meta: Meta }>;
  keyOf: (row: Row) => string | number;
  onProgress: (done: number, all: number) => void;
  signal: AbortSignal;
}

/** The list changed so much while it was read that the pages do not make one list. */
export class ListMoved extends Error {}

async function once<Row>({
  readPage,
  keyOf,
  onProgress,
  signal,
}: Gathering<Row>): Promise<{ rows: Row[]; all: number }> {
  const rows = new Map<string | number, Row>();
  for (let page = 1; ; page += 1) {
    const { data, meta } = await readPage(page, signal);
    signal.throwIfAborted();
    for (const row of data) rows.set(keyOf(row), row);
    onProgress(Math.min(rows.size, meta.total), meta.total);
    if (data.length === 0 || page * meta.per_page >= meta.total) return { rows: [...rows.values()], all: meta.total };
  }
}

/**
 * Pages one after another, nothing twice and nothing left out: rows that slipped from one page to another meanwhile
 * show in the number of rows, and then the list is read once more.
 */
export async function gather<Row>(gathering: Gathering<Row>): Promise<Row[]> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { rows, all } = await once(gathering);
    if (rows.length === all) return rows;
  }
  throw new ListMoved();
}
