/**
 * What every directory has, written once: the lifecycle of its records, their versions, their log and its reading
 * (areas 3, P0). A directory adds its table with `active` and `version`, and a check of what keeps a record in use.
 */
import { type Kysely, sql } from 'kysely';
import type { RecordLine } from '../../contract/records.ts';
import { allows } from '../../contract/rules.ts';
import type { RecordKind } from '../../contract/workflows.ts';
import { directoryRecordMachine } from '../../machines/directoryRecord/directoryRecord.machine.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Language, say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { type Asked, defineLifecycle, type Row } from '../lifecycle/lifecycle.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { person } from './documents.ts';

type Db = Kysely<Schema>;

/** Tables with `active` and `version`. */
type DirectoryTable = {
  [T in keyof Schema]: 'active' extends keyof Schema[T] ? ('version' extends keyof Schema[T] ? T : never) : never;
}[keyof Schema];

export interface DirectoryRecord extends Row {
  active: boolean;
  version: number;
}

/** Why a record may not be archived: a text of `locales/*\/server.json` under `errors`, with its figures. */
export interface InUse {
  readonly key: string;
  readonly values?: Record<string, string | number>;
}

export interface DirectorySpec<R extends DirectoryRecord, A> {
  /** Under this name its records are in the log, and in the workflow gallery. */
  readonly kind: RecordKind;
  readonly table: DirectoryTable;
  readonly find: (asked: Asked, id: number, lock: boolean) => Promise<R>;
  readonly answer: (asked: Asked, record: R) => Promise<A>;
  readonly inUse: (db: Db, record: R) => Promise<InUse | null>;
  /** The rule of who changes records: to others no event is offered. */
  readonly edits: string;
  /** The finer right: whose records they are. */
  readonly right?: (record: R, user: SignedIn) => boolean;
  /** Words of the 403. */
  readonly forbidden?: string;
}

/** A directory's records: their lifecycle, and the fields that every record has on the wire (`recordFields`). */
export function defineDirectory<R extends DirectoryRecord, A>(spec: DirectorySpec<R, A>) {
  const { inUse, edits, right, forbidden, ...found } = spec;
  const rule = { ...(right && { right }), ...(forbidden !== undefined && { forbidden }) };
  const lifecycle = defineLifecycle(directoryRecordMachine, {
    ...found,
    log: 'record_log',
    column: (state) => ({ active: state === 'active' }),
    state: ({ active }) => (active ? 'active' : 'archived'),
    facts: async ({ db }, record) => ({ inUse: (await inUse(db, record)) !== null }),
    async why({ db }, record, event) {
      const used = event === 'record.archive' && record.active ? await inUse(db, record) : null;
      return used ? { code: 'in_use', messageKey: `errors.${used.key}`, values: used.values ?? {} } : undefined;
    },
    events: { 'record.update': rule, 'record.archive': rule, 'record.restore': rule },
  });
  return {
    ...lifecycle,
    async fields({ db, user, language }: { db: Db; user: SignedIn; language: Language }, record: R) {
      const used = await inUse(db, record);
      return {
        id: record.id,
        active: record.active,
        version: record.version,
        allowed_events: allows(user.rules, edits) ? lifecycle.allowed(record, { inUse: used !== null }, user) : [],
        in_use: used === null ? null : say(language, `errors.${used.key}`, used.values),
      };
    },
  };
}

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
