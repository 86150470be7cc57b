/** Reads a file beside the page: thousands of rows of Excel would hold it for a while. */
import { readSheet } from 'read-excel-file/web-worker';
import { SLICE } from '../../../contract/imports.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { arrange, FileRefused, type FileRow, type RawCell, type ReadFile, type Unreadable } from './read.ts';
import { sha256 } from './sha256.ts';
import type { Tongue } from './words.ts';

export interface Asked {
  readonly content: ArrayBuffer;
  readonly sheet: Pick<Sheet, 'name' | 'fields'>;
  readonly tongues: readonly Tongue[];
}

export type Told =
  | { readonly head: Omit<ReadFile, 'rows'> & { readonly hash: string; readonly count: number } }
  | { readonly rows: readonly FileRow[] }
  | { readonly refused: Unreadable }
  | { readonly broken: true };

const tell = (told: Told) => self.postMessage(told);

async function read({ content, sheet, tongues }: Asked): Promise<void> {
  const hash = sha256(new Uint8Array(content));
  const raw = await readSheet(content, { trim: false, parseNumber: (n: string) => ({ n }) });
  const { rows, ...head } = arrange(sheet, tongues, raw as RawCell[][]);
  tell({ head: { ...head, hash, count: rows.length } });
  // a slice at a time: what the page takes over at once would hold it
  for (let at = 0; at < rows.length; at += SLICE) tell({ rows: rows.slice(at, at + SLICE) });
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  read(data).catch((error: unknown) =>
    tell(error instanceof FileRefused ? { refused: error.reason } : { broken: true }),
  );
});
