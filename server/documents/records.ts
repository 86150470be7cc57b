/** What records of every kind share: their lock, what changed of them, and the reading of their log. */
import { type Kysely, sql } from 'kysely';
import type { RecordLine } from '../../contract/records.ts';
import { directoryRecordMachine } from '../../machines/directoryRecord/directoryRecord.machine.ts';
import type { Schema } from '../db/schema.ts';
import { notFound } from '../http/refusal.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { eventsOf, person } from './documents.ts';

type Db = Kysely<Schema>;

/** Holds the row until the end of the transaction; 404 when there is none. */
export async function lockRecord(db: Db, table: string, id: number): Promise<void> {
  const { rows } = await sql`SELECT id FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE`.execute(db);
  if (rows.length === 0) throw notFound();
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Only the fields that differ, as the log has them. */
export function changesOf(before: LoggedFields, after: LoggedFields): { before: LoggedFields; after: LoggedFields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !same(before[name], after[name]),
  );
  const only = (fields: LoggedFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/** The state as a field of the record's history: a directory has `active`, everything else its status. */
function stateField(machine: string, state: string | null, changed: boolean): LoggedFields {
  if (state === null) return {};
  if (machine !== directoryRecordMachine.id) return { status: state };
  return changed ? { active: state === 'active' } : {};
}

/** The log of one document as that of a record. */
export async function documentHistory(db: Db, documentId: number): Promise<RecordLine[]> {
  const lines = await eventsOf(db, documentId);
  return lines.map(({ id, at, user, event, before, after, payload }) => {
    const fields = payload as Partial<Record<'before' | 'after', LoggedFields>>;
    const status = (state: string | null) => (state === null ? {} : { status: state });
    return {
      ...{ id, at, user, event },
      before: { ...status(before), ...fields.before },
      after: { ...status(after), ...fields.after },
    };
  });
}

/** The log of one record, the newest row first. */
export async function recordHistory(db: Db, kind: string, recordId: number): Promise<RecordLine[]> {
  const rows = await db
    .selectFrom('record_log as l')
    .leftJoin('app_user as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.at', 'l.event', 'l.payload', 'l.machine', 'l.state_before', 'l.state_after'])
    .select(['l.user_id', 'u.fullname'])
    .where('l.kind', '=', kind)
    .where('l.record_id', '=', recordId)
    .orderBy('l.id', 'desc')
    .execute();
  return rows.map(({ id, at, event, payload, machine, state_before, state_after, user_id, fullname }) => {
    const { before = {}, after = {} } = payload as Partial<Record<'before' | 'after', LoggedFields>>;
    // rows written before states had columns of their own have them in the payload
    const changed = state_before !== null && state_before !== state_after;
    const field = (state: string | null) => (machine === null ? {} : stateField(machine, state, changed));
    return {
      id: String(id),
      at: at.toISOString(),
      user: user_id === null || fullname === null ? null : person(user_id, fullname),
      event,
      before: { ...field(state_before), ...before },
      after: { ...field(state_after), ...after },
    };
  });
}
