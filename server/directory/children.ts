/** Values of `refs` fields: rows of a table beside the record's own, read for many records at once. */
import { type Kysely, sql } from 'kysely';
import type { Chosen, Fields } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import type { Table } from './table.ts';
import { targetOf, titleIn } from './targets.ts';

type Db = Kysely<Schema>;
type Owner = Pick<Table, 'name' | 'children'>;

/** Records named by `refs` fields, by the record that names them. */
async function namedBy(db: Db, table: Owner, name: string, to: string, ids: readonly number[], language: Language) {
  const child = table.children[name];
  if (!child) throw new Error(`${table.name}: no table for ${name}`);
  const { rows } = await sql<Chosen & { own: number }>`
    SELECT c.${sql.ref(child.own)} AS own, t.id, ${titleIn(to, 't', language)} AS title
    FROM ${sql.table(child.table)} c JOIN ${sql.table(targetOf(to).table)} t ON t.id = c.${sql.ref(child.other)}
    WHERE c.${sql.ref(child.own)} = ANY (${ids}::integer[]) ORDER BY title, t.id`.execute(db);
  const named = new Map<number, Chosen[]>();
  for (const { own, id, title } of rows) named.set(own, [...(named.get(own) ?? []), { id, title }]);
  return named;
}

/** The rows with what their `refs` fields name. */
export async function withChildren<R extends { readonly id: number }>(
  db: Db,
  table: Owner,
  fields: Fields,
  rows: readonly R[],
  language: Language,
): Promise<R[]> {
  const ids = rows.map(({ id }) => id);
  let found = [...rows];
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'refs') continue;
    const named = await namedBy(db, table, name, field.to, ids, language);
    found = found.map((row) => ({ ...row, [name]: named.get(row.id) ?? [] }));
  }
  return found;
}

/** What bodies say of them takes the place of what is there; nothing is changed where one says nothing. */
export async function writeChildrenOf(
  db: Db,
  table: Owner,
  changes: readonly { readonly id: number; readonly body: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  for (const [name, child] of Object.entries(table.children)) {
    const said = changes.filter(({ body }) => body[name] !== undefined);
    if (said.length === 0) continue;
    const { table: rows, own, other } = child;
    const pairs = said.flatMap(({ id, body }) =>
      [...new Set(body[name] as readonly number[])].map((one) => [id, one] as const),
    );
    await sql`DELETE FROM ${sql.table(rows)}
      WHERE ${sql.ref(own)} = ANY (${said.map(({ id }) => id)}::integer[])`.execute(db);
    await sql`INSERT INTO ${sql.table(rows)} (${sql.ref(own)}, ${sql.ref(other)})
      SELECT * FROM unnest(${pairs.map(([id]) => id)}::integer[], ${pairs.map(([, one]) => one)}::integer[])`.execute(
      db,
    );
  }
}
