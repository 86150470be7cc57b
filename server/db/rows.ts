/** Many rows of a table in one statement. */
import { type RawBuilder, sql } from 'kysely';

export type Columns = Readonly<Record<string, unknown>>;

/** Rows as a relation with the types of the table's columns; what a row does not say is NULL. */
export const rowsOf = (table: string, rows: readonly Columns[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** The rows by the columns that they have, in the order in which they came: a column that is left out is not written. */
export function alikeIn<R extends Columns>(rows: readonly R[]): R[][] {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const columns = Object.keys(row).sort().join();
    const group = groups.get(columns);
    if (group === undefined) groups.set(columns, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
