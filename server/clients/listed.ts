/** Who is on the black list on a day: by PINFL and by any document (V10; decisions 83, 84). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListedDays } from '../../contract/common.ts';
import type { Schema } from '../db/schema.ts';

/** Approved, and the day is one of its days (decision 84), on an alias. */
export const inForceOn = (alias: string, day: string) => {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<boolean>`(${of('status')} = 'approved' AND ${day}::date >= ${of('listed_from')}
    AND (${of('listed_to')} IS NULL OR ${day}::date <= ${of('listed_to')}))`;
};

/** Entries of a client, an alias, whatever their day. */
export const entriesOf = (client: string): RawBuilder<unknown> => sql`(
  SELECT * FROM black_list_entry e WHERE e.pinfl = ${sql.ref(`${client}.pinfl`)} UNION ALL
  SELECT e.* FROM client_document n JOIN black_list_entry e ON e.documents @> ARRAY[n.number]
  WHERE n.client_id = ${sql.ref(`${client}.id`)})`;

/** Whether a client, an alias, is listed on a day. */
export const isListed = (client: string, day: string): RawBuilder<boolean> =>
  sql`EXISTS (SELECT 1 FROM ${entriesOf(client)} b WHERE ${inForceOn('b', day)})`;

/** The days of the entry that lists a client, an alias, on a day: of the one that ends last; null of who is not listed. */
export const listedDaysOf = (client: string, day: string): RawBuilder<ListedDays | null> =>
  sql`(SELECT json_build_object('from', to_char(b.listed_from, 'YYYY-MM-DD'), 'to', to_char(b.listed_to, 'YYYY-MM-DD'))
    FROM ${entriesOf(client)} b WHERE ${inForceOn('b', day)} ORDER BY b.listed_to DESC NULLS FIRST LIMIT 1)`;

export async function listedDays(db: Kysely<Schema>, clientId: number, day: string): Promise<ListedDays | null> {
  const { rows } = await sql<{ listed: ListedDays | null }>`
    SELECT ${listedDaysOf('c', day)} AS listed FROM client c WHERE c.id = ${clientId}`.execute(db);
  return rows[0]?.listed ?? null;
}
