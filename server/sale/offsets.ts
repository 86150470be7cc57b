/**
 * What is prepaid pays what has become due (decision 57), each client in a transaction of its own: payments go on meanwhile,
 * and who was not reached yet is found again after a restart.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { unclosedDay } from '../practiceDay/openDay.ts';
import { systemUser } from './entries.ts';
import { beginDay } from './money.ts';

const AT_ONCE = 100;

interface Due {
  client: number;
  organization: number;
}

/** Clients who have prepaid money and something due that it may pay, after one of them. */
async function dueAfter(db: Kysely<Schema>, { client, organization }: Due): Promise<Due[]> {
  const { rows } = await sql<Due>`
    SELECT DISTINCT b.organization_id AS organization, b.client_id AS client
    FROM client_balance b JOIN practice_day y ON y.organization_id = b.organization_id AND y.status = 'open'
    WHERE b.prepaid > 0 AND (b.organization_id, b.client_id) > (${organization}, ${client})
      AND EXISTS (SELECT FROM client_balance o JOIN contract c ON c.id = o.contract_id
        WHERE o.client_id = b.client_id AND o.organization_id = b.organization_id AND c.oldest_due <= y.date
          AND (b.contract_id IS NULL OR b.contract_id = o.contract_id))
    ORDER BY 1, 2 LIMIT ${AT_ONCE}`.execute(db);
  return rows;
}

const offset = (database: Pick<Database, 'tx'>, { client, organization }: Due, now: Date): Promise<boolean> =>
  database.tx(async (db) => {
    const day = await unclosedDay(db, organization);
    if (day?.status !== 'open') return false;
    const step = { db, now, day, userId: await systemUser(db) };
    return beginDay(step, { clientId: client, organizationId: organization });
  });

/**
 * @param clock the demo replays the past
 * @param failed what is said of a client whose money could not be used; the others' is. Without it the work ends there
 * @returns of how many clients money was used
 */
export async function offsetDue(
  database: Pick<Database, 'kysely' | 'tx'>,
  stopped: () => boolean = () => false,
  clock: () => Date = () => new Date(),
  failed?: (error: unknown, clientId: number) => void,
) {
  let used = 0;
  let last: Due = { client: 0, organization: 0 };
  for (;;) {
    const due = await dueAfter(database.kysely, last);
    if (due.length === 0) return used;
    for (const one of due) {
      if (stopped()) return used;
      last = one;
      try {
        if (await offset(database, one, clock())) used += 1;
      } catch (error) {
        if (failed === undefined) throw error;
        failed(error, one.client);
      }
    }
  }
}
