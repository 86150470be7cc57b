/** Totals of a list's money columns. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Sums over the rows that follow FROM, each by the key of the column under which it stands; 0 where there are none. */
export async function sumsOver(
  db: Kysely<Schema>,
  sums: Readonly<Record<string, RawBuilder<unknown>>>,
  from: RawBuilder<unknown>,
): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    SELECT ${sql.join(Object.entries(sums).map(([key, sum]) => sql`coalesce(sum(${sum}), 0) AS ${sql.ref(key)}`))}
    FROM ${from}`.execute(db);
  return Object.fromEntries(Object.keys(sums).map((key) => [key, Number(rows[0]?.[key] ?? 0)]));
}
