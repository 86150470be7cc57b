/**
 * Comments and files of a document, declared or not, and files of a record. They change neither its state nor its version, so
 * no event of its chart is sent; each leaves its row in the event log, of a document under the machine `document`.
 */
import type { FileInfo } from '../../contract/common.ts';
import type { Attached, AttachedFiles, DocumentComment } from '../../contract/document/attached.ts';
import { person } from '../documents/documents.ts';
import { type Bearer, documentShelf, type Shelf } from '../documents/shelf.ts';
import { readFile } from '../http/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { isCheckedCopy } from '../myid/copies.ts';
import type { Reader, Writer } from './reader.ts';

interface Parts<R extends Bearer> {
  readonly attached: Attached | AttachedFiles;
  readonly find: (reader: Reader, id: number, lock?: boolean) => Promise<R>;
  /** Whether the person may write in documents of its branch. */
  readonly isOwn: (record: R, user: Reader['user']) => boolean;
  /** Why one of its files stays, a key of `locales`; undefined: who added it may take it off. */
  readonly keeps?: (db: Reader['db'], fileId: number) => Promise<string | undefined>;
  /** Where the files are; those of documents where left out. */
  readonly shelf?: Shelf;
  /** Which of the files the reader may see; all where left out. */
  readonly shown?: (reader: Reader, record: R, files: readonly FileInfo[]) => Promise<readonly FileInfo[]>;
}

const commentsOf = async ({ db }: Pick<Reader, 'db'>, id: number): Promise<DocumentComment[]> => {
  const rows = await db
    .selectFrom('document_comment as c')
    .innerJoin('app_user as u', 'u.id', 'c.created_by')
    .select(['c.id', 'c.comment', 'c.created_at', 'c.created_by', 'u.fullname'])
    .where('c.document_id', '=', id)
    .orderBy('c.id', 'desc')
    .execute();
  return rows.map(({ created_by, fullname, created_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    created_by: person(created_by, fullname),
  }));
};

export function attachedCalls<R extends Bearer>(parts: Parts<R>): Implementation[] {
  const { attached: calls, find, isOwn, keeps, shelf = documentShelf, shown = async (_, __, files) => files } = parts;

  async function findOwn(context: unknown): Promise<R> {
    const reader = context as Reader & { params: { id: number } };
    const record = await find(reader, reader.params.id, true);
    if (!isOwn(record, reader.user)) throw forbidden('errors.record_of_others');
    return record;
  }

  const log = ({ db, user, now }: Writer, record: Bearer, event: string, payload: LoggedFields) =>
    shelf.log(db, record, { event, payload, userId: user.id, now });

  const seen = async (reader: Reader, record: R): Promise<FileInfo[]> => [
    ...(await shown(reader, record, await shelf.files(reader.db, record.id))),
  ];

  const comments = (of: Attached): Implementation[] => [
    implement(of.comments, {
      record: (context) => find(context as unknown as Reader, context.params.id),
      handle: async ({ db, record }) => ({ data: await commentsOf({ db }, record.id) }),
    }),
    implement(of.comment, {
      record: findOwn,
      async handle(context) {
        const writer = context as unknown as Writer & { body: { comment: string } };
        const { db, user, now, body } = writer;
        const { id } = context.record;
        await db
          .insertInto('document_comment')
          .values({ document_id: id, comment: body.comment, created_by: user.id, created_at: now } as never)
          .execute();
        await log(writer, context.record, 'comment.add', { after: { comment: body.comment } });
        const [made] = await commentsOf({ db }, id);
        return { data: made as DocumentComment };
      },
    }),
  ];

  return [
    ...('comments' in calls ? comments(calls) : []),
    implement(calls.files, {
      record: (context) => find(context as unknown as Reader, context.params.id),
      handle: async (context) => ({ data: await seen(context as unknown as Reader, context.record) }),
    }),
    implement(calls.upload, {
      record: findOwn,
      async handle(context) {
        const writer = context as unknown as Writer & { body: { file: File } };
        const { db, user, now, body } = writer;
        const file = await readFile(body.file);
        const id = await shelf.store(db, context.record.id, file, user.id, now);
        await log(writer, context.record, 'file.add', { after: { file: shelf.logged(file.name) } });
        const stored = (await shelf.files(db, context.record.id)).find((one) => one.id === id);
        if (!stored) throw new Error('the file was stored a moment ago');
        return { data: stored };
      },
    }),
    implement(calls.deleteFile, {
      async record(context) {
        const { db, user } = context as unknown as Reader;
        const file = await shelf.find(db, context.params.id);
        if (file === undefined) throw notFound();
        const bearer = await findOwn({ ...context, params: { id: file.bearer } });
        if (file.created_by !== user.id) throw forbidden('errors.file_of_others');
        const isCopy = await isCheckedCopy(db, context.params.id);
        const kept = isCopy ? 'errors.file_of_copy' : await keeps?.(db, context.params.id);
        if (kept !== undefined) throw forbidden(kept);
        return { bearer, name: file.name };
      },
      async handle(context) {
        const writer = context as unknown as Writer;
        const { bearer, name } = context.record;
        await writer.db.deleteFrom('file').where('id', '=', context.params.id).execute();
        await log(writer, bearer, 'file.remove', { before: { file: shelf.logged(name) } });
        return { data: await seen(writer, bearer) };
      },
    }),
  ];
}
