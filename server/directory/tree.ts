/** Records that are a tree: each names the one above it. Trees are of hundreds of records, so their order is computed. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import type { FieldFault } from '../http/refusal.ts';
import type { ListSort } from '../lists/declared.ts';
import { orderColumn } from './columns.ts';
import type { Table } from './table.ts';

type Db = Kysely<Schema>;

const above = ({ spec }: AnyDirectory, alias: string): RawBuilder<unknown> => sql.ref(`${alias}.${spec.tree}_id`);

/** Each record after the one above it, records of one level by their label: the row's labels from the top, one under another. */
export function treeSort(directory: AnyDirectory, table: string, language: Language): ListSort {
  const { label, fields } = directory.spec;
  const order = (alias: string) => sql.ref(`${alias}.${orderColumn(label, fields[label] as never, language)}`);
  const by = sql`(WITH RECURSIVE up AS (
      SELECT ${above(directory, 'r')} AS above, ${order('r')} || chr(1) || r.id AS way
      UNION ALL
      SELECT ${above(directory, 't')}, ${order('t')} || chr(1) || t.id || chr(1) || up.way
      FROM up JOIN ${sql.table(table)} t ON t.id = up.above
    ) SELECT way COLLATE "C" FROM up WHERE above IS NULL)`;
  return {
    columns: [
      { by, type: 'text' },
      { by: sql`r.id`, type: 'integer' },
    ],
    index: 'computed',
  };
}

/** Levels of records, 1 at the top. */
export async function levelsOf(
  db: Db,
  directory: AnyDirectory,
  { name }: Table,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; level: number }>`
    WITH RECURSIVE up AS (
      SELECT r.id, ${above(directory, 'r')} AS above, 1 AS level FROM ${sql.table(name)} r
      WHERE r.id = ANY (${ids}::integer[])
      UNION ALL
      SELECT up.id, ${above(directory, 't')}, up.level + 1 FROM up JOIN ${sql.table(name)} t ON t.id = up.above
    ) SELECT id, level FROM up WHERE above IS NULL`.execute(db);
  return new Map(rows.map(({ id, level }) => [id, level]));
}

/** A record of a tree never comes to stand below itself. */
export async function treeFaults(
  db: Db,
  directory: AnyDirectory,
  table: Table,
  id: number | null,
  body: Readonly<Record<string, unknown>>,
): Promise<Record<string, FieldFault[]>> {
  if (directory.spec.tree === undefined || id === null) return {};
  const sent = `${directory.spec.tree}_id`;
  const above = body[sent];
  const isOwn = typeof above === 'number' && (await isOwnAbove(db, directory, table, id, above));
  return isOwn ? { [sent]: [{ key: 'below_itself' }] } : {};
}

/** Whether a record is itself the wanted one above it, or stands over it. */
async function isOwnAbove(
  db: Db,
  directory: AnyDirectory,
  { name }: Table,
  id: number,
  wanted: number,
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE up AS (
      SELECT ${wanted}::integer AS id
      UNION ALL
      SELECT ${above(directory, 't')} FROM up JOIN ${sql.table(name)} t ON t.id = up.id
    ) SELECT 1 FROM up WHERE id = ${id} LIMIT 1`.execute(db);
  return rows.length > 0;
}
