/** A chosen file, read in a worker of its own. */
import { MAX_FILE_BYTES } from '../../../contract/common.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { FileRefused, type FileRow, type ReadFile } from '../sheet/read.ts';
import type { Tongue } from '../sheet/words.ts';
import type { Asked, Told } from '../sheet/worker.ts';

/** It is no file of Excel, or it is broken. */
export class FileBroken extends Error {}

export type Read = Omit<ReadFile, 'rows'> & { readonly hash: string; readonly rows: readonly FileRow[] };

/** @throws FileRefused, FileBroken */
export async function readFile(
  { name, fields }: Sheet,
  tongues: readonly Tongue[],
  file: File,
  signal: AbortSignal,
): Promise<Read> {
  if (file.size > MAX_FILE_BYTES) throw new FileBroken();
  const content = await file.arrayBuffer();
  const worker = new Worker(new URL('../sheet/worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<Read>((resolve, reject) => {
      let head: Extract<Told, { head: unknown }>['head'] | undefined;
      const rows: FileRow[] = [];
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.addEventListener('error', () => reject(new FileBroken()));
      worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
        if ('refused' in data) return reject(new FileRefused(data.refused));
        if ('broken' in data) return reject(new FileBroken());
        if ('head' in data) head = data.head;
        else rows.push(...data.rows);
        if (head !== undefined && rows.length === head.count) resolve({ ...head, rows });
      });
      worker.postMessage({ content, sheet: { name, fields }, tongues } satisfies Asked, [content]);
    });
  } finally {
    worker.terminate();
  }
}
