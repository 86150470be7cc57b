/** Practice months: one for all organizations, closed by the accountant (areas 3.2). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { transition } from 'xstate';
import type { PracticeMonth } from '../../contract/practiceDay.ts';
import { allows } from '../../contract/rules.ts';
import {
  type PracticeMonthEvent,
  type PracticeMonthState,
  practiceMonthMachine,
} from '../../machines/practiceMonth/practiceMonth.machine.ts';
import type { Schema } from '../db/schema.ts';
import { person, refuseStale } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import { conflict, forbidden, notFound } from '../http/refusal.ts';
import { logDay } from './days.ts';

type Db = Kysely<Schema>;
type EventType = PracticeMonthEvent['type'];

const TYPES: readonly EventType[] = ['month.close', 'month.reopen'];

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

const snapshotOf = (row: MonthRow, now: Date) =>
  practiceMonthMachine.resolveState({
    value: row.status,
    context: { openDays: row.open_days, lastDayCame: lastDayOf(row) <= tashkentDay(now) },
  });

const mayKeep = (user: SignedIn): boolean => user.office && allows(user.rules, 'practice_day.edit');

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
  allowed_events: mayKeep(user) ? TYPES.filter((type) => snapshotOf(row, now).can({ type })) : [],
});

/** The month, held until the transaction ends: no day of it is opened or reopened meanwhile. */
export async function findMonth(db: Db, id: number): Promise<MonthRow> {
  await db.selectFrom('practice_month').select('id').where('id', '=', id).forUpdate().execute();
  const [row] = await monthRows(db, sql`WHERE m.id = ${id}`);
  if (!row) throw notFound();
  return row;
}

/** One step of a month that is held. */
export async function stepMonth(
  { db, user, ifMatch, now }: { db: Db; user: SignedIn; ifMatch: number | undefined; now: Date },
  row: MonthRow,
  type: EventType,
  reason?: string,
): Promise<PracticeMonth> {
  if (!mayKeep(user)) throw forbidden('errors.office_only');
  const snapshot = snapshotOf(row, now);
  if (!snapshot.can({ type })) {
    throw conflict('not_allowed_now', {
      state: row.status,
      allowed: monthAnswer(user, row, now).allowed_events,
      ...(type === 'month.close' &&
        row.status === 'open' &&
        (row.open_days > 0
          ? { messageKey: 'errors.month_has_open_days', values: { n: row.open_days } }
          : { messageKey: 'errors.month_goes_on', values: { date: writtenDay(lastDayOf(row)) } })),
    });
  }
  await refuseStale(ifMatch, row.version, async () => monthAnswer(user, row, now));
  const [after] = transition(practiceMonthMachine, snapshot, { type });
  const status = after.value as PracticeMonthState;
  await db
    .updateTable('practice_month')
    .set((columns) => ({
      status,
      version: columns('version', '+', 1),
      closed_at: status === 'closed' ? now : null,
      closed_by: status === 'closed' ? user.id : null,
    }))
    .where('id', '=', row.id)
    .execute();
  await logDay(db, {
    kind: 'practice_month',
    id: row.id,
    event: type,
    before: { status: row.status },
    after: { status, ...(reason !== undefined && { reason }) },
    userId: user.id,
    now,
  });
  return monthAnswer(user, await findMonth(db, row.id), now);
}
