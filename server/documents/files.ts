/** The contents of files, for who may see their document or record. */
import type { Kysely } from 'kysely';
import { fileDownload } from '../../contract/counting/acts.ts';
import { ruleFor, snake } from '../../contract/directory/directory.ts';
import { allows } from '../../contract/rules.ts';
import { CONTRACT_KIND, findContract } from '../contracts/access.ts';
import { ACT_KIND, findAct, requireReader } from '../counting/access.ts';
import type { Schema } from '../db/schema.ts';
import { keepOpening } from '../directory/persons.ts';
import type { Reader } from '../directory/reader.ts';
import { servedDirectories } from '../directory/serve.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { findInvoice, INVOICE_KIND } from '../invoices/access.ts';
import { findOrder, ORDER_KIND } from '../orders/access.ts';
import { findOutput, OUTPUT_KIND } from '../outputs/access.ts';
import { mayUseImage } from './images.ts';
import { recordShelf } from './shelf.ts';

type Db = Kysely<Schema>;
type ReadDocument = (db: Db, user: SignedIn, documentId: number) => Promise<unknown>;

/** Who may read a file of each kind of document; throws 404 or 403. */
const READERS: Readonly<Record<string, ReadDocument>> = {
  [ACT_KIND]: async (db, user, id) => requireReader(await findAct(db, user, id)),
  [OUTPUT_KIND]: (db, user, id) => findOutput(db, user, id),
  [INVOICE_KIND]: (db, user, id) => findInvoice(db, user, id),
  [CONTRACT_KIND]: (db, user, id) => findContract(db, user, id),
  [ORDER_KIND]: (db, user, id) => findOrder(db, user, id),
};

/** Of a declared document: who sees it, by the rule of its list. */
function readerOf(kind: string): ReadDocument | undefined {
  const served = servedDirectories().find(({ directory: { spec } }) => spec.document && snake(spec.name) === kind);
  if (served === undefined) return READERS[kind];
  return async (db, user, id) => {
    if (!allows(user.rules, ruleFor(served.directory, 'show'))) throw notFound();
    await served.find({ db, user, language: 'uz', now: new Date() }, id);
  };
}

/** A file of a record: who sees the record, and of a person the numbers too. @throws 404 */
async function readRecordFile(reader: Reader, kind: string, fileId: number): Promise<void> {
  const served = servedDirectories().find(({ directory: { spec } }) => spec.name === kind);
  const file = await recordShelf(kind).find(reader.db, fileId);
  if (!served || !file || !allows(reader.user.rules, ruleFor(served.directory, 'show'))) throw notFound();
  await served.find(reader, file.bearer);
  const files = await recordShelf(kind).files(reader.db, file.bearer);
  if (!(await served.shownFiles(reader, file.bearer, files)).some(({ id }) => id === fileId)) throw notFound();
  await keepOpening(served.directory, reader, file.bearer);
}

/** Whether the person may read the files of a document. */
export async function readsFilesOf(db: Db, user: SignedIn, kind: string, documentId: number): Promise<boolean> {
  try {
    await readerOf(kind)?.(db, user, documentId);
    return readerOf(kind) !== undefined;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

export const fileCalls: Implementation[] = [
  implement(fileDownload, {
    async record(context) {
      const { db, user, params } = context;
      const file = await db
        .selectFrom('file')
        .leftJoin('document', 'document.id', 'file.document_id')
        .select([
          'file.document_id',
          'document.kind',
          'file.kind as of',
          'file.role',
          'file.name',
          'file.type',
          'file.content',
        ])
        .where('file.id', '=', params.id)
        .executeTakeFirst();
      if (!file) throw notFound();
      if (file.of !== null) {
        if (file.role !== 'image') await readRecordFile(context, file.of, params.id);
        else if (!(await mayUseImage(db, user, file.of, params.id))) throw notFound();
        return file;
      }
      const reader = readerOf(file.kind ?? '');
      if (!reader || file.document_id === null) throw notFound();
      await reader(db, user, file.document_id);
      return file;
    },
    async handle({ record: file }) {
      return new Response(new Uint8Array(file.content), {
        headers: {
          'content-type': file.type,
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, max-age=3600',
        },
      });
    },
  }),
];
