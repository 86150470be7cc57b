/** Lines of `rows` fields: rows of a table beside the record's own, read for many records at once. */
import { type Kysely, sql } from 'kysely';
import type { Line } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import type { FieldFault } from '../http/refusal.ts';
import { columnsOf, selected } from './columns.ts';
import { type DirectoryTable, joined } from './table.ts';
import { titleIn } from './targets.ts';

type Db = Kysely<Schema>;
type Owner = Pick<DirectoryTable, 'lines'>;
/** A line as it is sent. */
export type SentLine = Readonly<Record<string, unknown>> & { readonly id?: number; readonly active?: boolean };

/** The records with their lines: those that work first, each kind in the order in which they came. */
export async function withLines<R extends { readonly id: number }>(
  db: Db,
  { lines }: Owner,
  records: readonly R[],
  language: Language,
): Promise<R[]> {
  const ids = records.map(({ id }) => id);
  let found = [...records];
  const titleOf = (to: string, alias: string) => titleIn(to, alias, language);
  for (const [name, { table, own, fields, removed }] of Object.entries(lines)) {
    const columns = sql.join(
      Object.entries(fields).map(
        ([field, declared]) => sql`${selected(field, declared, titleOf)} AS ${sql.ref(field)}`,
      ),
    );
    const active = removed ? sql`true` : sql`r.active`;
    const { rows } = await sql<Line & { of: number }>`
      SELECT r.${sql.ref(own)} AS of, r.id, ${active} AS active, ${columns} FROM ${sql.table(table)} r ${joined(fields)}
      WHERE r.${sql.ref(own)} = ANY (${ids}::integer[]) ORDER BY active DESC, r.id`.execute(db);
    const byRecord = new Map<number, object[]>(ids.map((id) => [id, []]));
    for (const { of, ...line } of rows) byRecord.get(of)?.push(line);
    found = found.map((record) => ({ ...record, [name]: byRecord.get(record.id) }));
  }
  return found;
}

/** Lines that say they are known and belong to another record, or to none. */
export function unknownLines(
  name: string,
  sent: readonly SentLine[],
  known: readonly Line[],
): Record<string, FieldFault[]> {
  const ids = new Set(known.map(({ id }) => id));
  return Object.fromEntries(
    sent.flatMap(({ id }, at) =>
      id === undefined || ids.has(id) ? [] : [[`${name}.${at}.id`, [{ key: 'reference' }]] as const],
    ),
  );
}

/**
 * Those with an id are changed, the others added; what a line leaves out is empty. Values that may be there once change
 * places within one statement, so their constraints are checked at its end (`DEFERRABLE`).
 */
export async function writeLines(
  db: Db,
  { lines }: Owner,
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, { table, own, fields, removed }] of Object.entries(lines)) {
    if (removed && body[name] === undefined) continue;
    const sent = (body[name] ?? []) as readonly SentLine[];
    const all = sent.map((line) => ({ ...line, active: line.active ?? true, [own]: id }));
    const whole = removed ? all.filter(({ active }) => active) : all;
    const named = Object.entries(fields).flatMap(([field, declared]) =>
      columnsOf(field, declared).map((one) => one.name),
    );
    const columns = [...named, ...(removed ? [] : ['active'])].map((column) => sql.ref(column));
    if (removed) {
      const kept = whole.flatMap((line) => (line.id === undefined ? [] : [line.id]));
      await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(own)} = ${id} AND NOT id = ANY (${kept}::integer[])`.execute(
        db,
      );
    }
    const rowsOf = (some: readonly object[]) =>
      sql`jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(some)}::jsonb) s`;
    const known = whole.filter((line) => line.id !== undefined);
    if (known.length > 0)
      await sql`UPDATE ${sql.table(table)} l SET ${sql.join(columns.map((column) => sql`${column} = s.${column}`))}
        FROM ${rowsOf(known)} WHERE l.id = s.id AND l.${sql.ref(own)} = ${id}`.execute(db);
    const added = whole.filter((line) => line.id === undefined);
    if (added.length > 0)
      await sql`INSERT INTO ${sql.table(table)} (${sql.join([sql.ref(own), ...columns])})
        SELECT ${sql.join([sql.ref(own), ...columns].map((column) => sql`s.${column}`))} FROM ${rowsOf(added)}`.execute(
        db,
      );
  }
}
