/** Practice months: one for all organizations, closed by the accountant (areas 3.2). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PracticeMonth } from '../../contract/practiceDay.ts';
import { allows } from '../../contract/rules.ts';
import { type PracticeMonthState, practiceMonthMachine } from '../../machines/practiceMonth/practiceMonth.machine.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import { notFound } from '../http/refusal.ts';
import { defineLifecycle, type Reason } from '../lifecycle/lifecycle.ts';

type Db = Kysely<Schema>;

interface MonthRow {
  id: number;
  year: number;
  month: number;
  status: PracticeMonthState;
  version: number;
  closed_at: Date | null;
  closed_by: number | null;
  closer: string | null;
  days: number;
  open_days: number;
}

/** `chosen` narrows, orders and pages the alias `m`. */
export async function monthRows(db: Db, chosen: RawBuilder<unknown>): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    SELECT m.id, m.year, m.month, m.status, m.version, m.closed_at, m.closed_by, u.fullname AS closer,
           (SELECT count(*) FROM practice_day d WHERE d.practice_month_id = m.id)::integer AS days,
           (SELECT count(*) FROM practice_day d WHERE d.practice_month_id = m.id AND d.status <> 'closed')::integer
             AS open_days
    FROM practice_month m LEFT JOIN app_user u ON u.id = m.closed_by
    ${chosen}`.execute(db);
  return rows;
}

const lastDayOf = ({ year, month }: MonthRow): string => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);

const factsOf = (row: MonthRow, now: Date) => ({
  openDays: row.open_days,
  lastDayCame: lastDayOf(row) <= tashkentDay(now),
});

const rule = {
  right: (_: MonthRow, user: SignedIn) => user.office && allows(user.rules, 'practice_day.edit'),
  forbidden: 'errors.office_only',
};

export const MONTHS = defineLifecycle(practiceMonthMachine, {
  table: 'practice_month',
  log: 'record_log',
  find: ({ db }, id, lock) => findMonth(db, id, lock),
  state: ({ status }: MonthRow) => status,
  facts: ({ now }, row) => factsOf(row, now),
  answer: ({ user, now }, row) => monthAnswer(user, row, now),
  stamps: ({ state, userId, now }) =>
    state === 'closed' ? { closed_at: now, closed_by: userId } : { closed_at: null, closed_by: null },
  why(_, row, event): Reason | undefined {
    if (event !== 'month.close' || row.status !== 'open') return undefined;
    return row.open_days > 0
      ? { messageKey: 'errors.month_has_open_days', values: { n: row.open_days } }
      : { messageKey: 'errors.month_goes_on', values: { date: writtenDay(lastDayOf(row)) } };
  },
  events: { 'month.close': rule, 'month.reopen': rule },
});

export const monthAnswer = (user: SignedIn, row: MonthRow, now: Date): PracticeMonth => ({
  id: row.id,
  year: row.year,
  month: row.month,
  status: row.status,
  version: row.version,
  days: row.days,
  open_days: row.open_days,
  closed_at: row.closed_at?.toISOString() ?? null,
  closed_by: row.closed_by === null ? null : person(row.closed_by, row.closer ?? ''),
  allowed_events: MONTHS.allowed(row, factsOf(row, now), user),
});

/** The month; held until the transaction ends where `lock`: no day of it is opened or reopened meanwhile. */
export async function findMonth(db: Db, id: number, lock: boolean): Promise<MonthRow> {
  if (lock) await db.selectFrom('practice_month').select('id').where('id', '=', id).forUpdate().execute();
  const [row] = await monthRows(db, sql`WHERE m.id = ${id}`);
  if (!row) throw notFound();
  return row;
}
