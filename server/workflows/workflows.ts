/** Calls of the gallery: documents of a workflow, the log of one, and the times of all (issue 7). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type ReplayDocument,
  type StateTimes,
  type Way,
  workflowDocuments,
  workflowLog,
  workflowTimes,
} from '../../contract/workflows.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { likeLiteral } from '../db/search.ts';
import { person } from '../documents/documents.ts';
import { spanOf } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { notFound } from '../http/refusal.ts';
import { SOURCES, type Source } from './sources.ts';

type Db = Kysely<Schema>;

/** Ways and documents that are listed. */
const MOST = 10;

type DocumentRow = Omit<ReplayDocument, 'at'> & { at: Date };
const documentOf = ({ at, ...row }: DocumentRow): ReplayDocument => ({ ...row, at: at.toISOString() });

const began = (date: string | undefined): RawBuilder<unknown> => {
  if (date === undefined) return sql`true`;
  const { from, to } = spanOf(date);
  return sql`d.at >= ${from} AND d.at < ${to}`;
};

interface WayRow extends Omit<Way, 'cancelled' | 'ended' | 'slowest'> {
  ids: number[];
}

/**
 * The documents of the period (`documents`), every stay of each of them in a state (`visits`), and its whole way
 * (`ways`). A stay that goes on ends `now`.
 */
const told = (source: Source, documents: RawBuilder<unknown>, now: Date) => sql`
  documents AS (${documents}),
  visits AS (
    SELECT s.id, s.seq, s.after AS state, lead(s.at) OVER stays IS NULL AS open,
           greatest(0, extract(epoch FROM coalesce(lead(s.at) OVER stays, ${now}::timestamptz) - s.at))::float8
             AS seconds
    FROM (${source.steps}) s
    WHERE s.id IN (SELECT id FROM documents) AND s.after IS NOT NULL AND s.after IS DISTINCT FROM s.before
    WINDOW stays AS (PARTITION BY s.id ORDER BY s.seq)
  ),
  ways AS (
    SELECT id, array_agg(state ORDER BY seq) AS states, (array_agg(state ORDER BY seq DESC))[1] AS last,
           coalesce(sum(seconds) FILTER (WHERE state <> ALL(${source.rests}::text[])), 0)::float8 AS seconds
    FROM visits GROUP BY id
  )`;

async function waysOf(db: Db, known: RawBuilder<unknown>, only: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const { rows } = await sql<WayRow>`
    WITH ${known}, of_way AS (
      SELECT states, last, count(*)::integer AS documents, max(seconds) AS longest,
             percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
             (array_agg(id ORDER BY seconds DESC, id))[1:3] AS ids
      FROM ways GROUP BY states, last
    ), chosen AS (SELECT * FROM of_way w WHERE ${only} ORDER BY ${order}, w.states LIMIT ${MOST})
    SELECT w.states, w.documents, w.longest, w.median, w.ids,
           (SELECT sum(o.documents)::integer FROM of_way o
            WHERE o.states[1:cardinality(w.states) - 1] = w.states[1:cardinality(w.states) - 1]) AS came
    FROM chosen w ORDER BY ${order}, w.states`.execute(db);
  return rows;
}

export const workflowImplementations: Implementation[] = [
  implement(workflowDocuments, {
    async handle({ db, user, query, language }) {
      const { page, perPage, cut } = paged(query);
      const words = query.search?.trim() ?? '';
      const like = `%${likeLiteral(words)}%`;
      const from = sql`FROM (${SOURCES[query.machine].documents(user, language)}) d
        WHERE ${began(query.date)} AND (${words === ''} OR d.title ILIKE ${like})`;
      const { rows: counted } = await sql<{ n: number }>`SELECT count(*)::integer AS n ${from}`.execute(db);
      const { rows } = await sql<DocumentRow>`SELECT d.id, d.title, d.organization, d.at, d.state ${from}
        ORDER BY d.at DESC, d.id DESC ${cut}`.execute(db);
      return {
        data: rows.map(documentOf),
        meta: { current_page: page, total: counted[0]?.n ?? 0, per_page: perPage },
      };
    },
  }),

  implement(workflowLog, {
    async record({ db, user, params, query, language }) {
      const { rows } = await sql<DocumentRow>`SELECT d.id, d.title, d.organization, d.at, d.state
        FROM (${SOURCES[query.machine].documents(user, language)}) d WHERE d.id = ${params.id}`.execute(db);
      const [row] = rows;
      if (!row) throw notFound();
      return row;
    },
    async handle({ db, query, record }) {
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
        FROM (${SOURCES[query.machine].steps}) s LEFT JOIN app_user u ON u.id = s.user_id
        WHERE s.id = ${record.id} ORDER BY s.seq`.execute(db);
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
      const { rests, cancels } = source;
      const documents = sql`SELECT * FROM (${source.documents(user, language)}) d WHERE ${began(query.date)}`;
      const known = told(source, documents, now);

      const { rows: wholes } = await sql<{
        documents: number;
        without_log: number;
        ended: number;
        cancelled: number;
        median: number | null;
      }>`
        WITH ${known}
        SELECT count(*)::integer AS documents, count(*) FILTER (WHERE w.id IS NULL)::integer AS without_log,
               count(*) FILTER (WHERE w.last = ANY(${rests}::text[]))::integer AS ended,
               count(*) FILTER (WHERE w.last = ANY(${cancels}::text[]))::integer AS cancelled,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY w.seconds)
                 FILTER (WHERE w.last = ANY(${rests}::text[])) AS median
        FROM documents d LEFT JOIN ways w ON w.id = d.id`.execute(db);

      const { rows: states } = await sql<Omit<StateTimes, 'rests'>>`
        WITH ${known}, stays AS (
          SELECT id, state, sum(seconds) AS seconds, bool_or(open) AS open FROM visits GROUP BY id, state
        )
        SELECT state, count(*)::integer AS documents, count(*) FILTER (WHERE open)::integer AS now,
               percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median,
               percentile_cont(0.9) WITHIN GROUP (ORDER BY seconds) AS p90, max(seconds) AS longest
        FROM stays GROUP BY state`.execute(db);

      const slow = await waysOf(db, known, sql`w.median > 0`, sql`w.median DESC`);
      const cancelled = await waysOf(db, known, sql`w.last = ANY(${cancels}::text[])`, sql`w.documents DESC`);

      const { rows: slowest } = await sql<DocumentRow & { seconds: number }>`
        WITH ${known}
        SELECT d.id, d.title, d.organization, d.at, w.last AS state, w.seconds
        FROM ways w JOIN documents d ON d.id = w.id
        WHERE w.seconds > 0 ORDER BY w.seconds DESC, w.id LIMIT ${MOST}`.execute(db);

      const ids = [...slow, ...cancelled].flatMap((way) => way.ids);
      const { rows: named } = await sql<{ id: number; title: string }>`
        SELECT d.id, d.title FROM (${source.documents(user, language)}) d WHERE d.id = ANY(${ids}::integer[])`.execute(
        db,
      );
      const wayOf = ({ ids: own, ...way }: WayRow): Way => {
        const last = way.states.at(-1) ?? '';
        return {
          ...way,
          cancelled: cancels.includes(last),
          ended: rests.includes(last),
          slowest: own.flatMap((id) => named.filter((one) => one.id === id)),
        };
      };
      return {
        data: {
          ...(wholes[0] ?? { documents: 0, without_log: 0, ended: 0, cancelled: 0, median: null }),
          states: states.map((row) => {
            const resting = rests.includes(row.state);
            return { ...row, rests: resting, ...(resting && { median: null, p90: null, longest: null }) };
          }),
          slow_ways: slow.map(wayOf),
          cancelled_ways: cancelled.map(wayOf),
          slowest: slowest.map(({ seconds, ...row }) => ({ ...documentOf(row), seconds })),
        },
      };
    },
  }),
];
