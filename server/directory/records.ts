/** Records of a directory, read: whole for many ids at once, so that a list never asks row by row. */
import { type Kysely, sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Field } from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import { inOrder } from '../lists/list.ts';
import { withChildren } from './children.ts';
import { selected } from './columns.ts';
import { joined, type Table } from './table.ts';
import { titleIn } from './targets.ts';
import { levelsOf } from './tree.ts';

type Db = Kysely<Schema>;

/** A record with its fields as they are answered. */
export interface FoundRecord {
  readonly id: number;
  readonly active: boolean;
  readonly version: number;
  readonly [field: string]: unknown;
}

/** The records in the order of their ids; those that are not there are left out. */
export async function readRecords(
  db: Db,
  directory: AnyDirectory,
  table: Table,
  ids: readonly number[],
  language: Language,
): Promise<FoundRecord[]> {
  if (ids.length === 0) return [];
  const fields: [string, Field][] = Object.entries(directory.spec.fields);
  const titleOf = (to: string, alias: string) => titleIn(to, alias, language);
  const columns = fields.flatMap(([name, field]) =>
    field.kind === 'refs' ? [] : [sql`${selected(name, field, titleOf)} AS ${sql.ref(name)}`],
  );
  const { rows } = await sql<FoundRecord>`
    SELECT r.id, r.active, r.version, ${sql.join(columns)}
    FROM ${sql.table(table.name)} r ${joined(directory.spec.fields)} WHERE r.id = ANY (${ids}::integer[])`.execute(db);
  const found = inOrder(ids, rows);
  if (directory.spec.tree !== undefined) {
    const levels = await levelsOf(db, directory, table, ids);
    for (const row of found) Object.assign(row, { level: levels.get(row.id) });
  }
  return withChildren(db, table, directory.spec.fields, found, language);
}
