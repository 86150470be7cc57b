/**
 * What every directory has, written once: the lifecycle of its records, their versions, their log and its reading
 * (areas 3, P0). A directory adds its table with `active` and `version`, and says what keeps a record in use.
 */
import { type Kysely, sql } from 'kysely';
import { transition } from 'xstate';
import type { RecordLine } from '../../contract/records.ts';
import type { RecordKind } from '../../contract/workflows.ts';
import {
  type DirectoryRecordEvent,
  directoryRecordMachine,
  type RecordState,
} from '../../machines/directoryRecord/directoryRecord.machine.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Language, say } from '../http/messages.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { person, refuseStale } from './documents.ts';

type Db = Kysely<Schema>;

/** Tables with `active` and `version`. */
type DirectoryTable = {
  [T in keyof Schema]: 'active' extends keyof Schema[T] ? ('version' extends keyof Schema[T] ? T : never) : never;
}[keyof Schema];

export interface DirectoryRecord {
  id: number;
  active: boolean;
  version: number;
}

/** Why a record may not be archived: a text of `locales/*\/server.json` under `errors`, with its figures. */
export interface InUse {
  readonly key: string;
  readonly values?: Record<string, string | number>;
}

export interface Directory<R extends DirectoryRecord> {
  /** Under this name its records stand in the log, and in the workflow gallery. */
  readonly kind: RecordKind;
  readonly table: DirectoryTable;
  inUse(db: Db, record: R): Promise<InUse | null>;
}

/** Fields as the log keeps them: JSON, names instead of ids. */
export type LoggedFields = Readonly<Record<string, unknown>>;

const EVENTS = [
  'record.update',
  'record.archive',
  'record.restore',
] as const satisfies readonly DirectoryRecordEvent['type'][];

const stateOf = ({ active }: DirectoryRecord): RecordState => (active ? 'active' : 'archived');

const snapshotOf = (record: DirectoryRecord, inUse: InUse | null) =>
  directoryRecordMachine.resolveState({ value: stateOf(record), context: { inUse: inUse !== null } });

/** What the statechart allows now to one who may edit; to everybody else nothing. */
export function allowedOnRecord(record: DirectoryRecord, inUse: InUse | null, mayEdit: boolean): string[] {
  const snapshot = snapshotOf(record, inUse);
  return mayEdit ? EVENTS.filter((type) => snapshot.can({ type })) : [];
}

/** The fields that every record has on the wire (`recordFields` of the contract). */
export function recordAnswer(record: DirectoryRecord, inUse: InUse | null, mayEdit: boolean, language: Language) {
  return {
    id: record.id,
    active: record.active,
    version: record.version,
    allowed_events: allowedOnRecord(record, inUse, mayEdit),
    in_use: inUse === null ? null : say(language, `errors.${inUse.key}`, inUse.values),
  };
}

/** The row, held until the end of the transaction where `lock`; 404 when there is none. */
export async function lockRecord(db: Db, table: DirectoryTable, id: number): Promise<void> {
  const { rows } = await sql`SELECT id FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE`.execute(db);
  if (rows.length === 0) throw notFound();
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Only what differs. */
function changesOf(before: LoggedFields, after: LoggedFields): { before: LoggedFields; after: LoggedFields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !same(before[name], after[name]),
  );
  const only = (fields: LoggedFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: only(before), after: only(after) };
}

export interface LogLine {
  kind: string;
  recordId: number;
  event: string;
  payload: LoggedFields;
  /** Nobody: the server itself. */
  userId: number | null;
  now: Date;
}

/** One line in the log of a record: the only place that writes it, the demo's data apart. */
export async function writeLog(db: Db, { kind, recordId, event, payload, userId, now }: LogLine): Promise<void> {
  await db
    .insertInto('record_log')
    .values({ kind, record_id: recordId, event, payload: JSON.stringify(payload), user_id: userId, at: now })
    .execute();
}

interface RecordLog extends Omit<LogLine, 'payload'> {
  event: DirectoryRecordEvent['type'] | 'record.create';
  before: LoggedFields;
  after: LoggedFields;
}

/** What of the record was changed, before and after. */
export const logRecord = (db: Db, { before, after, ...line }: RecordLog): Promise<void> =>
  writeLog(db, { ...line, payload: changesOf(before, after) });

interface Step<R extends DirectoryRecord> {
  directory: Directory<R>;
  record: R;
  event: DirectoryRecordEvent['type'];
  /** What stands there now, for a 409 `stale`. */
  current: () => Promise<unknown>;
  /** The change itself, told as the log keeps it; none for archiving and restoring. */
  deed?: () => Promise<{ before: LoggedFields; after: LoggedFields }>;
}

/**
 * One step of a record: 409 when its state or its use forbids it (`in_use` says why) or when the person saw another
 * version (`stale`); then the deed, the new state and version, and a line in the log.
 */
export async function stepRecord<R extends DirectoryRecord>(
  { db, user, ifMatch, now }: { db: Db; user: SignedIn; ifMatch: number | undefined; now: Date },
  { directory, record, event, current, deed }: Step<R>,
): Promise<void> {
  const inUse = await directory.inUse(db, record);
  const snapshot = snapshotOf(record, inUse);
  if (!snapshot.can({ type: event })) {
    const extra = { state: stateOf(record), allowed: allowedOnRecord(record, inUse, true) };
    if (event === 'record.archive' && record.active && inUse) {
      const { key, values = {} } = inUse;
      throw conflict('in_use', { ...extra, messageKey: `errors.${key}`, values });
    }
    throw conflict('not_allowed_now', extra);
  }
  await refuseStale(ifMatch, record.version, current);
  const [after] = transition(directoryRecordMachine, snapshot, { type: event });
  const active = after.value === 'active';
  const changed = (await deed?.()) ?? { before: { active: record.active }, after: { active } };
  await sql`UPDATE ${sql.table(directory.table)} SET active = ${active}, version = version + 1
    WHERE id = ${record.id}`.execute(db);
  await logRecord(db, { kind: directory.kind, recordId: record.id, event, ...changed, userId: user.id, now });
}

/** The log of one record, the newest line first. */
export async function recordHistory(db: Db, kind: string, recordId: number): Promise<RecordLine[]> {
  const rows = await db
    .selectFrom('record_log')
    .leftJoin('app_user', 'app_user.id', 'record_log.user_id')
    .select(['record_log.id', 'record_log.at', 'record_log.event', 'record_log.payload'])
    .select(['record_log.user_id', 'app_user.fullname'])
    .where('record_log.kind', '=', kind)
    .where('record_log.record_id', '=', recordId)
    .orderBy('record_log.id', 'desc')
    .execute();
  return rows.map(({ id, at, event, payload, user_id, fullname }) => {
    const { before = {}, after = {} } = payload as Partial<Record<'before' | 'after', Record<string, unknown>>>;
    return {
      id: String(id),
      at: at.toISOString(),
      user: user_id === null || fullname === null ? null : person(user_id, fullname),
      event,
      before,
      after,
    };
  });
}
