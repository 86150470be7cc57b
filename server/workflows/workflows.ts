/** Calls of the gallery: documents of a workflow, the log of one, and the times of all (issue 7). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type RecordKind,
  type ReplayDocument,
  type Replayed,
  type StateTimes,
  type Way,
  type WorkflowTimes,
  workflowDocuments,
  workflowLog,
  workflowTimes,
} from '../../contract/workflows.ts';
import type { Schema } from '../db/schema.ts';
import { likeLiteral } from '../db/search.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { spanOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { answerComputed } from '../lists/computed.ts';
import { workflowHolderCalls } from './holders.ts';
import { SOURCES, type Source } from './sources.ts';

type Db = Kysely<Schema>;

/** Paths and documents that are listed. */
const MOST = 10;
/** Documents whose logs are read for their ways, the newest: so many hold the embedded database no longer than a list does. */
const READ_AT_MOST = 5_000;

type DocumentRow = Omit<ReplayDocument, 'at'> & { at: Date };
const documentOf = ({ at, ...row }: DocumentRow): ReplayDocument => ({ ...row, at: at.toISOString() });

/** The source's documents and steps with `key`, by which a document is one of all, and `kind`. */
const keyOf = ({ kinds }: Source, row: string) =>
  kinds ? sql.raw(`${row}.kind || '-' || ${row}.id`) : sql.raw(`${row}.id`);
export const seen = (source: Source, { user, language }: { user: SignedIn; language: Language }) => sql`
  SELECT ${keyOf(source, 'd')} AS key, ${source.kinds ? sql`d.kind` : sql`NULL::text AS kind`},
         d.id, d.title, d.organization, d.at, d.state,
         ${source.stops ? sql`d.stopped_at` : sql`NULL::timestamptz AS stopped_at`}
  FROM (${source.documents(user, language)}) d`;
const taken = (machine: Replayed) =>
  sql`SELECT ${keyOf(SOURCES[machine], 's')} AS key, s.* FROM step_log s WHERE s.machine = ${machine}`;

const began = (date: string | undefined): RawBuilder<unknown> => {
  if (date === undefined) return sql`true`;
  const { from, to } = spanOf(date);
  return sql`d.at >= ${from} AND d.at < ${to}`;
};

/** Of one directory, where the reader chose one. */
export const isOf = (kind: RecordKind | undefined): RawBuilder<unknown> =>
  kind === undefined ? sql`true` : sql`d.kind = ${kind}`;

interface WayRow extends Omit<Way, 'cancelled' | 'ended' | 'slowest'> {
  keys: (string | number)[];
}

interface Times {
  whole: Pick<WorkflowTimes, 'documents' | 'without_log' | 'ended' | 'cancelled' | 'median'>;
  states: Omit<StateTimes, 'rests'>[];
  slow: WayRow[];
  cancelled: WayRow[];
  slowest: (Omit<ReplayDocument, 'at'> & { at: string; seconds: number })[];
  /** Documents of the paths, by key. */
  named: Record<string, Way['slowest'][number]> | null;
}

/** A list of all rows of a query, in its order; no rows are an empty list. */
const listed = (rows: RawBuilder<unknown>) => sql`(SELECT coalesce(jsonb_agg(r), '[]') FROM (${rows}) r)`;

/**
 * Everything in one pass: a log of a hundred thousand documents is read and sorted once. `visits` are the stays of each
 * document in a state, the last one going on until `now` or until the document is stopped; `ways` are the states of each in their order, as one word: so
 * they are compared as bytes.
 */
async function timesOf(db: Db, machine: Replayed, documents: RawBuilder<unknown>, now: Date): Promise<Times> {
  const source = SOURCES[machine];
  const rests = sql`${source.rests}::text[]`;
  const ends = sql`${source.ends ?? source.rests}::text[]`;
  const cancels = sql`${source.cancels}::text[]`;
  const chosen = (only: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    SELECT string_to_array(w.way, ' ') AS states, w.stopped, w.documents, w.longest, w.median, w.keys,
           (SELECT sum(o.documents)::integer FROM of_way o WHERE starts_with(o.way || ' ', w.came)) AS came
    FROM (SELECT * FROM of_way w WHERE ${only} ORDER BY ${order}, w.way LIMIT ${MOST}) w ORDER BY ${order}, w.way`;
  const { rows } = await sql<Times>`
    WITH documents AS (${documents}),
    visits AS (
      SELECT s.key, s.seq, s.after COLLATE "C" AS state, lead(s.at) OVER stays IS NULL AS open,
             d.stopped_at IS NOT NULL AS stopped,
             greatest(0, date_part('epoch',
               coalesce(lead(s.at) OVER stays, d.stopped_at, ${now}::timestamptz) - s.at)) AS seconds
      FROM (${taken(machine)}) s JOIN documents d ON d.key = s.key
      WHERE s.after IS NOT NULL AND s.after IS DISTINCT FROM s.before
      WINDOW stays AS (PARTITION BY s.key ORDER BY s.seq)
    ),
    ways AS (
      SELECT key, string_agg(state, ' ' ORDER BY seq) AS way, max(state) FILTER (WHERE open) AS last, bool_or(stopped) AS stopped,
             coalesce(sum(seconds) FILTER (WHERE state <> ALL(${rests})), 0) AS seconds
      FROM visits GROUP BY key
    ),
    of_way AS (
      SELECT way, last, stopped, regexp_replace(way, '[^ ]+$', '') AS came, count(*)::integer AS documents,
             max(seconds) AS longest, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
             (array_agg(key ORDER BY seconds DESC, key))[1:3] AS keys
      FROM ways GROUP BY way, last, stopped
    ),
    stays AS (
      SELECT key, state, sum(seconds) AS seconds, bool_or(open AND NOT stopped) AS now FROM visits GROUP BY key, state
      UNION ALL
      SELECT d.key, d.state, NULL, d.stopped_at IS NULL FROM documents d WHERE NOT EXISTS (SELECT FROM ways w WHERE w.key = d.key)
    ),
    slow AS (${chosen(sql`w.median > 0`, sql`w.median DESC`)}),
    cancelled AS (${chosen(sql`w.stopped OR w.last = ANY(${cancels})`, sql`w.documents DESC`)})
    SELECT
      (SELECT to_jsonb(r) FROM (
        SELECT count(*)::integer AS documents, count(*) FILTER (WHERE w.key IS NULL)::integer AS without_log,
               count(*) FILTER (WHERE stopped_at IS NOT NULL OR coalesce(w.last, d.state) = ANY(${ends}))::integer AS ended,
               count(*) FILTER (WHERE stopped_at IS NOT NULL OR coalesce(w.last, d.state) = ANY(${cancels}))::integer
                 AS cancelled,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY w.seconds) FILTER (
                 WHERE w.seconds > 0 AND (w.stopped OR w.last = ANY(${ends}))) AS median
        FROM documents d LEFT JOIN ways w ON w.key = d.key) r) AS whole,
      ${listed(sql`
        SELECT state, count(*)::integer AS documents, count(*) FILTER (WHERE now)::integer AS now,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
               percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS p90, max(seconds) AS longest
        FROM stays GROUP BY state`)} AS states,
      ${listed(sql`SELECT * FROM slow`)} AS slow, ${listed(sql`SELECT * FROM cancelled`)} AS cancelled,
      (SELECT jsonb_object_agg(d.key, jsonb_build_object('id', d.id, 'kind', d.kind, 'title', d.title)) FROM documents d
       WHERE d.key IN (SELECT unnest(keys) FROM slow UNION SELECT unnest(keys) FROM cancelled)) AS named,
      ${listed(sql`
        SELECT d.id, d.kind, d.title, d.organization, d.at, w.last AS state, w.seconds
        FROM (SELECT * FROM ways WHERE seconds > 0 ORDER BY seconds DESC, key LIMIT ${MOST}) w
        JOIN documents d ON d.key = w.key ORDER BY w.seconds DESC, w.key`)} AS slowest`.execute(db);
  return rows[0] as Times;
}

export const workflowImplementations: Implementation[] = [
  ...workflowHolderCalls,

  implement(workflowDocuments, {
    async handle({ db, user, query, language }) {
      const words = query.search?.trim() ?? '';
      const like = `%${likeLiteral(words)}%`;
      const from = sql`FROM (${seen(SOURCES[query.machine], { user, language })}) d
        WHERE ${began(query.date)} AND ${isOf(query.kind)} AND (${words === ''} OR d.title ILIKE ${like})`;
      return answerComputed(query, {
        async figures() {
          const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n ${from}`.execute(db);
          return { total: rows[0]?.n ?? 0 };
        },
        async rows(limit, offset) {
          const { rows } = await sql<DocumentRow>`SELECT d.id, d.kind, d.title, d.organization, d.at, d.state ${from}
            ORDER BY d.at DESC, d.id DESC, d.kind LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows.map(documentOf);
        },
      });
    },
  }),

  implement(workflowLog, {
    async record({ db, user, params, query, language }) {
      const { rows } = await sql<DocumentRow>`SELECT d.id, d.kind, d.title, d.organization, d.at, d.state
        FROM (${seen(SOURCES[query.machine], { user, language })}) d
        WHERE d.id = ${params.id} AND d.kind IS NOT DISTINCT FROM ${query.kind ?? null}::text`.execute(db);
      const [row] = rows;
      if (!row) throw notFound();
      return row;
    },
    async handle({ db, query, record }) {
      const source = SOURCES[query.machine];
      const { rows } = await sql<{
        seq: number;
        at: Date;
        event: string;
        before: string | null;
        after: string | null;
        user_id: number | null;
        fullname: string | null;
        payload: Record<string, unknown>;
      }>`
        SELECT s.seq, s.at, s.event, s.before, s.after, s.user_id, u.fullname, s.payload
        FROM step_log s LEFT JOIN app_user u ON u.id = s.user_id
        WHERE s.machine = ${query.machine} AND s.id = ${record.id} AND ${source.kinds ? sql`s.kind = ${record.kind}` : sql`true`} ORDER BY s.seq`.execute(
        db,
      );
      return {
        data: {
          document: documentOf(record),
          steps: rows.map(({ seq, at, user_id, fullname, ...row }) => ({
            ...row,
            id: String(seq),
            at: at.toISOString(),
            user: user_id === null ? null : person(user_id, fullname ?? ''),
          })),
        },
      };
    },
  }),

  implement(workflowTimes, {
    async handle({ db, user, query, language, now }) {
      const source = SOURCES[query.machine];
      const { rests, ends = rests, cancels } = source;
      const documents = sql`SELECT * FROM (${seen(source, { user, language })}) d
        WHERE ${began(query.date)} AND ${isOf(query.kind)} ORDER BY d.at DESC, d.id DESC LIMIT ${READ_AT_MOST}`;
      const { whole, states, slow, cancelled, slowest, named } = await timesOf(db, query.machine, documents, now);

      const wayOf = ({ keys, ...way }: WayRow): Way => {
        const last = way.states.at(-1) ?? '';
        return {
          ...way,
          cancelled: way.stopped || cancels.includes(last),
          ended: way.stopped || ends.includes(last),
          slowest: keys.flatMap((key) => named?.[key] ?? []),
        };
      };
      return {
        data: {
          ...whole,
          states: states.map((row) => {
            const resting = rests.includes(row.state);
            return { ...row, rests: resting, ...(resting && { median: null, p90: null, longest: null }) };
          }),
          slow_ways: slow.map(wayOf),
          cancelled_ways: cancelled.map(wayOf),
          slowest: slowest.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() })),
        },
      };
    },
  }),
];
