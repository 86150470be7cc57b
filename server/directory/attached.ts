/**
 * Comments and files of a document, declared or not. They change neither its state nor its version, so no event of its
 * chart is sent; each leaves its row in the event log, under the machine `document`.
 */
import type { Attached, DocumentComment } from '../../contract/document/attached.ts';
import { filesOf, person, storeFile } from '../documents/documents.ts';
import { readFile } from '../http/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import { appendLog, type LoggedFields } from '../lifecycle/stages.ts';
import { isCheckedCopy } from '../myid/copies.ts';
import type { Reader, Writer } from './reader.ts';

/** Rows of the log that are of no chart. */
export const ATTACHED_LOG = 'document';

/** A document as far as its comments and files go. */
interface Bearer {
  readonly id: number;
  readonly status?: string | undefined;
}

interface Parts<R extends Bearer> {
  readonly attached: Attached;
  readonly find: (reader: Reader, id: number, lock?: boolean) => Promise<R>;
  /** Whether the person may write in documents of its branch. */
  readonly isOwn: (record: R, user: Reader['user']) => boolean;
  /** Why one of its files stays, a key of `locales`; undefined: who added it may take it off. */
  readonly keeps?: (db: Reader['db'], fileId: number) => Promise<string | undefined>;
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

export function attachedCalls<R extends Bearer>({ attached: calls, find, isOwn, keeps }: Parts<R>): Implementation[] {
  async function findOwn(context: unknown): Promise<R> {
    const reader = context as Reader & { params: { id: number } };
    const record = await find(reader, reader.params.id, true);
    if (!isOwn(record, reader.user)) throw forbidden('errors.record_of_others');
    return record;
  }

  const log = ({ db, user, now }: Writer, { id, status = '' }: Bearer, event: string, payload: LoggedFields) =>
    appendLog(db, {
      ...{ log: 'event_log', kind: ATTACHED_LOG, machine: ATTACHED_LOG },
      ...{ id, event, before: status, after: status, payload, userId: user.id, now },
    });

  return [
    implement(calls.comments, {
      record: (context) => find(context as unknown as Reader, context.params.id),
      handle: async ({ db, record }) => ({ data: await commentsOf({ db }, record.id) }),
    }),
    implement(calls.comment, {
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
    implement(calls.files, {
      record: (context) => find(context as unknown as Reader, context.params.id),
      handle: async ({ db, record }) => ({ data: await filesOf(db, record.id) }),
    }),
    implement(calls.upload, {
      record: findOwn,
      async handle(context) {
        const writer = context as unknown as Writer & { body: { file: File } };
        const { db, user, now, body } = writer;
        const file = await readFile(body.file);
        const id = await storeFile(db, context.record.id, 'attachment', file, user.id, now);
        await log(writer, context.record, 'file.add', { after: { file: file.name } });
        const stored = (await filesOf(db, context.record.id)).find((one) => one.id === id);
        if (!stored) throw new Error('the file was stored a moment ago');
        return { data: stored };
      },
    }),
    implement(calls.deleteFile, {
      async record(context) {
        const { db, user } = context as unknown as Reader;
        const file = await db
          .selectFrom('file')
          .select(['document_id', 'name', 'created_by'])
          .where('id', '=', context.params.id)
          .executeTakeFirst();
        if (!file?.document_id) throw notFound();
        const document = await findOwn({ ...context, params: { id: file.document_id } });
        if (file.created_by !== user.id) throw forbidden('errors.file_of_others');
        const isCopy = await isCheckedCopy(db, context.params.id);
        const kept = isCopy ? 'errors.file_of_copy' : await keeps?.(db, context.params.id);
        if (kept !== undefined) throw forbidden(kept);
        return { document, name: file.name };
      },
      async handle(context) {
        const writer = context as unknown as Writer;
        const { document, name } = context.record;
        await writer.db.deleteFrom('file').where('id', '=', context.params.id).execute();
        await log(writer, document, 'file.remove', { before: { file: name } });
        return { data: await filesOf(writer.db, document.id) };
      },
    }),
  ];
}
