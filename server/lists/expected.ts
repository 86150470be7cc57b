import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { kept } from './kept.ts';

/** So few rows are sorted wherever they stand in the order. */
const HANDFUL = 100;

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

interface Narrowing {
  /** Statements of the rows of the filter, and of all. */
  readonly few: RawBuilder<unknown>;
  readonly whole: RawBuilder<unknown>;
  /** More than these are not sorted. */
  readonly most: number;
  /** Rows of a page. */
  readonly wanted: number;
}

export interface Way {
  /** Rows are better found by their own index and sorted than met in the order of the list. */
  readonly sorted: boolean;
  /** Rows of the order among which the wanted ones are expected; of a handful nobody asks. */
  readonly within?: number;
}

/**
 * How the rows of a filter are found. Of `n` among `N`, `wanted` are met within some `N × wanted / n` rows of the order:
 * where that is less than `n`, the order is walked.
 */
export async function wayTo(db: Kysely<Schema>, { few, whole, most, wanted }: Narrowing): Promise<Way> {
  const rowsOf = async (statement: RawBuilder<unknown>) =>
    (await kept(db, statement, () => expected(db, statement))).rows;
  const matching = await rowsOf(few);
  if (matching <= HANDFUL) return { sorted: true };
  const within = Math.ceil((wanted * (await rowsOf(whole))) / matching);
  return { sorted: matching <= most && matching <= within, within };
}
