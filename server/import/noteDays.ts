/** What rows of a file do to the other days of their subjects, kept with each row. */
import { sql } from 'kysely';
import { SLICE } from '../../contract/imports.ts';
import { VALID_FROM } from '../../contract/sheet.ts';
import type { Writer } from '../directory/reader.ts';
import { notesOf } from '../settings/notes.ts';
import type { ServedSetting } from '../settings/serve.ts';
import { subjectOf } from '../settings/table.ts';
import { rowsAmong } from './planned.ts';

/** Notes on rows that write something. */
export async function noteDays(writer: Writer, served: ServedSetting, id: number): Promise<void> {
  const { setting } = served;
  const { until } = setting.spec;
  // of a row that was changed since its export, the day that the file has where it has another one
  const last =
    until === undefined
      ? sql`NULL::date`
      : sql`coalesce((SELECT c->>'sent' FROM jsonb_array_elements(i.conflicts) c WHERE c->>'field' = ${until}),
          i.body->>${until}::text)::date`;
  const subject = subjectOf(setting).map(
    ({ name, type }) => sql`(i.body->>${name}::text)::${type} AS ${sql.ref(name)}`,
  );
  const rows = await notesOf(
    writer,
    served,
    sql`SELECT ${sql.join(subject)}, (i.body->>${VALID_FROM}::text)::date AS day, ${last} AS last, i.row
      FROM import_row i WHERE i.import_id = ${id} AND i.kind IN ('fresh', 'changed', 'moved')`,
  );
  for (let at = 0; at < rows.length; at += SLICE) {
    const slice = rows.slice(at, at + SLICE);
    await sql`UPDATE import_row r SET notes = j.notes
      FROM jsonb_to_recordset(${JSON.stringify(slice)}::jsonb) AS j(row integer, notes jsonb)
      WHERE ${rowsAmong(id, slice)} AND r.row = j.row`.execute(writer.db);
  }
}
