/** Copies of documents by which clients are identified in place of MyID: how long their files and checks stay (decision 82). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Who the client is has changed: a copy that was checked until then shows somebody else. */
export async function endCopies(db: Kysely<Schema>, clientId: number, now: Date): Promise<void> {
  await sql`UPDATE client_copy_check SET ended_at = ${now} WHERE client_id = ${clientId} AND ended_at IS NULL`.execute(
    db,
  );
}

/** Whether somebody was identified by a file: it stays. */
export async function isCheckedCopy(db: Kysely<Schema>, fileId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM client_copy_check WHERE file_id = ${fileId} LIMIT 1`.execute(db);
  return rows.length > 0;
}
