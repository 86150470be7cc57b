/** Rows of an import of which something is written. */
import { type RawBuilder, sql } from 'kysely';
import { type Fields, sentName } from '../../contract/directory/fields.ts';
import type { Body, Db, Planned, RowFault } from './importable.ts';

/** A condition on `p`: moved rows where a value of the file was chosen, too. */
export const planned = (id: number) => sql`p.import_id = ${id} AND (p.kind IN ('fresh', 'changed')
  OR p.kind = 'moved' AND EXISTS (SELECT 1 FROM jsonb_array_elements(p.conflicts) c WHERE c->>'take' = 'file'))`;

/** Holds records of an import, in the one order. @param rows a condition on `p`, the rows whose records they are */
export const holdRecords = (db: Db, table: string, rows: RawBuilder<unknown>) =>
  sql`SELECT count(*) FROM (SELECT t.id FROM ${sql.table(table)} t
    WHERE t.id IN (SELECT p.record_id FROM import_row p WHERE ${rows}) ORDER BY t.id FOR UPDATE) held`.execute(db);

/** A condition on `p`: rows that were written. */
export const written = (id: number) => sql`p.import_id = ${id} AND p.written IS NOT NULL`;

/** What a row writes: of a moved one the values that were chosen. */
export function bodyOf(fields: Fields, { kind, body, conflicts }: Planned): Body {
  if (kind !== 'moved') return body;
  const chosen = conflicts.flatMap(({ field, sent, take }) => {
    const declared = fields[field];
    return declared === undefined || take !== 'file' ? [] : [[sentName(field, declared), sent]];
  });
  return { ...body, ...Object.fromEntries(chosen) };
}

/** Rows of an import from the first to the last of a slice: the key finds them, whatever is known of how many there are. */
export function rowsAmong(id: number, slice: readonly { readonly row: number }[]) {
  const numbers = slice.map(({ row }) => row);
  return sql`r.import_id = ${id} AND r.row BETWEEN ${Math.min(...numbers)} AND ${Math.max(...numbers)}`;
}

/** Rows that are wrong beside others, each with its fault. */
export async function refuseRows(
  db: Db,
  id: number,
  faults: readonly { row: number; fault: RowFault }[],
): Promise<void> {
  if (faults.length === 0) return;
  await sql`
    UPDATE import_row r SET kind = 'bad', faults = r.faults || f.faults, conflicts = '[]', fields = '{}'
    FROM (SELECT j.row, jsonb_agg(j.fault) AS faults
      FROM jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) AS j(row integer, fault jsonb) GROUP BY 1) f
    WHERE r.import_id = ${id} AND r.row = f.row`.execute(db);
}
