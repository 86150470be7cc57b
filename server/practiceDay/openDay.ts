/** The gate of every document: the practice day of its organization (areas 2, V4). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { writtenDay } from '../http/days.ts';
import { conflict, type Refusal } from '../http/refusal.ts';

export interface OpenDay {
  id: number;
  date: string;
}

/** The day of an organization that is not closed yet, held as it is until the transaction ends. */
export const unclosedDay = (
  db: Kysely<Schema>,
  organizationId: number,
): Promise<(OpenDay & { status: string }) | undefined> =>
  db
    .selectFrom('practice_day')
    .select(['id', 'date', 'status'])
    .where('organization_id', '=', organizationId)
    .where('status', '<>', 'closed')
    .forShare()
    .executeTakeFirst();

/** The open day of an organization, else its last one (D of decision 58); undefined: it never had one. */
export const latestDay = (
  db: Kysely<Schema>,
  organizationId: number,
): Promise<{ date: string; status: string } | undefined> =>
  db
    .selectFrom('practice_day')
    .select(['date', 'status'])
    .where('organization_id', '=', organizationId)
    .orderBy(sql`status = 'open'`, 'desc')
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Selects the day of what an organization writes now: its open practice day, without one today. */
export const dayOfWriting = (organizationId: number | RawBuilder<unknown>): RawBuilder<string> => sql`(SELECT coalesce(
  (SELECT date FROM practice_day WHERE organization_id = ${organizationId} AND status = 'open'),
  (now() AT TIME ZONE 'Asia/Tashkent')::date))`;

/** The same, read. */
export async function practiceDate(db: Kysely<Schema>, organizationId: number): Promise<string> {
  const { rows } = await sql<{
    day: string;
  }>`SELECT to_char(${dayOfWriting(organizationId)}, 'YYYY-MM-DD') AS day`.execute(db);
  return rows[0]?.day ?? '';
}

/**
 * The open practice day, held open until the transaction ends: who begins to close it waits for this document, and a
 * document that came later waits for the closing and is refused.
 * @throws Refusal 409 `no_open_day`; its message tells whether the day is being closed or none is open.
 */
export async function needOpenDay(db: Kysely<Schema>, organizationId: number): Promise<OpenDay> {
  const day = await unclosedDay(db, organizationId);
  if (day?.status === 'open') return day;
  throw withoutDay(day);
}

/** The refusal of what needs an open day. @param day the one that is being closed */
const withoutDay = (day: { readonly date: string } | undefined): Refusal =>
  conflict('no_open_day', day ? { messageKey: 'errors.day_closing', values: { date: writtenDay(day.date) } } : {});

/** What `needOpenDay` would throw now, without holding the day; nothing where it would not. */
export async function whyNoOpenDay(db: Kysely<Schema>, organizationId: number): Promise<Refusal | undefined> {
  const day = await latestDay(db, organizationId);
  if (day?.status === 'open') return undefined;
  return withoutDay(day?.status === 'closed' ? undefined : day);
}
