/** How a client has paid, by our own ledger, as it stood on a day of the calendar. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Lateness } from '../../contract/scoring/discipline.ts';
import type { Schema } from '../db/schema.ts';
import { dayOfDebts } from '../sale/standing.ts';

/**
 * Instalments of what was handed over until the day: paid whole by then, on the day for which the last of the money counts
 * (decision 58), or due before it; a branch that stands on an earlier day is no further. What was taken back by then counts
 * no more.
 */
export async function historyOf(db: Kysely<Schema>, clientId: number, day: string): Promise<Lateness[]> {
  const posted = (entry: RawBuilder<unknown>) =>
    sql`(SELECT x.date FROM practice_day x WHERE x.id = ${entry}) <= ${day}::date`;
  const { rows } = await sql<Lateness>`
    SELECT h.due, h.late FROM (
      SELECT i.due, i.number, c.id, CASE WHEN p.paid >= i.amount THEN greatest(0, coalesce(p.last - i.due, 0))
        WHEN i.due < y.stood THEN y.stood - i.due END AS late
      FROM contract c JOIN document d ON d.id = c.id JOIN instalment i ON i.contract_id = c.id AND i.number > 0
      CROSS JOIN LATERAL (SELECT least(${day}::date, ${dayOfDebts(sql`d.organization_id`)}) AS stood) y
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e.amount), 0) AS paid, max(e.counts_on) FILTER (WHERE e.amount > 0 AND NOT EXISTS (
            SELECT FROM client_entry r WHERE r.source_id = e.source_id AND r.amount < 0
              AND ${posted(sql`r.practice_day_id`)})) AS last
        FROM client_entry e WHERE e.contract_id = c.id AND e.instalment_id = i.id AND e.kind = 'payment'
          AND ${posted(sql`e.practice_day_id`)}) p
      WHERE c.client_id = ${clientId} AND c.charged_on <= ${day}::date) h
    WHERE h.late IS NOT NULL ORDER BY h.due, h.id, h.number`.execute(db);
  return rows;
}
