/** Practice days as records: what they are, who may do what with them now, and one step of their lifecycle (areas 3.2). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DayBlocker, PracticeDay } from '../../contract/practiceDay.ts';
import { allows } from '../../contract/rules.ts';
import type { CashDocumentState } from '../../machines/cashDocument/cashDocument.machine.ts';
import type { CountingActState } from '../../machines/countingAct/countingAct.machine.ts';
import type { InvoiceState } from '../../machines/invoice/invoice.machine.ts';
import {
  type PracticeDayContext,
  type PracticeDayState,
  practiceDayMachine,
} from '../../machines/practiceDay/practiceDay.machine.ts';
import { CASH_KIND } from '../cash/cashDocuments.ts';
import { ACT_KIND } from '../counting/access.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { notFound } from '../http/refusal.ts';
import { INVOICE_KIND } from '../invoices/access.ts';
import { defineLifecycle, type Reason } from '../lifecycle/lifecycle.ts';

type Db = Kysely<Schema>;

export interface DayRecord {
  id: number;
  organization: { id: number; name: string };
  date: string;
  status: PracticeDayState;
  version: number;
  openedAt: Date;
  openedBy: { id: number; fullname: string } | null;
  closedAt: Date | null;
  closedBy: { id: number; fullname: string } | null;
  documents: number;
  facts: PracticeDayContext;
}

/** Whether the person's lists reach beyond the own organization. */
export const seesEveryDay = (user: SignedIn): boolean => user.office || allows(user.rules, 'practice_day.allshow');

const keepsDay =
  (right: string) =>
  ({ organization }: DayRecord, user: SignedIn): boolean =>
    allows(user.rules, right) && actsIn(user, organization.id);

export const DAYS = defineLifecycle(practiceDayMachine, {
  table: 'practice_day',
  log: 'record_log',
  find: ({ db, user }, id, lock) => findDay(db, user, id, lock),
  state: ({ status }: DayRecord) => status,
  branch: ({ organization }) => organization.id,
  facts: (_, { facts }) => facts,
  answer: ({ user }, day) => dayAnswer(user, day),
  stamps: ({ state, userId, now }) =>
    state === 'closed' ? { closed_at: now, closed_by: userId } : { closed_at: null, closed_by: null },
  why(_, { status }, event, { blockers, monthClosed, anotherOpen }): Reason | undefined {
    if (event === 'day.startClosing' && status === 'open')
      return { messageKey: 'errors.day_blocked', values: { n: blockers } };
    if (event !== 'day.reopen' || status !== 'closed') return undefined;
    if (monthClosed) return { messageKey: 'errors.month_closed_days' };
    return { messageKey: anotherOpen ? 'errors.day_another_open' : 'errors.day_followed' };
  },
  events: {
    'day.startClosing': { right: keepsDay('practice_day.add'), forbidden: 'errors.day_of_others' },
    'day.resume': { right: keepsDay('practice_day.add'), forbidden: 'errors.day_of_others' },
    'day.close': { right: keepsDay('practice_day.confirm'), forbidden: 'errors.day_of_others' },
    'day.reopen': {
      right: (_, user) => user.office && allows(user.rules, 'practice_day.edit'),
      forbidden: 'errors.office_only',
    },
  },
});

/** Whether the person may take all steps from where the day is until it is closed. */
export const mayClose = (user: SignedIn, day: DayRecord): boolean => {
  const allowed = DAYS.allowed(day, day.facts, user);
  return (
    allowed.includes('day.close') ||
    (allowed.includes('day.startClosing') && keepsDay('practice_day.confirm')(day, user))
  );
};

export const dayAnswer = (user: SignedIn, day: DayRecord): PracticeDay => ({
  id: day.id,
  organization: day.organization,
  date: day.date,
  status: day.status,
  version: day.version,
  opened_at: day.openedAt.toISOString(),
  opened_by: day.openedBy,
  closed_at: day.closedAt?.toISOString() ?? null,
  closed_by: day.closedBy,
  documents: day.documents,
  allowed_events: DAYS.allowed(day, day.facts, user),
});

/** By chart the state that must end first: an invoice waits for its confirmation, a completed count for its forming, a payment for its money. */
export const BLOCKS_DAY: Readonly<Record<string, string>> = {
  invoice: 'sent' satisfies InvoiceState,
  countingAct: 'completed' satisfies CountingActState,
  cashDocument: 'draft' satisfies CashDocumentState,
};

const waiting = (document: string) => sql<boolean>`(
  (${sql.ref(`${document}.kind`)} = ${INVOICE_KIND} AND ${sql.ref(`${document}.status`)} = ${BLOCKS_DAY.invoice})
  OR (${sql.ref(`${document}.kind`)} = ${ACT_KIND} AND ${sql.ref(`${document}.status`)} = ${BLOCKS_DAY.countingAct})
  OR (${sql.ref(`${document}.kind`)} = ${CASH_KIND} AND ${sql.ref(`${document}.status`)} = ${BLOCKS_DAY.cashDocument}))`;

interface DayRow {
  id: number;
  organization_id: number;
  organization: string;
  date: string;
  status: PracticeDayState;
  version: number;
  opened_at: Date;
  opened_by: number | null;
  opener: string | null;
  closed_at: Date | null;
  closed_by: number | null;
  closer: string | null;
  documents: number;
  blockers: number;
  later: boolean;
  another: boolean;
  month_closed: boolean;
}

/** Days with what their guards read, in one statement; `chosen` narrows, orders and pages the alias `d`. */
export async function dayRecords(db: Db, chosen: RawBuilder<unknown>): Promise<DayRecord[]> {
  const { rows } = await sql<DayRow>`
    SELECT d.id, d.organization_id, o.name AS organization, d.date, d.status, d.version,
           d.opened_at, d.opened_by, a.fullname AS opener, d.closed_at, d.closed_by, b.fullname AS closer,
           (SELECT count(*) FROM document x WHERE x.practice_day_id = d.id)::integer AS documents,
           CASE WHEN d.status = 'open' THEN
             (SELECT count(*) FROM document x WHERE x.organization_id = d.organization_id AND ${waiting('x')})
           ELSE 0 END::integer AS blockers,
           EXISTS (SELECT 1 FROM practice_day l WHERE l.organization_id = d.organization_id AND l.date > d.date
             AND (EXISTS (SELECT 1 FROM document x WHERE x.practice_day_id = l.id)
               OR EXISTS (SELECT 1 FROM partner_entry e WHERE e.practice_day_id = l.id)
               OR EXISTS (SELECT 1 FROM client_entry e WHERE e.practice_day_id = l.id)
               OR EXISTS (SELECT 1 FROM cash_entry e WHERE e.practice_day_id = l.id))) AS later,
           EXISTS (SELECT 1 FROM practice_day l WHERE l.organization_id = d.organization_id AND l.id <> d.id
             AND l.status <> 'closed') AS another,
           m.status = 'closed' AS month_closed
    FROM practice_day d
    JOIN organization o ON o.id = d.organization_id
    JOIN practice_month m ON m.id = d.practice_month_id
    LEFT JOIN app_user a ON a.id = d.opened_by
    LEFT JOIN app_user b ON b.id = d.closed_by
    ${chosen}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    organization: { id: row.organization_id, name: row.organization },
    date: row.date,
    status: row.status,
    version: row.version,
    openedAt: row.opened_at,
    openedBy: row.opened_by === null ? null : person(row.opened_by, row.opener ?? ''),
    closedAt: row.closed_at,
    closedBy: row.closed_by === null ? null : person(row.closed_by, row.closer ?? ''),
    documents: row.documents,
    facts: {
      blockers: row.blockers,
      laterDocuments: row.later,
      anotherOpen: row.another,
      monthClosed: row.month_closed,
    },
  }));
}

/**
 * The day, or 404 for what the person may not see. Held: its row, and its month's, until the transaction ends, so that
 * two people's steps come one after another and documents that hold the day open are waited for.
 */
export async function findDay(db: Db, user: SignedIn, id: number, lock = false): Promise<DayRecord> {
  if (lock) {
    // Statements of their own: what is joined below is read after the wait.
    await db.selectFrom('practice_day').select('id').where('id', '=', id).forUpdate().execute();
    await sql`SELECT m.id FROM practice_month m
      WHERE m.id = (SELECT practice_month_id FROM practice_day WHERE id = ${id}) FOR SHARE`.execute(db);
  }
  const [day] = await dayRecords(db, sql`WHERE d.id = ${id}`);
  if (!day || (!seesEveryDay(user) && day.organization.id !== user.organizationId)) throw notFound();
  return day;
}

/** By organization what blocks the closing of its day, the oldest first. */
export async function blockersOf(
  db: Db,
  organizations: readonly number[],
  each: number,
): Promise<ReadonlyMap<number, DayBlocker[]>> {
  const { rows } = await sql<Omit<DayBlocker, 'at'> & { branch: number; at: Date }>`
    SELECT b.branch, b.kind, b.id, coalesce(b.number, '') AS number, coalesce(p.name, c.comment, q.fullname, '') AS title, b.status, b.at
    FROM (SELECT x.organization_id AS branch, x.kind, x.id, x.number, x.status, x.created_at AS at,
            row_number() OVER (PARTITION BY x.organization_id ORDER BY x.created_at, x.id) AS place
          FROM document x WHERE x.organization_id = ANY (${[...organizations]}::integer[]) AND ${waiting('x')}) b
    LEFT JOIN product_invoice i ON i.id = b.id
    LEFT JOIN partner p ON p.id = i.partner_id
    LEFT JOIN act_of_count c ON c.id = b.id
    LEFT JOIN cash_document k ON k.id = b.id
    LEFT JOIN client q ON q.id = k.client_id
    WHERE b.place <= ${each} ORDER BY b.branch, b.place`.execute(db);
  const found = new Map<number, DayBlocker[]>();
  for (const { branch, at, ...row } of rows)
    found.set(branch, [...(found.get(branch) ?? []), { ...row, at: at.toISOString() }]);
  return found;
}
