/** What may be forgotten is forgotten, once an hour: answers kept for repetition, ended sessions, spent limits. */
import { sql } from 'kysely';
import type { AppOptions } from './app.ts';
import type { Database } from './db/open.ts';

const HOUR_MS = 3_600_000;
/** A click is repeated within minutes; a browser that was offline for days comes back with the same key. */
const KEEP_ANSWERS = '7 days';
const KEEP_SESSIONS = '30 days';

async function forget(database: Database): Promise<void> {
  await database.tx(async (trx) => {
    await sql`DELETE FROM idempotency WHERE created_at < now() - ${KEEP_ANSWERS}::interval`.execute(trx);
    await sql`DELETE FROM session_token WHERE expires_at < now() - ${KEEP_SESSIONS}::interval`.execute(trx);
    await sql`DELETE FROM rate_limit WHERE expire < ${Date.now()}`.execute(trx);
  });
}

/** @returns stops it. */
export function keepHouse(database: Database, log: AppOptions['log']): () => void {
  const timer = setInterval(() => {
    forget(database).catch((error: unknown) => log('warn', 'housekeeping failed', { error: String(error) }));
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
