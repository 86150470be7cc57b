/** What hangs on a document or a record beside its fields: comments and files, by calls of their own, whatever its state. */
import * as z from 'zod/mini';
import type { Call, Service } from '../call.ts';
import { dataOf, FileInfo, instant, Person } from '../common.ts';
import { type Reading, snake, type Writing } from '../directory/directory.ts';
import type { AttachedCall } from './part.ts';

export const DocumentComment = z.object({
  id: z.int(),
  comment: z.string(),
  created_at: instant(),
  created_by: Person,
});
export type DocumentComment = z.infer<typeof DocumentComment>;

export interface Attached extends Readonly<Record<AttachedCall, unknown>> {
  readonly comments: Reading<string, '/comments/{id}', { data: DocumentComment[] }, undefined>;
  readonly comment: Writing<string, 'POST', '/comment/{id}', { data: DocumentComment }, { comment: string }>;
  readonly files: Reading<string, '/files/{id}', { data: FileInfo[] }, undefined>;
  readonly upload: Writing<string, 'POST', '/upload_file/{id}', { data: FileInfo }, { file: File }> & {
    readonly multipart: true;
  };
  readonly deleteFile: Writing<string, 'PUT', '/delete_file/{id}', { data: FileInfo[] }, undefined>;
}

/** Files of a record that is no document: nobody comments on it. */
export type AttachedFiles = Pick<Attached, 'files' | 'upload' | 'deleteFile'>;

/** @param name its calls begin with it: `appealComments`. @param resource its address @param others more that its files make stale */
export function attachedTo(name: string, service: Service, resource: string, others: readonly string[] = []): Attached {
  /** @param renews of a writing call: the reading one whose answer it changes */
  const call = (what: string, method: string, path: string, response: unknown, renews?: string) => ({
    ...{ id: `${name}${what}`, service, method, path: `/${resource}${path}`, response },
    ...(renews && { stale: [`${name}Show`, `${name}History`, `${name}${renews}`, ...others] }),
  });
  const comments = z.object({ data: z.array(DocumentComment) });
  const files = z.object({ data: z.array(FileInfo) });
  return {
    comments: call('Comments', 'GET', '/comments/{id}', comments),
    comment: call('Comment', 'POST', '/comment/{id}', dataOf(DocumentComment), 'Comments'),
    files: call('Files', 'GET', '/files/{id}', files),
    upload: { ...call('Upload', 'POST', '/upload_file/{id}', dataOf(FileInfo), 'Files'), multipart: true },
    deleteFile: call('DeleteFile', 'PUT', '/delete_file/{id}', files, 'Files'),
  } as unknown as Attached;
}

/** A directory whose records have files, as documents do. @param stale what else shows them */
export function withFiles<D extends { readonly spec: { readonly name: string; readonly service: Service } }>(
  directory: D,
  stale: readonly string[] = [],
): D & { readonly attached: AttachedFiles } {
  const { name, service } = directory.spec;
  const { files, upload, deleteFile } = attachedTo(name, service, snake(name), stale);
  return { ...directory, attached: { files, upload, deleteFile } };
}

export const attachedCallsOf = (attached: Attached): Call[] => Object.values({ ...attached }) as unknown as Call[];
