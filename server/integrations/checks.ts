/** Test calls of connections: each is a request of the server and one row of their log, with the person. */
import { type Kysely, sql } from 'kysely';
import type { Call } from '../../contract/call.ts';
import {
  aloqabankConnectionCheck,
  aloqabankConnectionChecks,
  type Check,
  integrationSettingCheck,
  integrationSettingChecks,
  LAST_CHECKS,
} from '../../contract/integrations.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Context, type Implementation, implement } from '../http/implement.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { readSecret } from '../secrets/fields.ts';
import { SecretUnreadable } from '../secrets/seal.ts';
import { ask, type Found, type Outside } from './ask.ts';

type Db = Kysely<Schema>;

/** The service of Aloqabank in the log. */
export const ALOQABANK = 'aloqabank';

/** A setting whose revisions are connections. */
interface Connections {
  readonly table: string;
  /** What the log calls the service, on `r`. */
  readonly service: ReturnType<typeof sql<string>>;
  readonly check: typeof integrationSettingCheck | typeof aloqabankConnectionCheck;
  readonly checks: typeof integrationSettingChecks | typeof aloqabankConnectionChecks;
}

const CONNECTIONS: readonly Connections[] = [
  {
    table: 'integration_setting',
    service: sql<string>`r.service`,
    check: integrationSettingCheck,
    checks: integrationSettingChecks,
  },
  {
    table: 'aloqabank_connection',
    service: sql<string>`${ALOQABANK}::text`,
    check: aloqabankConnectionCheck,
    checks: aloqabankConnectionChecks,
  },
];

interface Revision {
  id: number;
  service: string;
  address: string;
  time_limit: number;
}

async function revisionOf(db: Db, { table, service }: Connections, id: number): Promise<Revision> {
  const { rows } = await sql<Revision>`
    SELECT r.id, ${service} AS service, r.address, r.time_limit FROM ${sql.table(table)} r WHERE r.id = ${id}`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

/** @throws Refusal 409 where the key that is kept cannot be read: nothing is asked without it */
async function keyOf(db: Db, table: string, id: number): Promise<string | null> {
  try {
    return await readSecret(db, table, id, 'key');
  } catch (error) {
    if (error instanceof SecretUnreadable)
      throw conflict('not_allowed_now', { messageKey: 'errors.secret_unreadable' });
    throw error;
  }
}

type Row = Omit<Check, 'at' | 'by'> & { at: Date; user_id: number; fullname: string };

const answerOf = ({ at, user_id, fullname, ...row }: Row): Check => ({
  ...row,
  at: new Date(at).toISOString(),
  by: person(user_id, fullname),
});

const COLUMNS = sql`c.id, c.at, c.user_id, u.fullname, c.result, c.status, c.ms, c.reason`;

async function lastChecks(db: Db, service: string): Promise<Check[]> {
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM integration_check c JOIN app_user u ON u.id = c.user_id
    WHERE c.service = ${service} ORDER BY c.at DESC, c.id DESC LIMIT ${LAST_CHECKS}`.execute(db);
  return rows.map(answerOf);
}

async function writeCheck(db: Db, { id, service }: Revision, found: Found, user: SignedIn, now: Date): Promise<Check> {
  const { result, status, ms, reason } = found;
  const { rows } = await sql<Row>`
    WITH c AS (
      INSERT INTO integration_check (service, revision_id, at, user_id, result, status, ms, reason)
      VALUES (${service}, ${id}, ${now}, ${user.id}, ${result}, ${status}, ${ms}, ${reason}) RETURNING *
    ) SELECT ${COLUMNS} FROM c JOIN app_user u ON u.id = c.user_id`.execute(db);
  return answerOf(rows[0] as Row);
}

const idOf = ({ params }: { params: Readonly<Record<string, number>> }): number => params.id as number;

/** The calls of every kind of connection. @param outside what may be asked, and how names are resolved */
export const integrationImplementations = (outside: Outside = {}): Implementation[] =>
  CONNECTIONS.flatMap((connections) => [
    implement(connections.checks as Call, {
      record: (context) => revisionOf(context.db, connections, idOf(context)),
      handle: async ({ db, record }) => ({ data: await lastChecks(db, record.service) }),
    }),
    implement(connections.check as Call, {
      // outside of the transaction: the embedded database has one session, and a service may be slow
      async prepare({ database: { kysely }, ...context }) {
        const revision = await revisionOf(kysely, connections, idOf(context));
        const key = await keyOf(kysely, connections.table, revision.id);
        const { address, time_limit: timeLimit } = revision;
        return { revision, found: await ask({ address, key, timeLimit }, outside) };
      },
      async handle({ db, prepared, user, now }: Context<Call, unknown, { revision: Revision; found: Found }>) {
        return { data: await writeCheck(db, prepared.revision, prepared.found, user as SignedIn, now) };
      },
    }),
  ]);

/** What the list shows of test calls, by service: the last one, and failed ones of the last 24 hours. */
export async function checkedOf(db: Db, services: readonly string[]) {
  const { rows } = await sql<{ service: string; last_answer: Check['result']; checked: string; errors: number | null }>`
    SELECT DISTINCT ON (c.service) c.service, c.result AS last_answer, (c.at AT TIME ZONE 'Asia/Tashkent')::date AS checked,
      (SELECT count(*) FILTER (WHERE n.result <> 'answered') FROM integration_check n
        WHERE n.service = c.service AND n.at > now() - interval '24 hours' HAVING count(*) > 0)::integer AS errors
    FROM integration_check c WHERE c.service = ANY (${services}::text[])
    ORDER BY c.service, c.at DESC, c.id DESC`.execute(db);
  return new Map(rows.map(({ service, ...facts }) => [service, facts]));
}
