/** How many records of another directory refer to each record: the usual `extra` of a directory that has others below it. */
import { sql } from 'kysely';
import type { Reader } from './serve.ts';

/** Active rows of `table` by the record that their `column` names, as the fact `name`. */
export const countsOf =
  <K extends string>(name: K, table: string, column: string) =>
  async ({ db }: Reader, ids: readonly number[]): Promise<Map<number, Record<K, number>>> => {
    const { rows } = await sql<{ id: number; n: number }>`
      SELECT ${sql.ref(column)} AS id, count(*)::integer AS n FROM ${sql.table(table)}
      WHERE active AND ${sql.ref(column)} = ANY (${ids}::integer[]) GROUP BY 1`.execute(db);
    const found = new Map(rows.map(({ id, n }) => [id, n]));
    return new Map(ids.map((id) => [id, { [name]: found.get(id) ?? 0 } as Record<K, number>]));
  };
