/** The contents of files, for who may see their document or record. */
import type { Kysely } from 'kysely';
import { fileDownload } from '../../contract/counting/acts.ts';
import { ACT_KIND, findAct, requireReader } from '../counting/access.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound } from '../http/refusal.ts';
import { findInvoice, INVOICE_KIND } from '../invoices/access.ts';
import { findOutput, OUTPUT_KIND } from '../outputs/access.ts';
import { mayUseImage } from './images.ts';

type Db = Kysely<Schema>;

/** Who may read a file of each kind of document; throws 404 or 403. */
const READERS: Readonly<Record<string, (db: Db, user: SignedIn, documentId: number) => Promise<unknown>>> = {
  [ACT_KIND]: async (db, user, id) => requireReader(await findAct(db, user, id)),
  [OUTPUT_KIND]: (db, user, id) => findOutput(db, user, id),
  [INVOICE_KIND]: (db, user, id) => findInvoice(db, user, id),
};

export const fileCalls: Implementation[] = [
  implement(fileDownload, {
    async record({ db, user, params }) {
      const file = await db
        .selectFrom('file')
        .leftJoin('document', 'document.id', 'file.document_id')
        .select(['file.document_id', 'document.kind', 'file.kind as of', 'file.name', 'file.type', 'file.content'])
        .where('file.id', '=', params.id)
        .executeTakeFirst();
      if (!file) throw notFound();
      if (file.of !== null) {
        if (!(await mayUseImage(db, user, file.of, params.id))) throw notFound();
        return file;
      }
      const reader = READERS[file.kind ?? ''];
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
