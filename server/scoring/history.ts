/** How clients have paid, by our own ledger, as it stood on a day of the calendar. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Lateness } from '../../contract/scoring/discipline.ts';
import type { Schema } from '../db/schema.ts';
import { dayOfDebts } from '../sale/standing.ts';

/** Whose history is asked for, and until which day (ISO). */
export interface Asked {
  readonly clientId: number;
  readonly day: string;
}

/**
 * Instalments of what was handed over until the day: paid whole by then, on the day for which the last of the money counts
 * (decision 58), or due before it; a branch that stands on an earlier day is no further. What was taken back by then counts
 * no more. The clients' contracts are found first and each reads its own rows: left to the planner without statistics of a
 * fresh database, all instalments of all clients were read. @returns the histories in the order of the questions
 */
export async function historiesOf(db: Kysely<Schema>, asked: readonly Asked[]): Promise<Lateness[][]> {
  const histories: Lateness[][] = asked.map(() => []);
  if (asked.length === 0) return histories;
  const questions = sql`jsonb_to_recordset(${JSON.stringify(asked.map(({ clientId, day }, at) => ({ at, client: clientId, day })))}::jsonb)
    AS q (at integer, client integer, day date)`;
  const posted = (entry: RawBuilder<unknown>) =>
    sql`(SELECT x.date FROM practice_day x WHERE x.id = ${entry}) <= c.day`;
  const { rows } = await sql<Lateness & { at: number }>`
    WITH c AS MATERIALIZED (
      SELECT q.at, q.day, o.id, least(q.day, o.stands) AS stood FROM ${questions} CROSS JOIN LATERAL (
        SELECT c.id, ${dayOfDebts(sql`d.organization_id`)} AS stands FROM contract c JOIN document d ON d.id = c.id
        WHERE c.client_id = q.client AND c.charged_on <= q.day OFFSET 0) o)
    SELECT h.at, h.due, h.late FROM (
      SELECT c.at, i.due, i.number, c.id, CASE WHEN p.paid >= i.amount THEN greatest(0, coalesce(p.last - i.due, 0))
        WHEN i.due < c.stood THEN c.stood - i.due END AS late
      FROM c CROSS JOIN LATERAL (
        SELECT n.id, n.due, n.number, n.amount FROM instalment n WHERE n.contract_id = c.id AND n.number > 0 OFFSET 0) i
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e.amount), 0) AS paid, max(e.counts_on) FILTER (WHERE e.amount > 0 AND NOT EXISTS (
            SELECT FROM client_entry r WHERE r.source_id = e.source_id AND r.amount < 0
              AND ${posted(sql`r.practice_day_id`)})) AS last
        FROM client_entry e WHERE e.contract_id = c.id AND e.instalment_id = i.id AND e.kind = 'payment'
          AND ${posted(sql`e.practice_day_id`)}) p) h
    WHERE h.late IS NOT NULL ORDER BY h.at, h.due, h.id, h.number`.execute(db);
  for (const { at, due, late } of rows) histories[at]?.push({ due, late });
  return histories;
}

/** The history of one client. */
export async function historyOf(db: Kysely<Schema>, clientId: number, day: string): Promise<Lateness[]> {
  const [history] = await historiesOf(db, [{ clientId, day }]);
  return history as Lateness[];
}
