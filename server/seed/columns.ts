/** What several parts of the demo data share: columns inserted whole, ids, days. */
import { sql } from 'kysely';
import type { Trx } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { tashkentDay } from '../http/days.ts';

/** Columns of values as one table: bulk inserts without a limit of parameters. */
export async function insertColumns(
  trx: Trx,
  table: keyof Schema,
  columns: Readonly<Record<string, readonly [type: string, values: readonly unknown[]]>>,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const arrays = sql.join(Object.values(columns).map(([type, values]) => sql`${values}::${sql.raw(type)}[]`));
  await sql`insert into ${sql.table(table)} (${names}) select * from unnest(${arrays})`.execute(trx);
}

/** Rows of a table were given their ids here, so the next one must come after them. */
export const moveSequence = (trx: Trx, table: keyof Schema) =>
  sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(trx);

export const ids = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Days that every organization has behind it: goods were received on some of them. */
export const PAST_DAYS = 119;

/** When the chain begins: the morning of the first of these days, `date` in Uzbekistan. */
export function firstDay(now: Date): { date: string; at: Date } {
  const date = daysBefore(tashkentDay(now), PAST_DAYS);
  return { date, at: new Date(`${date}T09:00:00+05:00`) };
}
