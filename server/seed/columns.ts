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

/** The last day of the year that is shipped as it was replayed once (`year/`): later days are replayed when they are there. */
export const YEAR_ENDS = '2026-11-26';
/** The chain began so many days before the last day of its year. */
const YEAR_DAYS = 364;

/** Yesterday, or the end of the shipped year where that was before: from there the year of the chain is counted. */
export function yearEnd(now: Date): string {
  const yesterday = daysBefore(tashkentDay(now), 1);
  return yesterday < YEAR_ENDS ? yesterday : YEAR_ENDS;
}

/** Days that every organization has behind it. */
export const pastDays = (now: Date): number =>
  Math.round((Date.parse(tashkentDay(now)) - Date.parse(firstDay(now).date)) / 86_400_000);

/** When the chain begins: the morning of its first day, `date` in Uzbekistan. */
export function firstDay(now: Date): { date: string; at: Date } {
  const date = daysBefore(yearEnd(now), YEAR_DAYS);
  return { date, at: new Date(`${date}T09:00:00+05:00`) };
}
