/** Cash service: the person's own day (areas 4.2 `/dashboard`; decision 18 for acts, 21 for invoices). */
import { type Kysely, sql } from 'kysely';
import { DUTIES_NAMED, type Duty, type DutyKind, myDay } from '../../contract/day.ts';
import { allows } from '../../contract/rules.ts';
import type { MyTest } from '../../contract/staffTests.ts';
import { inGroup, running } from '../../machines/testAttempt/groups.ts';
import { ACT_KIND } from '../counting/access.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { INVOICE_KIND, seesEvery } from '../invoices/access.ts';
import { testsOf } from '../staffTests/answers.ts';
import { openAttempts } from '../staffTests/myTests.ts';
import { closeOverdue } from '../staffTests/sittings.ts';

type Db = Kysely<Schema>;

interface DutyRow {
  kind: DutyKind;
  id: number;
  counter_id: number | null;
  name: string;
  place: string;
  status: string;
  at: Date;
  total: number;
}

/** Rules without which nothing of a kind can wait for a person; several must all pass. */
export const DUTY_RULES: Readonly<Record<DutyKind, readonly string[]>> = {
  count: ['act_of_count.show'],
  decide: ['act_of_count.show|act_of_count.allshow'],
  confirm: ['product_invoice.confirm', 'product_invoice.show|product_invoice.allshow'],
  send: ['product_invoice.add|product_invoice.edit', 'product_invoice.show|product_invoice.allshow'],
  test: [],
};
const mayHave = (user: SignedIn, kind: DutyKind): boolean => allows(user.rules, DUTY_RULES[kind]);

/** Whom an act waits for: its counters who have not handed in, and who manages it (decision 18). */
const counting = (user: SignedIn) => sql<DutyRow>`
  SELECT 'count' AS kind, d.id, c.id AS counter_id, d.number AS name, o.name AS place, c.status, d.created_at AS at
  FROM computing_act_user c
  JOIN document d ON d.id = c.act_of_count_id
  JOIN organization o ON o.id = d.organization_id
  WHERE c.user_id = ${user.id} AND c.status <> 'submitted' AND d.status IN ('residues_loaded', 'counting')
    AND ${mayHave(user, 'count')}`;

const deciding = (user: SignedIn) => sql<DutyRow>`
  SELECT 'decide', d.id, NULL::integer, d.number, o.name, d.status, d.created_at
  FROM document d
  JOIN organization o ON o.id = d.organization_id
  WHERE d.kind = ${ACT_KIND} AND d.status IN ('created', 'counted', 'completed')
    AND (d.created_by = ${user.id} OR (d.status <> 'created'
      AND ${allows(user.rules, ['act_of_count.allshow', 'act_of_count.edit'])}))
    AND ${mayHave(user, 'decide')}`;

const confirming = (user: SignedIn) => sql<DutyRow>`
  SELECT 'confirm', d.id, NULL::integer, i.number_invoice, p.name, d.status, d.created_at
  FROM document d
  JOIN product_invoice i ON i.id = d.id
  JOIN partner p ON p.id = i.partner_id
  WHERE d.kind = ${INVOICE_KIND} AND d.status = 'sent'
    AND (${seesEvery(user)} OR d.organization_id = ${user.organizationId} OR d.created_by = ${user.id})
    AND ${mayHave(user, 'confirm')}`;

const sending = (user: SignedIn) => sql<DutyRow>`
  SELECT 'send', d.id, NULL::integer, i.number_invoice, p.name, d.status, d.created_at
  FROM document d
  JOIN product_invoice i ON i.id = d.id
  JOIN partner p ON p.id = i.partner_id
  WHERE d.kind = ${INVOICE_KIND} AND d.status = 'draft' AND d.created_by = ${user.id}
    AND ${mayHave(user, 'send')}`;

/** Documents that wait for the person: one query, the oldest of each kind first. */
async function documentsOf(db: Db, user: SignedIn): Promise<DutyRow[]> {
  const { rows } = await sql<DutyRow>`
    SELECT kind, id, counter_id, name, place, status, at, total::integer AS total FROM (
      SELECT waiting.*, count(*) OVER (PARTITION BY kind) AS total,
        row_number() OVER (PARTITION BY kind ORDER BY at, id) AS turn
      FROM (${counting(user)} UNION ALL ${deciding(user)} UNION ALL ${confirming(user)} UNION ALL ${sending(user)})
        AS waiting
    ) AS numbered WHERE turn <= ${DUTIES_NAMED} ORDER BY at, id`.execute(db);
  return rows;
}

/** Tests to take: first those in progress, of any group, then hourly and new ones. */
async function testsToTake(db: Db, user: SignedIn, now: Date): Promise<Duty[]> {
  await openAttempts(db, user, now);
  const tests = await testsOf(db, user, now);
  const begun = running(tests);
  const others = tests.filter((test) => test.sitting === null);
  const duty = ({ attempt_id: id, title: name }: MyTest, status: string, at: string): Duty => ({
    id,
    counter_id: null,
    name,
    place: null,
    status,
    at,
  });
  return [
    ...begun.map((test) => duty(test, 'answering', test.sitting?.started_at ?? test.start)),
    ...(['hourly', 'new'] as const).flatMap((group) =>
      inGroup(others, group, now.getTime()).map((test) => duty(test, group, test.start)),
    ),
  ];
}

export const dayCalls: Implementation[] = [
  implement(myDay, {
    prepare: ({ database, user, now }) => closeOverdue(database, now, user.id),
    async handle({ db, user, now }) {
      const practiceDay = await db
        .selectFrom('practice_day')
        .select(['id', 'date', 'status'])
        .where('organization_id', '=', user.organizationId)
        .where('status', '<>', 'closed')
        .executeTakeFirst();
      const documents = await documentsOf(db, user);
      const tests = await testsToTake(db, user, now);
      const kinds = (['count', 'decide', 'confirm', 'send'] as const).map((kind) => {
        const rows = documents.filter((row) => row.kind === kind);
        return {
          kind,
          count: rows[0]?.total ?? 0,
          first: rows.map(({ kind: _, total: __, at, ...duty }) => ({ ...duty, at: new Date(at).toISOString() })),
        };
      });
      const own = { kind: 'test' as const, count: tests.length, first: tests.slice(0, DUTIES_NAMED) };
      // minutes that run do not wait, documents do
      const duties = tests[0]?.status === 'answering' ? [own, ...kinds] : [...kinds, own];
      return { data: { practice_day: practiceDay ?? null, duties: duties.filter(({ count }) => count > 0) } };
    },
  }),
];
