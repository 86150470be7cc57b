/**
 * What every document has, written once: number, version, event log, comments, files (areas 2 "Types").
 * A kind of document adds a table of its own that shares the id.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FileInfo, HistoryLine, Person } from '../../contract/common.ts';
import type { Schema } from '../db/schema.ts';
import { likeLiteral } from '../db/search.ts';
import { tashkentDay } from '../http/days.ts';
import type { IncomingFile } from '../http/files.ts';
import { notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

export interface NewDocument {
  kind: string;
  /** Leads the number after the organization's code where several kinds share it. */
  organizationId: number;
  status: string;
  userId: number;
  now: Date;
  practiceDayId?: number;
  /** The day whose year its number has; null: an event gives it later. Left out: that of `now`. */
  numberedOn?: Date | null;
}

/** The order of a list of documents, of the alias `d`: by when they were made, from indexes that all kinds share. */
export const BY_CREATION = {
  columns: [
    { by: sql`d.created_at`, type: 'timestamptz' },
    { by: sql`d.id`, type: 'integer' },
  ],
  index: 'document_list',
  withState: 'document_list_state',
} as const;

/** Ids of a kind's documents whose number has what is typed, any part of it, in small letters or not. */
export const numberedLike = (kind: string, words: string): RawBuilder<unknown> => sql`
  SELECT x.id FROM document x WHERE x.kind = ${kind} AND lower(x.number) LIKE ${`%${likeLiteral(words.toLowerCase())}%`}`;

/** Years are those of Asia/Tashkent. */
const yearOf = (now: Date): number => Number(tashkentDay(now).slice(0, 4));

/** The next number of a kind in an organization and year: `CHL-26-0014`. Never given twice, gaps after a rollback never. */
export async function nextNumber(db: Db, kind: string, organizationId: number, now: Date): Promise<string> {
  const year = yearOf(now);
  const { last } = await db
    .insertInto('document_counter')
    .values({ kind, organization_id: organizationId, year, last: 1 })
    .onConflict((row) =>
      row.columns(['kind', 'organization_id', 'year']).doUpdateSet({ last: sql`document_counter.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  const organization = await db
    .selectFrom('organization')
    .select('code')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  if (!organization) throw notFound();
  return `${organization.code}-${String(year % 100).padStart(2, '0')}-${String(last).padStart(4, '0')}`;
}

export async function createDocument(db: Db, document: NewDocument): Promise<{ id: number; number: string }> {
  const { numberedOn = document.now } = document;
  const number = numberedOn === null ? null : await nextNumber(db, document.kind, document.organizationId, numberedOn);
  const { id } = await db
    .insertInto('document')
    .values({
      kind: document.kind,
      organization_id: document.organizationId,
      // the type of the column says what is there once the document has its number
      number: number as string,
      status: document.status,
      practice_day_id: document.practiceDayId ?? null,
      created_by: document.userId,
      created_at: document.now,
      updated_at: document.now,
      since: document.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, number: number ?? '' };
}

/** The event log of a document, the newest first. */
export async function eventsOf(db: Db, documentId: number): Promise<HistoryLine[]> {
  const rows = await db
    .selectFrom('event_log')
    .leftJoin('app_user', 'app_user.id', 'event_log.user_id')
    .select([
      'event_log.id',
      'event_log.at',
      'event_log.user_id',
      'app_user.fullname',
      'event_log.machine',
      'event_log.event',
      'event_log.subject_id',
      'event_log.state_before',
      'event_log.state_after',
      'event_log.payload',
    ])
    .where('event_log.document_id', '=', documentId)
    .orderBy('event_log.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    user: row.user_id !== null ? person(row.user_id, row.fullname ?? '') : null,
    machine: row.machine,
    event: row.event,
    before: row.state_before,
    after: row.state_after,
    payload: { ...row.payload, ...(row.subject_id !== null ? { subject_id: row.subject_id } : {}) },
  }));
}

export async function storeFile(
  db: Db,
  documentId: number,
  role: 'main' | 'attachment' | 'comment',
  file: IncomingFile,
  userId: number,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('file')
    .values({ document_id: documentId, role, ...file, created_by: userId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Files of documents without their contents, the newest first. */
export const filesOf = async (db: Db, ...documentIds: readonly number[]): Promise<FileInfo[]> =>
  documentIds.length === 0 ? [] : filesWhere(db, sql`file.document_id IN (${sql.join(documentIds)})`);

/** Files without their contents, the newest first. @param condition on `file` */
export async function filesWhere(db: Db, condition: RawBuilder<unknown>): Promise<FileInfo[]> {
  const rows = await db
    .selectFrom('file')
    .innerJoin('app_user', 'app_user.id', 'file.created_by')
    .select(['file.id', 'file.name', 'file.type', 'file.size', 'file.created_at', 'app_user.fullname'])
    .select('file.created_by')
    .where(sql<boolean>`${condition}`)
    .orderBy('file.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    type: row.type,
    size: row.size,
    created_at: row.created_at.toISOString(),
    created_by: { id: row.created_by, fullname: row.fullname },
  }));
}

export const person = (id: number, fullname: string): Person => ({ id, fullname });
