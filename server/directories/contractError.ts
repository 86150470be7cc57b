/** What checks found wrong with contracts: made, changed and ended by the checks alone (`server/contracts/checkRun.ts`). */
import { type Kysely, sql } from 'kysely';
import type { Person } from '../../contract/common.ts';
import { type Check, contractError } from '../../contract/directories/contractError.ts';
import { contractErrorMachine } from '../../machines/contractError/contractError.machine.ts';
import type { Finding } from '../contracts/checks.ts';
import type { Schema } from '../db/schema.ts';
import { serveDirectory, type Writer } from '../directory/serve.ts';
import type { SignedIn } from '../http/auth.ts';
import { holdsRule } from '../http/heldRules.ts';
import { say } from '../http/messages.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { systemUser } from '../sale/entries.ts';

type Db = Kysely<Schema>;

interface About {
  id: number;
  code: Check;
  expected: number;
  actual: number;
  subject: string | null;
  contract: string;
  contract_id: number;
  days: number;
}

async function aboutOf(db: Db, ids: readonly number[], now: Date): Promise<About[]> {
  const { rows } = await sql<About>`
    SELECT e.id, e.code, e.expected::float8 AS expected, e.actual::float8 AS actual, e.subject, e.contract_id,
           x.number AS contract, ((CASE WHEN d.status IN ('fixed', 'accepted') THEN d.since ELSE ${now}::timestamptz END
             AT TIME ZONE 'Asia/Tashkent')::date - (d.created_at AT TIME ZONE 'Asia/Tashkent')::date) AS days
    FROM contract_error e JOIN document d ON d.id = e.id JOIN document x ON x.id = e.contract_id
    WHERE e.id = ANY (${[...ids]}::integer[])`.execute(db);
  return rows;
}

const isResponsible = {
  // that nobody has taken it is for the chart to say
  right: ({ status, owner }: { status?: string; owner?: Person | undefined }, { id }: SignedIn) =>
    status !== 'fixing' || owner?.id === id,
  forbidden: 'errors.error_of_responsible',
};

/** So many people are notified of one error at most: any of them takes it. */
const MOST_RESPONSIBLE = 50;

/** Who corrects contracts in the branch of the error; where nobody does, who does in the office. */
const responsibleFor = (error: number) => sql`
  WITH may AS MATERIALIZED (
    SELECT app_user.id, app_user.organization_id = d.organization_id AS near
    FROM document d JOIN app_user ON app_user.organization_id = d.organization_id OR app_user.office
    WHERE d.id = ${error} AND app_user.active AND ${holdsRule('error.edit')}
      AND (${holdsRule('error.show')} OR ${holdsRule('error.allshow')})
  )
  SELECT id FROM may WHERE near OR NOT EXISTS (SELECT 1 FROM may WHERE near) ORDER BY id LIMIT ${MOST_RESPONSIBLE}`;

const ERRORS = serveDirectory(contractError, {
  async branch({ db }, body) {
    const { contract_id } = body as unknown as Finding;
    const { rows } = await sql<{ id: number }>`
      SELECT organization_id AS id FROM document WHERE id = ${contract_id}`.execute(db);
    return (rows[0] as { id: number }).id;
  },
  begin: async (_, body) => ({ columns: { contract_id: (body as unknown as Finding).contract_id } }),
  async words(db, id) {
    const { rows } = await sql<{ number: string }>`SELECT d.number FROM contract_error e
      JOIN document d ON d.id = e.contract_id WHERE e.id = ${id}`.execute(db);
    return rows[0]?.number ?? '';
  },
  async extra({ db, now, language }, ids) {
    const rows = await aboutOf(db, ids, now);
    return new Map(
      rows.map(({ id, code, expected, actual, subject, ...about }) => {
        const values = { expected, actual, difference: Math.abs(expected - actual), subject: subject ?? '' };
        return [id, { ...about, text: say(language, `contractErrors.${code}`, values) }];
      }),
    );
  },
  actions: {
    machine: contractErrorMachine,
    concernsNew: (id) => ({ people: responsibleFor(id) }),
    // of one that nobody has taken nobody waits for the end
    concerns: ({ status, owner }, event, { after }) =>
      status !== 'fixing' || event === 'error.update'
        ? undefined
        : {
            people: sql`SELECT ${owner?.id ?? 0}::integer`,
            words: event === 'error.accept' ? (after as { reason: string }).reason : undefined,
          },
    steps: {
      'error.update': isResponsible,
      'error.take': {
        async take({ db, user }, { id }) {
          await db.updateTable('document').set({ owner_id: user.id }).where('id', '=', id).execute();
          return {};
        },
      },
      'error.accept': {
        async take({ db }, { id }, { reason }) {
          await sql`UPDATE contract_error SET reason = ${reason} WHERE id = ${id}`.execute(db);
          return { log: { after: { reason } } };
        },
      },
      'error.change': {
        async takeOwn({ db }, { id, expected, actual, subject }, body) {
          const next = body as unknown as Finding;
          await sql`UPDATE contract_error SET expected = ${next.expected}, actual = ${next.actual},
            subject = ${next.subject} WHERE id = ${id}`.execute(db);
          return {
            log: {
              before: { expected, actual, subject },
              after: { expected: next.expected, actual: next.actual, subject: next.subject },
            },
          };
        },
      },
    },
  },
});

export interface KnownError extends Finding {
  readonly id: number;
  readonly status: 'found' | 'fixing' | 'accepted';
}

/** Errors of contracts that are open, and those that were accepted. */
export async function knownErrors(db: Db, contracts: readonly number[]): Promise<KnownError[]> {
  const { rows } = await sql<KnownError>`
    SELECT e.id, e.contract_id, e.code, e.expected::float8 AS expected, e.actual::float8 AS actual, e.subject, d.status
    FROM contract_error e JOIN document d ON d.id = e.id
    WHERE e.contract_id = ANY (${[...contracts]}::integer[]) AND d.status <> 'fixed' ORDER BY e.id`.execute(db);
  return rows;
}

/** A new error, written by the server. */
export async function findError({ db, now }: Scene, finding: Finding): Promise<void> {
  const { rows } = await sql<{ client_id: number }>`
    SELECT client_id FROM contract WHERE id = ${finding.contract_id}`.execute(db);
  const id = await systemUser(db);
  const nobody = { username: '', fullname: '', organizationId: 0, expired: false, waiting: false, tokenHash: '' };
  const user = { ...nobody, id, office: true, rules: {} };
  await ERRORS.make({ db, user, now, language: 'uz' } satisfies Writer, { ...finding, ...rows[0] });
}

export const changeError = (scene: Scene, id: number, finding: Finding): Promise<void> =>
  ERRORS.takeOwn(scene, id, 'error.change', { ...finding });

export const fixError = (scene: Scene, id: number): Promise<void> => ERRORS.takeOwn(scene, id, 'error.fix');
