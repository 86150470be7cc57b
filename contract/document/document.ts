/**
 * A document (areas 2, "Types"), declared once: a record with a chart that lives in `document`, with its number, branch,
 * practice day, event log, comments and files, and has a table of its own that shares the id. Everything else is that of a
 * declared directory (`contract/directory/`): fields, lines, calls, list, form, history, Excel, texts, API tests.
 */
import * as z from 'zod/mini';
import type { Service } from '../call.ts';
import { dataOf, FileInfo, instant, Person } from '../common.ts';
import type { ChartSpec } from '../directory/chart.ts';
import {
  type Directory,
  type DirectorySpec,
  defineDirectory,
  type Reading,
  snake,
  type Writing,
} from '../directory/directory.ts';
import type { Facts, Field, Fields } from '../directory/fields.ts';
import type { AttachedCall, DocumentPart } from './part.ts';

/** Options of a directory that a document has no use for, or has by itself. */
type NotOfDocuments = 'label' | 'order' | 'key' | 'tree' | 'doubles' | 'people' | 'document' | 'chart' | 'resource';

export interface DocumentSpec<N extends string, F extends Fields, E extends Facts>
  extends Omit<DirectorySpec<N, F, E>, NotOfDocuments>,
    DocumentPart {
  /** Its machine is called as the document. */
  readonly chart: Omit<ChartSpec, 'machine'>;
}

export const DocumentComment = z.object({
  id: z.int(),
  comment: z.string(),
  created_at: instant(),
  created_by: Person,
});
export type DocumentComment = z.infer<typeof DocumentComment>;

/** What hangs on a document beside its fields: read and written by calls of its own, whatever its state. */
export interface Attached extends Readonly<Record<AttachedCall, unknown>> {
  readonly comments: Reading<string, '/comments/{id}', { data: DocumentComment[] }, undefined>;
  readonly comment: Writing<string, 'POST', '/comment/{id}', { data: DocumentComment }, { comment: string }>;
  readonly files: Reading<string, '/files/{id}', { data: FileInfo[] }, undefined>;
  readonly upload: Writing<string, 'POST', '/upload_file/{id}', { data: FileInfo }, { file: File }> & {
    readonly multipart: true;
  };
  readonly deleteFile: Writing<string, 'PUT', '/delete_file/{id}', { data: FileInfo[] }, undefined>;
}

function attached(name: string, service: Service): Attached {
  const call = (what: string, method: string, path: string, response: unknown) => ({
    ...{ id: `${name}${what}`, service, method, path: `/${snake(name)}${path}`, response },
    ...(method !== 'GET' && { stale: [`${name}History`, `${name}Comments`, `${name}Files`] }),
  });
  const comments = z.object({ data: z.array(DocumentComment) });
  const files = z.object({ data: z.array(FileInfo) });
  return {
    comments: call('Comments', 'GET', '/comments/{id}', comments),
    comment: call('Comment', 'POST', '/comment/{id}', dataOf(DocumentComment)),
    files: call('Files', 'GET', '/files/{id}', files),
    upload: { ...call('Upload', 'POST', '/upload_file/{id}', dataOf(FileInfo)), multipart: true },
    deleteFile: call('DeleteFile', 'PUT', '/delete_file/{id}', files),
  } as unknown as Attached;
}

export interface Document<N extends string = string, F extends Fields = Fields, E extends Facts = Facts>
  extends Directory<N, F, E> {
  readonly attached: Attached;
}

export function defineDocument<
  const N extends string,
  const F extends Fields,
  const E extends Facts = Record<never, never>,
>({ numbered, dayOpen = [], ...spec }: DocumentSpec<N, F, E>): Document<N, F, E> {
  const fields = Object.fromEntries(
    Object.entries<Field>(spec.fields).map(([name, field]) => [
      name,
      field.kind === 'rows' ? { ...field, removed: true } : field,
    ]),
  );
  const whole = {
    ...{ ...spec, fields, chart: { ...spec.chart, machine: spec.name } },
    ...{ label: 'number', order: '-created_at' },
    stale: [...(spec.stale ?? []), 'myDay'],
    document: { numbered, dayOpen },
  };
  return { ...defineDirectory(whole as never), attached: attached(spec.name, spec.service) } as never;
}
