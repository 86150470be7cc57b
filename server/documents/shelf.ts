/** Where files lie that hang on something: with a document, or with a record of a declaration. */
import { type Kysely, sql } from 'kysely';
import type { FileInfo } from '../../contract/common.ts';
import type { Schema } from '../db/schema.ts';
import type { IncomingFile } from '../http/files.ts';
import { appendLog, type LoggedFields } from '../lifecycle/stages.ts';
import { filesOf, filesWhere, storeFile } from './documents.ts';

type Db = Kysely<Schema>;

/** What comments and files hang on. */
export interface Bearer {
  readonly id: number;
  readonly status?: string | undefined;
}

interface HungFile {
  readonly bearer: number;
  readonly name: string;
  readonly created_by: number;
}

interface Line {
  readonly event: string;
  readonly payload: LoggedFields;
  readonly userId: number;
  readonly now: Date;
}

export interface Shelf {
  /** The newest first. */
  readonly files: (db: Db, bearer: number) => Promise<FileInfo[]>;
  /** @returns the id of the file */
  readonly store: (db: Db, bearer: number, file: IncomingFile, userId: number, now: Date) => Promise<number>;
  readonly find: (db: Db, fileId: number) => Promise<HungFile | undefined>;
  readonly log: (db: Db, bearer: Bearer, line: Line) => Promise<void>;
  /** The name of a file as the log has it. */
  readonly logged: (name: string) => string;
}

/** Rows of the log that are of no chart. */
const ATTACHED_LOG = 'document';

export const documentShelf: Shelf = {
  files: (db, id) => filesOf(db, id),
  store: (db, id, file, userId, now) => storeFile(db, id, 'attachment', file, userId, now),
  async find(db, fileId) {
    const { rows } = await sql<HungFile>`SELECT document_id AS bearer, name, created_by FROM file
      WHERE id = ${fileId} AND document_id IS NOT NULL`.execute(db);
    return rows[0];
  },
  log: (db, { id, status = '' }, line) =>
    appendLog(db, {
      ...{ log: 'event_log', kind: ATTACHED_LOG, machine: ATTACHED_LOG },
      ...{ id, before: status, after: status, ...line },
    }),
  logged: (name) => name,
};

/** PINFL, document and phone stand in no log (decision 98), and people call a copy by its number. */
export const withoutNumbers = (name: string): string =>
  name.replace(/\d(?:[ _-]?\d){4,}/g, (number) => '*'.repeat(number.length - 2) + number.slice(-2));

/** @param kind the name of the declaration, as its files and its log have it */
export const recordShelf = (kind: string): Shelf => ({
  files: (db, id) =>
    filesWhere(
      db,
      sql`file.kind = ${kind} AND file.id IN (SELECT h.file_id FROM record_file h WHERE h.record_id = ${id})`,
    ),
  async store(db, id, file, userId, now) {
    const { id: file_id } = await db
      .insertInto('file')
      .values({ kind, role: 'attachment', ...file, created_by: userId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('record_file').values({ file_id, record_id: id }).execute();
    return file_id;
  },
  async find(db, fileId) {
    const { rows } = await sql<HungFile>`SELECT h.record_id AS bearer, f.name, f.created_by
      FROM record_file h JOIN file f ON f.id = h.file_id WHERE f.id = ${fileId} AND f.kind = ${kind}`.execute(db);
    return rows[0];
  },
  log: (db, { id }, line) =>
    appendLog(db, { ...{ log: 'record_log', kind, machine: null, id, before: null, after: null }, ...line }),
  logged: withoutNumbers,
});
