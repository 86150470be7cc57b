/** Nudges over a PostgreSQL server: `NOTIFY` in the transaction that made them, `LISTEN` on a connection of its own. */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Nudge, NudgeBus } from './nudges.ts';
import type { Schema } from './schema.ts';

const CHANNEL = 'idora_nudge';
/** A payload has at most 8000 bytes. */
const PEOPLE_AT_ONCE = 500;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

function parts({ topic, people }: Nudge): Nudge[] {
  if (people === undefined) return [{ topic }];
  const of: Nudge[] = [];
  for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE)
    of.push({ topic, people: people.slice(at, at + PEOPLE_AT_ONCE) });
  return of;
}

/** Sent by the server when the transaction is committed, never when it is rolled back. */
export async function notify(trx: Kysely<Schema>, nudges: readonly Nudge[]): Promise<void> {
  for (const nudge of nudges.flatMap(parts))
    await sql`SELECT pg_notify(${CHANNEL}, ${JSON.stringify(nudge)})`.execute(trx);
}

/** Passes on what the server says, and connects again for as long as it is not stopped. @returns stops it */
export function listenTo(
  databaseUrl: string,
  bus: NudgeBus,
  log: (level: 'warn', message: string, extra: object) => void = () => {},
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;

  const again = (error?: Error) => {
    if (stopped || timer) return;
    if (error) log('warn', 'Listening to the database was interrupted', { error: error.message });
    client?.end().catch(() => undefined);
    client = undefined;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, pause);
    timer.unref();
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  };

  async function connect(): Promise<void> {
    const own = new pg.Client({ connectionString: databaseUrl, application_name: 'idora listen', keepAlive: true });
    client = own;
    own.on('error', again);
    own.on('end', () => {
      if (client === own) again();
    });
    own.on('notification', ({ payload }) => bus.send([JSON.parse(payload ?? '') as Nudge]));
    try {
      await own.connect();
      await own.query(`LISTEN ${CHANNEL}`);
      pause = FIRST_PAUSE_MS;
      bus.sendEverything();
    } catch (error) {
      again(error as Error);
    }
  }

  void connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
