/** Rows and references by their ids. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { invalidField } from '../http/refusal.ts';

type Db = Kysely<Schema>;

/** Rows of a statement in the order of the ids. */
export function inOrder<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** So many of another table may be meant by a word; beyond it the person is asked to narrow the search. */
const REFERENCES = 1_000;

/** Ids that a search means in another table, in a statement of their own: an OR across tables uses no index. */
export async function referencesOf(db: Db, statement: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${statement} LIMIT ${REFERENCES + 1}`.execute(db);
  if (rows.length > REFERENCES) throw invalidField('search', 'narrow_search');
  return rows.map(({ id }) => id);
}
