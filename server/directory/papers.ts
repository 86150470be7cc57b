/** What a record that is a document has in `document` beside its own table: number, branch, practice day, owner, search key. */
import { type Kysely, sql } from 'kysely';
import { type AnyDirectory, snake } from '../../contract/directory/directory.ts';
import type { Schema } from '../db/schema.ts';
import { createDocument, nextNumber } from '../documents/documents.ts';
import { noonOf } from '../http/days.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import type { Writer } from './reader.ts';
import type { FoundRecord } from './records.ts';
import { keyOfRecord } from './search.ts';
import type { DirectoryTable } from './table.ts';

type Db = Kysely<Schema>;

/** The row in `document` of a new one; its year is that of the practice date, where it has one (decision 68). */
export async function makeDocument(
  { spec }: AnyDirectory,
  { db, user, now }: Pick<Writer, 'db' | 'user' | 'now'>,
  organizationId: number,
  status: string,
  day: OpenDay | undefined,
): Promise<number> {
  const { id } = await createDocument(db, {
    ...{ kind: snake(spec.name), organizationId, status, userId: user.id, now },
    numberedOn: spec.document?.numbered === 'made' ? (day ? noonOf(day.date) : now) : null,
    ...(day && { practiceDayId: day.id }),
  });
  return id;
}

/** After an event that belongs to a practice day, or that gives the number. */
export async function stampDocument(
  directory: AnyDirectory,
  table: DirectoryTable,
  { db, now }: { readonly db: Db; readonly now: Date },
  record: FoundRecord,
  event: string,
  day: OpenDay | undefined,
): Promise<{ readonly number?: string }> {
  const { spec } = directory;
  if (spec.document === undefined) return {};
  if (day) await db.updateTable('document').set({ practice_day_id: day.id }).where('id', '=', record.id).execute();
  if (spec.document.numbered !== event || record.number != null) return {};
  const at = day ? noonOf(day.date) : now;
  const number = await nextNumber(db, snake(spec.name), record.organizationId ?? 0, at);
  await db.updateTable('document').set({ number }).where('id', '=', record.id).execute();
  await sql`UPDATE ${sql.table(table.name)} SET search_key = ${keyOfRecord(directory, { ...record, number })}
    WHERE id = ${record.id}`.execute(db);
  return { number };
}
