/** What only the server needs of the calls of comments and files of a document. */
import * as z from 'zod/mini';
import { text } from '../common.ts';
import type { ServerSide } from '../serverSide.ts';

interface About {
  /** Its calls begin with it. */
  readonly name: string;
  /** What it is, in the words of the summaries. */
  readonly about: string;
  /** Who sees it, and who writes in it. */
  readonly show: string;
  readonly write: string;
  /** The finer right of who writes in it. */
  readonly who?: string;
}

/** Who may write in a document adds comments and files. */
export function attachedServer({ name, about, show, write, who }: About): Record<string, ServerSide> {
  const reads = { origin: 'extension', rule: show } as const;
  const writes = { origin: 'extension', rule: write, ...(who !== undefined && { who }) } as const;
  return {
    [`${name}Comments`]: { ...reads, summary: `Comments on ${about}, the newest first.` },
    [`${name}Comment`]: {
      ...{ ...writes, body: z.object({ comment: text(2000) }) },
      summary: `Comments on ${about}, whatever its state.`,
    },
    [`${name}Files`]: { ...reads, summary: `Files of ${about}, the newest first.` },
    [`${name}Upload`]: { ...writes, body: z.object({ file: z.file() }), summary: `Adds a file to ${about}.` },
    [`${name}DeleteFile`]: {
      ...writes,
      summary: `Takes a file off ${about}, by who added it; \`id\` is the file’s.`,
    },
  };
}
