/** Who is on the black list on a day: by PINFL and by any document (V10; decisions 83, 84). */
import { type RawBuilder, sql } from 'kysely';

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
