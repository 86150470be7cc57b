/**
 * Dated settings, written once for all of them (areas 3 "P2", V13): lifecycle, log, and the start of what is due. A
 * setting has a table of its own, a row a revision, with `id`, `status`, `version` and `valid_from`.
 */
import { type Kysely, sql } from 'kysely';
import { transition } from 'xstate';
import {
  type RevisionContext,
  type RevisionEvent,
  type RevisionState,
  settingRevisionMachine,
} from '../../machines/settingRevision/settingRevision.machine.ts';
import type { Schema } from '../db/schema.ts';
import { writeLog } from '../documents/records.ts';
import { tashkentDay } from '../http/days.ts';
import { conflict } from '../http/refusal.ts';

type Db = Kysely<Schema>;

export interface Setting {
  /** The table, and the kind of its records in the log. */
  table: keyof Schema & string;
  /** Columns that say what the figures are of: of one subject one revision is valid at a time. */
  subject: readonly string[];
}

export interface Revision {
  id: number;
  status: RevisionState;
  version: number;
  validFrom: string;
}

/** Revisions that count on a day, on the alias `m`: the latest of them by `valid_from`, then by `id`, is in force. */
export const COUNTS = sql`m.status IN ('planned', 'valid', 'superseded')`;

const snapshotOf = (status: RevisionState, context: RevisionContext) =>
  settingRevisionMachine.resolveState({ value: status, context });

/** What the guards read. */
export async function revisionFacts(db: Db, validFrom: string): Promise<RevisionContext> {
  const [year, month] = validFrom.split('-').map(Number);
  const closed = await db
    .selectFrom('practice_month')
    .select('id')
    .where('year', '=', year as number)
    .where('month', '=', month as number)
    .where('status', '=', 'closed')
    .executeTakeFirst();
  return { monthClosed: closed !== undefined };
}

const BY_PEOPLE = ['revision.update', 'revision.plan', 'revision.drop'] as const;

/** What a person who may edit the setting may do with a revision now. */
export function allowedOn(status: RevisionState, facts: RevisionContext): string[] {
  const snapshot = snapshotOf(status, facts);
  return BY_PEOPLE.filter((type) => snapshot.can(type === 'revision.update' ? { type, facts } : { type }));
}

/** Refuses an event that the state does not allow. Asked before the deed. */
export function mayStep(revision: Revision, facts: RevisionContext, event: RevisionEvent): void {
  if (snapshotOf(revision.status, facts).can(event)) return;
  const closed = event.type === 'revision.plan' && revision.status === 'draft';
  throw conflict('not_allowed_now', {
    state: revision.status,
    allowed: allowedOn(revision.status, facts),
    ...(closed && { messageKey: 'errors.month_closed' }),
  });
}

export const logRevision = (
  db: Db,
  setting: Setting,
  line: { id: number; event: string; payload?: Record<string, unknown>; userId: number | null; now: Date },
): Promise<void> => {
  const { id, payload = {}, ...rest } = line;
  return writeLog(db, { ...rest, kind: setting.table, recordId: id, payload });
};

/** Takes the step that `mayStep` allowed, after the deed: new state and version, one line in the log. */
export async function step(
  db: Db,
  setting: Setting,
  revision: Revision,
  facts: RevisionContext,
  event: RevisionEvent,
  by: { userId: number; now: Date; payload?: Record<string, unknown> },
): Promise<void> {
  const [after] = transition(settingRevisionMachine, snapshotOf(revision.status, facts), event);
  await sql`UPDATE ${sql.table(setting.table)} SET status = ${String(after.value)}, version = version + 1
    WHERE id = ${revision.id}`.execute(db);
  await logRevision(db, setting, {
    id: revision.id,
    event: event.type,
    payload: { before: revision.status, after: String(after.value), ...by.payload },
    userId: by.userId,
    now: by.now,
  });
}

/**
 * `revision.start` of every planned revision whose day has come, and `revision.supersede` of what it comes after; the
 * server does both. Several that became due at once start in the order of their days, so one of a subject stays valid.
 */
export async function startDue(db: Db, setting: Setting, now: Date): Promise<{ started: number; superseded: number }> {
  const table = sql.table(setting.table);
  const subject = sql.join(setting.subject.map((column) => sql.ref(column)));
  const log = (event: RevisionEvent['type'], before: RevisionState, after: RevisionState) => sql`
    INSERT INTO record_log (kind, record_id, event, payload, user_id, at)
    SELECT ${setting.table}::text, id, ${event}::text,
           jsonb_build_object('before', ${before}::text, 'after', ${after}::text), NULL, ${now}
    FROM moved ORDER BY id`;
  const started = await sql`
    WITH moved AS (
      UPDATE ${table} SET status = 'valid', version = version + 1
      WHERE status = 'planned' AND valid_from <= ${tashkentDay(now)}::date RETURNING id
    ) ${log('revision.start', 'planned', 'valid')}`.execute(db);
  const superseded = await sql`
    WITH moved AS (
      UPDATE ${table} SET status = 'superseded', version = version + 1
      WHERE id IN (
        SELECT id FROM (
          SELECT id, row_number() OVER (PARTITION BY ${subject} ORDER BY valid_from DESC, id DESC) AS place
          FROM ${table} WHERE status = 'valid'
        ) AS ranked WHERE place > 1
      ) RETURNING id
    ) ${log('revision.supersede', 'valid', 'superseded')}`.execute(db);
  return {
    started: Number(started.numAffectedRows ?? 0),
    superseded: Number(superseded.numAffectedRows ?? 0),
  };
}
