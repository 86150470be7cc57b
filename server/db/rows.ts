/** Many rows of a table in one statement. */
import { type RawBuilder, sql } from 'kysely';

export type Columns = Readonly<Record<string, unknown>>;

/** Rows as a relation with the types of the table's columns; what a row does not say is NULL. */
export const rowsOf = (table: string, rows: readonly Columns[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** So many ids are parameters of their own. */
const FEW = 12;

/**
 * Whether an id is one of these. Of a few each is a parameter of its own, so that the embedded database keeps the statement
 * prepared, with a plan for each number of them: to plan one costs it more than to run it.
 */
export const isOneOf = (column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<boolean> =>
  ids.length > 0 && ids.length <= FEW
    ? sql`${column} IN (${sql.join(ids)})`
    : sql`${column} = ANY (${[...ids]}::integer[])`;

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
