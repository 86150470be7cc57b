import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** What the planner expects of a statement, without running it. */
export async function expected(
  db: Kysely<Schema>,
  statement: RawBuilder<unknown>,
): Promise<{ rows: number; cost: number }> {
  const { rows } = await sql<{
    'QUERY PLAN': { Plan: { 'Plan Rows': number; 'Total Cost': number } }[] | string;
  }>`EXPLAIN (FORMAT JSON) ${statement}`.execute(db);
  const written = rows[0]?.['QUERY PLAN'];
  const plans = typeof written === 'string' ? (JSON.parse(written) as Exclude<typeof written, string>) : written;
  const plan = plans?.[0]?.Plan;
  return { rows: plan?.['Plan Rows'] ?? 0, cost: plan?.['Total Cost'] ?? 0 };
}
