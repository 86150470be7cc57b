/** The run that a contract may be signed on (decisions 65, 73, 74). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface ValidRun {
  readonly id: number;
  /** Soʻm that may be owed in all (V11). */
  readonly limit: number;
  readonly score: number;
  readonly valid_until: string;
  /** Some of its sources were stand-ins. */
  readonly stand_in: boolean;
}

/** Runs `r` of a client, also from before the person was one. */
const runsOf = (clientId: number): RawBuilder<unknown> =>
  sql`scoring_run r JOIN client c ON c.id = ${clientId} AND (r.client_id = c.id OR r.pinfl = c.pinfl)`;

/** The day of an approval that does not count yet: it came after the day, on which the branch still stands. */
export async function approvedAfter(db: Kysely<Schema>, clientId: number, day: string): Promise<string | null> {
  const { rows } = await sql<{ decided_on: string; decision: string }>`
    SELECT to_char(r.decided_on, 'YYYY-MM-DD') AS decided_on, r.decision
    FROM ${runsOf(clientId)}
    WHERE r.status = 'decided' AND r.decision IN ('approved', 'refused') AND r.decided_on > ${day}::date
    ORDER BY r.decided_on DESC, r.id DESC LIMIT 1`.execute(db);
  return rows[0]?.decision === 'approved' ? rows[0].decided_on : null;
}

/**
 * The last decision about a client, where it is an approval that holds on the day; also of a run from before the person
 * was a client. A later refusal ends an earlier approval; what waits for a person's decision ends nothing. Outside the demo
 * (`DEMO=off`) nothing is signed on what a stand-in answered (decision 88).
 */
export async function validRun(db: Kysely<Schema>, clientId: number, day: string): Promise<ValidRun | null> {
  const { rows } = await sql<ValidRun & { decision: string }>`
    SELECT r.id, r.credit_limit AS "limit", r.score, r.decision, to_char(r.valid_until, 'YYYY-MM-DD') AS valid_until,
           EXISTS (SELECT 1 FROM scoring_answer a WHERE a.scoring_run_id = r.id AND a.stand_in AND a.result = 'answered')
             AS stand_in
    FROM ${runsOf(clientId)}
    WHERE r.status IN ('decided', 'expired') AND r.decision IN ('approved', 'refused') AND r.decided_on <= ${day}::date
    ORDER BY r.decided_on DESC, r.id DESC LIMIT 1`.execute(db);
  const [last] = rows;
  if (last === undefined || last.decision !== 'approved' || last.valid_until < day) return null;
  if (last.stand_in && process.env.DEMO === 'off') return null;
  const { decision: _, ...run } = last;
  return run;
}
