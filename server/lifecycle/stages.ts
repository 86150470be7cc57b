/**
 * The stages of a step, each in exactly one function: the engine (`lifecycle.ts`) calls them in the order of decision 30
 * and nothing else writes a status, a version or a row of the log. A test replaces one of them (`vi.mock` of this file)
 * to see which test layer notices: a right not asked, a day not needed, an effect left out or run twice, a version not
 * raised, a log row without its person or its facts.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ErrorCode } from '../../contract/common.ts';
import { nudge } from '../db/pool.ts';
import { alikeIn, isOneOf, rowsOf } from '../db/rows.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';
import { conflict, forbidden, type Refusal, type RefusalExtra, type RefusedStep } from '../http/refusal.ts';
import { needOpenDay, type OpenDay } from '../practiceDay/openDay.ts';
import { StockError } from '../stock/posting.ts';

type Db = Kysely<Schema>;

/** Fields as the log has them: JSON, names instead of ids. */
export type LoggedFields = Readonly<Record<string, unknown>>;

/** @throws Refusal 403 */
export function requireRight(holds: boolean, messageKey: string | undefined): void {
  if (!holds) throw forbidden(messageKey);
}

/** @throws Refusal 409 with what the chart allows instead. */
export async function requireState(accepted: boolean, refusal: () => Promise<Refusal>): Promise<void> {
  if (!accepted) throw await refusal();
}

/** @throws Refusal 409 `stale` when the person saw another version of the row; `current` is asked for only then. */
export async function requireVersion(
  seen: number | undefined,
  version: number,
  current: () => unknown | Promise<unknown>,
): Promise<void> {
  if (seen !== undefined && seen !== version) throw conflict('stale', { current: await current() });
}

/** The open day of the organization, held until the transaction ends (V4). @throws Refusal 409 `no_open_day` */
export const requireOpenDay = (db: Db, organizationId: number): Promise<OpenDay> => needOpenDay(db, organizationId);

/** The refusal of what an event waits for beside the chart; nothing where it waits for nothing. */
export function besideChart(reason: (RefusalExtra & { readonly code?: ErrorCode }) | undefined): Refusal | undefined {
  if (reason === undefined) return undefined;
  const { code = 'not_allowed_now', ...extra } = reason;
  return conflict(code, extra);
}

/** @throws Refusal what the event waits for beside the chart. @param step by which it is counted */
export function requireNothing(waits: Refusal | undefined, step: RefusedStep): void {
  if (waits === undefined) return;
  waits.step ??= step;
  throw waits;
}

/** What the step does beside changing its state. @throws Refusal 409 for goods that stock refuses, with their lines. */
export async function runEffect<T>(effect: () => Promise<T>): Promise<T> {
  try {
    return await effect();
  } catch (error) {
    if (!(error instanceof StockError)) throw error;
    throw conflict(error.code, {
      ...(error.lines ? { lines: error.lines } : {}),
      values: { n: error.lines?.length ?? 1 },
    });
  }
}

/** Takes a row away whose state is that it is gone. */
export const removeRow = (db: Db, table: string, id: number) =>
  sql`DELETE FROM ${sql.table(table)} WHERE id = ${id}`.execute(db);

export interface Stays {
  table: string;
  machine: string;
  /** As its rows in `record_log` are called; empty for documents. */
  kind: string;
  /** Rows, each with the state that it leaves. */
  rows: readonly {
    id: number;
    state: string;
    /** Whose open days are working time; without one it is the calendar's. */
    branch: number | null;
  }[];
  /** Who ends the stays; none: the server itself. */
  userId: number | null;
  now: Date;
}

/**
 * Counts how long each row was in the state that it leaves: of these figures the queue knows what is late, and the gallery
 * where work gets stuck.
 */
export const countStays = (db: Db, { table, machine, kind, rows, userId, now }: Stays) =>
  sql`WITH ended AS (
      SELECT l.state, coalesce(l.branch, 0) AS branch, working_minutes(l.branch, t.since, ${now}::timestamptz) AS working,
             greatest(0, date_part('epoch', ${now}::timestamptz - t.since) / 60) AS calendar
      FROM unnest(${rows.map(({ id }) => id)}::integer[], ${rows.map(({ state }) => state)}::text[],
        ${rows.map(({ branch }) => branch)}::integer[]) AS l (id, state, branch) JOIN ${sql.table(table)} t ON t.id = l.id
    ), kept AS (
      INSERT INTO stay_figure AS f (chart, kind, state, month, organization_id, user_id, clock, span, count)
      SELECT ${machine}, ${kind}, e.state, date_trunc('month', ${tashkentDay(now)}::date)::date, e.branch, ${userId ?? 0}::integer,
             c.clock, stay_span(c.minutes), count(*)
      FROM ended e CROSS JOIN LATERAL (VALUES ('working', e.working), ('calendar', e.calendar)) c (clock, minutes)
      GROUP BY e.state, e.branch, c.clock, stay_span(c.minutes)
      ON CONFLICT (chart, kind, state, clock, month, organization_id, user_id, span)
        DO UPDATE SET count = f.count + excluded.count
    )
    INSERT INTO state_stay (chart, state, span, count)
    SELECT ${machine}, state, stay_span(working), count(*) FROM ended GROUP BY 2, 3
    ON CONFLICT (chart, state, span) DO UPDATE SET count = state_stay.count + excluded.count`.execute(db);

interface CountedStep {
  machine: string;
  kind: string;
  event: string;
  before: string | null;
  after: string | null;
  userId: number | null;
  now: Date;
  count: number;
  /** The document that took it, whose branch it counts for; a step without one counts for that of its person. */
  document?: number;
}

/** Counts steps by day: how often each arrow of a chart is taken, in which branch and by whom. */
async function countSteps(db: Db, steps: readonly CountedStep[]): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map(({ machine, kind, event, before, after, userId, now, count, document }) => ({
    ...{ chart: machine, kind, event, state: before ?? '', after: after ?? '' },
    ...{ user: userId, day: tashkentDay(now), count, document },
  }));
  await sql`
    INSERT INTO step_figure AS f (chart, kind, day, state, event, after, organization_id, user_id, count)
    SELECT r.chart, r.kind, r.day, r.state, r.event, r.after, coalesce(d.organization_id, u.organization_id, 0),
           coalesce(r."user", 0), sum(r.count)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r (chart text, kind text, day date, state text, event text, after text, "user" integer, count integer, document integer)
    LEFT JOIN app_user u ON u.id = r."user" LEFT JOIN document d ON d.id = r.document GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (chart, kind, day, state, event, after, organization_id, user_id)
      DO UPDATE SET count = f.count + excluded.count`.execute(db);
}

export interface StateWrite {
  table: string;
  /** Rows that are written alike. */
  ids: readonly number[];
  /** The column of the state and the stamps that go with it. */
  columns: Readonly<Record<string, unknown>>;
  /** The table counts its versions. */
  versioned: boolean;
}

/** @returns the new versions by id; 0 of a table that has none. */
export async function writeState(db: Db, { table, ids, columns, versioned }: StateWrite): Promise<Map<number, number>> {
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (versioned) set.push(sql`version = version + 1`);
  const { rows } = await sql<{ id: number; version: number }>`
    UPDATE ${sql.table(table)} SET ${sql.join(set)} WHERE ${isOneOf(sql`id`, ids)}
    RETURNING id, ${versioned ? sql`version` : sql`0 AS version`}`.execute(db);
  return new Map(rows.map(({ id, version }) => [id, version]));
}

export interface StateWrites {
  table: string;
  /** By the row's id: the column of the state, the stamps and what else is written with them. */
  rows: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  versioned: boolean;
}

/** The same of rows with values of their own: one statement for all that write the same columns. */
export async function writeStates(db: Db, { table, rows, versioned }: StateWrites): Promise<Map<number, number>> {
  const versions = new Map<number, number>();
  for (const alike of alikeIn([...rows].map(([id, columns]) => ({ id, ...columns })))) {
    const names = Object.keys(alike[0] as object).filter((name) => name !== 'id');
    const set = names.map((name) => sql`${sql.ref(name)} = w.${sql.ref(name)}`);
    if (versioned) set.push(sql`version = t.version + 1`);
    const { rows: written } = await sql<{ id: number; version: number }>`
      UPDATE ${sql.table(table)} t SET ${sql.join(set)} FROM ${rowsOf(table, alike)} w WHERE t.id = w.id
      RETURNING t.id, ${versioned ? sql`t.version` : sql`0 AS version`}`.execute(db);
    for (const { id, version } of written) versions.set(id, version);
  }
  return versions;
}

/** The row that an event is about beside the one whose chart takes it: a line of an invoice, the counter of an act. */
export interface Subject {
  id: number;
  /** Where it has a lifecycle of its own. */
  machine?: string;
  before?: string | null;
  after?: string | null;
}

/** Documents have a log of their own: their rows refer to `document`. A record without a chart, as rights, has no machine. */
export type LogRow = LogFields &
  ({ log: 'event_log'; machine: string } | { log: 'record_log'; machine: string | null });

interface LogFields {
  /** The kind of the record in `record_log`. */
  kind: string;
  id: number;
  event: string;
  before: string | null;
  after: string | null;
  payload: LoggedFields;
  /** None: the server itself. */
  userId: number | null;
  now: Date;
  subject?: Subject | undefined;
}

/** One row of the audit trail. It replays through the chart: what its guards read is in the payload. */
export const appendLog = (db: Db, row: LogRow): Promise<void> => appendLogs(db, [row]);

/** A row of the audit trail of each step. */
export async function appendLogs(db: Db, rows: readonly LogRow[]): Promise<void> {
  const ofRecords = rows.filter(({ log }) => log === 'record_log');
  const [first] = ofRecords;
  if (first !== undefined && ofRecords.length === 1)
    await db.insertInto('record_log').values(recordLine(first)).execute();
  // thousands of parameters would take the database longer than the rows themselves
  if (first !== undefined && ofRecords.length > 1) {
    const names = sql.join(Object.keys(recordLine(first)).map((name) => sql.ref(name)));
    const lines = ofRecords.map((row) => ({ ...recordLine(row), payload: row.payload }));
    await sql`INSERT INTO record_log (${names}) SELECT ${names} FROM ${rowsOf('record_log', lines)}`.execute(db);
  }
  const ofDocuments = rows.flatMap((row) => (row.log === 'event_log' ? [documentLine(row)] : []));
  if (ofDocuments.length > 0) await db.insertInto('event_log').values(ofDocuments).execute();
  await countSteps(db, rows.flatMap(countedIn));
}

/** A row of the log as a step of its chart, and of the chart of the row that it is about. */
function countedIn({ log, id, machine, kind, event, before, after, userId, now, subject }: LogRow): CountedStep[] {
  const step = { event, userId, now, count: 1, ...(log === 'event_log' && { document: id }) };
  return [
    ...(machine === null ? [] : [{ ...step, machine, kind: log === 'record_log' ? kind : '', before, after }]),
    ...(subject?.machine === undefined
      ? []
      : [
          { ...step, machine: subject.machine, kind: '', before: subject.before ?? null, after: subject.after ?? null },
        ]),
  ];
}

const lineOf = (row: LogRow) => ({
  event: row.event,
  payload: JSON.stringify(row.payload),
  state_before: row.before,
  state_after: row.after,
  user_id: row.userId,
  at: row.now,
});
const recordLine = (row: LogRow) => ({ ...lineOf(row), machine: row.machine, kind: row.kind, record_id: row.id });
const documentLine = (row: Extract<LogRow, { log: 'event_log' }>) => ({
  ...lineOf(row),
  machine: row.machine,
  document_id: row.id,
  subject_id: row.subject?.id ?? null,
  subject_machine: row.subject?.machine ?? null,
  subject_before: row.subject?.before ?? null,
  subject_after: row.subject?.after ?? null,
});

/** Whom a step concerns beside who took it. */
export interface Concern {
  /** Selects ids of people. */
  readonly people: RawBuilder<unknown>;
  /** The reason or comment that came with the step. */
  readonly words?: string | undefined;
  /** What the bell calls the step where the event says too little: a decision that is left to a person. */
  readonly as?: string;
}

export interface NoticeRow extends Concern {
  /** What the step was of: a document, or a record by its kind in `record_log`. */
  about: { document: number } | { record: number; kind: string };
  machine: string;
  event: string;
  userId: number | null;
  now: Date;
  subject?: Subject | undefined;
}

/** One notice in the bell of everybody whom a step concerns, and a nudge to their browsers. */
export async function sendNotices(db: Db, notice: NoticeRow): Promise<void> {
  const { people, words, about, machine, as, event, userId, now, subject } = notice;
  const of = { document: null, record: null, kind: null, ...about };
  const { rows } = await sql<{ user_id: number }>`
    INSERT INTO notice (user_id, document_id, record_id, kind, machine, event, subject_id, by_id, words, at)
    SELECT u.id, ${of.document}::integer, ${of.record}::integer, ${of.kind}::text, ${machine}::text, ${as ?? event}::text, ${subject?.id ?? null}::integer,
           ${userId}::integer, ${words ?? null}::text, ${now}::timestamptz
    FROM app_user u WHERE u.active AND u.id IN (${people}) AND u.id IS DISTINCT FROM ${userId}::integer
    RETURNING user_id`.execute(db);
  nudge({ topic: 'notices', people: rows.map((row) => row.user_id) });
}

export interface DueRows {
  table: string;
  kind: string;
  machine: string;
  event: string;
  before: string;
  after: string;
  /** Over columns of the table. */
  due: RawBuilder<unknown>;
  now: Date;
}

/** The server's own step of all rows that are due, in one statement, each with its row in `record_log`. */
export async function moveDue(db: Db, { table, kind, machine, event, before, after, due, now }: DueRows) {
  const moved = await sql`
    WITH moved AS (
      UPDATE ${sql.table(table)} SET status = ${after}, version = version + 1, since = ${now}
      WHERE status = ${before} AND ${due} RETURNING id
    )
    INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, payload, user_id, at)
    SELECT ${kind}::text, id, ${machine}::text, ${event}::text, ${before}::text, ${after}::text, '{}', NULL, ${now}
    FROM moved ORDER BY id`.execute(db);
  const count = Number(moved.numAffectedRows ?? 0);
  if (count > 0) await countSteps(db, [{ machine, kind, event, before, after, userId: null, now, count }]);
  return count;
}

export interface MadeRows extends Pick<DueRows, 'kind' | 'machine' | 'event' | 'after' | 'now'> {
  /** An INSERT that returns `id`. */
  made: RawBuilder<unknown>;
}

/** Rows that the server itself inserts in one statement, each with its first row in `record_log`. */
export async function logMade(db: Db, { kind, machine, event, after, made, now }: MadeRows): Promise<number> {
  const logged = await sql`
    WITH made AS (${made})
    INSERT INTO record_log (kind, record_id, machine, event, state_after, payload, at)
    SELECT ${kind}::text, id, ${machine}::text, ${event}::text, ${after}::text, '{}', ${now} FROM made
    ORDER BY id`.execute(db);
  const count = Number(logged.numAffectedRows ?? 0);
  if (count > 0) await countSteps(db, [{ machine, kind, event, before: null, after, userId: null, now, count }]);
  return count;
}
