import type { Kysely } from 'kysely';
import type { OwnSession } from '../../contract/account.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';

/** Ends every session that was opened on a device. @returns how many were ended */
export async function endSessionsOnDevice(db: Kysely<Schema>, deviceId: number, now: Date): Promise<number> {
  const ended = await db
    .updateTable('session_token')
    .set({ revoked_at: now })
    .where('device_id', '=', deviceId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .execute();
  nudge({ topic: 'sessions', people: [...new Set(ended.map(({ user_id }) => user_id))] });
  return ended.length;
}

/**
 * Ends the sessions of a person, and tells the browsers in which they are open.
 * @param keep hash of the token whose session goes on
 * @returns how many were ended
 */
export async function endSessions(db: Kysely<Schema>, userId: number, now: Date, keep = ''): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('session_token')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('token_hash', '<>', keep)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  nudge({ topic: 'sessions', people: [userId] });
  return Number(numUpdatedRows);
}

/** Where a person is signed in now, the session of this token first. */
export async function openSessionsOf(
  db: Kysely<Schema>,
  userId: number,
  now: Date,
  tokenHash: string,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('session_token')
    .select(['id', 'token_hash', 'user_agent', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy((eb) => eb('token_hash', '=', tokenHash), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    current: row.token_hash === tokenHash,
    user_agent: row.user_agent,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }));
}
