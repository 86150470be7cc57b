/** How long documents usually stay in a state, and from which moment on a stay is longer than that. */
import { type Kysely, sql } from 'kysely';
import { LEAST_USUAL } from '../../contract/day.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';

type Db = Kysely<Schema>;

/** Of fewer stays "90 of 100" says nothing. */
const LEAST_STAYS = 10;
/** Working days that are looked back on: what waits longer is late by any measure. */
const DAYS_BACK = 60;

export interface Branch {
  id: number;
  /** Its day that is over by the calendar and not closed. */
  overdue: string | null;
}

export interface Times {
  branches: readonly Branch[];
  /** Minutes in which 90 of 100 left the state, `LEAST_USUAL` at least. */
  usual(chart: string, state: string): number | null;
  /** Who came into the state before this moment stays there longer than usual. Without a branch the calendar counts. */
  lateBefore(chart: string, state: string, branch: number | null): Date | null;
}

interface Row {
  chart: string;
  state: string;
  minutes: number;
  edges: Record<string, string> | null;
}

/** The end of the span in which the ninetieth of a hundred stays ended. */
const usualStays = sql`
  SELECT chart, state, greatest(${LEAST_USUAL}, span_end(min(span) FILTER (WHERE up_to >= 0.9 * stays))) AS minutes
  FROM (SELECT chart, state, span, sum(count) OVER (PARTITION BY chart, state ORDER BY span) AS up_to,
               sum(count) OVER (PARTITION BY chart, state) AS stays FROM state_stay) s
  WHERE stays >= ${LEAST_STAYS} GROUP BY chart, state`;

export async function readTimes(db: Db, now: Date): Promise<Times> {
  const branches = await sql<{ id: number; unclosed: string | null }>`
    SELECT o.id, min(d.date)::text AS unclosed FROM organization o
    LEFT JOIN practice_day d ON d.organization_id = o.id AND d.status <> 'closed' GROUP BY o.id ORDER BY o.id`.execute(
    db,
  );
  // From the newest day back until so many minutes of work are found: within that day is the edge.
  const { rows } = await sql<Row>`
    WITH usual AS (${usualStays}),
    worked AS (
      SELECT d.organization_id, d.until, d.minutes,
             sum(d.minutes) OVER (PARTITION BY d.organization_id ORDER BY d.opened_at DESC, d.id DESC) AS back
      FROM organization o CROSS JOIN LATERAL (
        SELECT p.organization_id, p.id, p.opened_at, least(p.closed_at, ${now}::timestamptz) AS until,
               greatest(0, date_part('epoch', least(p.closed_at, ${now}::timestamptz) - p.opened_at) / 60) AS minutes
        FROM practice_day p WHERE p.organization_id = o.id AND p.opened_at < ${now}::timestamptz
        ORDER BY p.date DESC LIMIT ${DAYS_BACK}
      ) d
    )
    SELECT u.chart, u.state, u.minutes,
           (SELECT jsonb_object_agg(w.organization_id, w.until - (u.minutes - (w.back - w.minutes)) * interval '1 minute')
            FROM worked w WHERE w.back >= u.minutes AND w.back - w.minutes < u.minutes) AS edges
    FROM usual u`.execute(db);
  const of = new Map(rows.map((row) => [`${row.chart} ${row.state}`, row]));
  const today = tashkentDay(now);
  return {
    branches: branches.rows.map(({ id, unclosed }) => ({
      id,
      overdue: unclosed !== null && unclosed < today ? unclosed : null,
    })),
    usual: (chart, state) => of.get(`${chart} ${state}`)?.minutes ?? null,
    lateBefore(chart, state, branch) {
      const row = of.get(`${chart} ${state}`);
      if (row === undefined) return null;
      if (branch === null) return new Date(now.getTime() - row.minutes * 60_000);
      const edge = row.edges?.[branch];
      return edge === undefined ? null : new Date(edge);
    },
  };
}
