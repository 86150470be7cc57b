/** Calls on practice days, practice months and rates of a day (areas 3.2, 4.4 `/settings/manage-practice-day`). */
import { type Kysely, sql } from 'kysely';
import {
  currencyRateDay,
  currencyRateUpdate,
  MAX_DAYS_AHEAD,
  practiceDayClose,
  practiceDayCreate,
  practiceDayHistory,
  practiceDayIndex,
  practiceDayReopen,
  practiceDayResume,
  practiceDayStartClosing,
  practiceDayState,
  practiceMonthClose,
  practiceMonthIndex,
  practiceMonthReopen,
} from '../../contract/practiceDay.ts';
import { allows } from '../../contract/rules.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { recordHistory } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { daysAfter, daysOf, tashkentDay, writtenDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { conflict, forbidden, invalidField } from '../http/refusal.ts';
import {
  actsIn,
  blockersOf,
  DAY_KIND,
  type DayRecord,
  dayAnswer,
  dayRecords,
  findDay,
  logDay,
  seesEveryDay,
  stepDay,
} from './days.ts';
import { findMonth, monthAnswer, monthRows, stepMonth } from './months.ts';
import { enterRates, ratesOfDay } from './rates.ts';

type Db = Kysely<Schema>;

const MOST_BLOCKERS = 100;

/** The organization that is asked about: the person's own unless another one is named and may be seen. */
async function organizationFor(db: Db, user: SignedIn, asked: number | undefined) {
  const organization = await db
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', '=', asked ?? user.organizationId)
    .executeTakeFirst();
  if (!organization) throw invalidField('organization_id', 'organization');
  if (organization.id !== user.organizationId && !seesEveryDay(user)) throw forbidden('errors.organization_not_seen');
  return organization;
}

/** The day that is not closed; without one the last that was. */
async function dayNow(db: Db, organizationId: number): Promise<DayRecord | undefined> {
  const [day] = await dayRecords(
    db,
    sql`WHERE d.organization_id = ${organizationId} ORDER BY d.status <> 'closed' DESC, d.date DESC LIMIT 1`,
  );
  return day;
}

/** @param organizationId left out: of all of them. */
async function lastDate(db: Db, organizationId?: number): Promise<string | undefined> {
  let days = db.selectFrom('practice_day').select('date').orderBy('date', 'desc').limit(1);
  if (organizationId !== undefined) days = days.where('organization_id', '=', organizationId);
  return (await days.executeTakeFirst())?.date;
}

const later = (one: string, other: string): string => (one > other ? one : other);

/** Today, or the day after the last one where that is later; no day of a closed month, it would be refused. */
async function nextDate(db: Db, organizationId: number, now: Date): Promise<string> {
  const last = await lastDate(db, organizationId);
  const closed = await db
    .selectFrom('practice_month')
    .select(['year', 'month'])
    .where('status', '=', 'closed')
    .execute();
  const months = new Set(closed.map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}`));
  let next = last === undefined ? tashkentDay(now) : later(daysAfter(last, 1), tashkentDay(now));
  while (months.has(next.slice(0, 7))) next = daysAfter(next, 1);
  return next;
}

const yearAndMonth = (date: string) => date.split('-').map(Number) as [number, number];

/** The month of a day, held: it is not closed meanwhile. None before its first day is opened. */
async function monthOf(db: Db, date: string): Promise<number | undefined> {
  const [year, month] = yearAndMonth(date);
  const found = await db
    .selectFrom('practice_month')
    .select(['id', 'status'])
    .where('year', '=', year)
    .where('month', '=', month)
    .forShare()
    .executeTakeFirst();
  if (found?.status === 'closed') throw conflict('not_allowed_now', { messageKey: 'errors.month_closed_days' });
  return found?.id;
}

/** The month of a day that is opened: made with its first day. */
async function monthFor(db: Db, date: string): Promise<number> {
  const [year, month] = yearAndMonth(date);
  await db
    .insertInto('practice_month')
    .values({ year, month })
    .onConflict((row) => row.columns(['year', 'month']).doNothing())
    .execute();
  return (await monthOf(db, date)) ?? 0;
}

/** @throws 422 when the day lies too far after today and after the last day that was opened. */
function refuseFar(date: string, last: string | undefined, now: Date): void {
  const latest = daysAfter(later(last ?? '', tashkentDay(now)), MAX_DAYS_AHEAD);
  if (date > latest) throw invalidField('date', 'day_too_far', { date: writtenDay(latest) });
}

const stepCall = (
  call: typeof practiceDayStartClosing | typeof practiceDayResume | typeof practiceDayClose,
  type: 'day.startClosing' | 'day.resume' | 'day.close',
  message: string,
): Implementation =>
  implement(call as typeof practiceDayClose, {
    record: ({ db, user, params }) => findDay(db, user, params.id, true),
    handle: async (context) => ({
      data: await stepDay(context, context.record, type),
      message: say(context.language, `deeds.${message}`, { date: writtenDay(context.record.date) }),
    }),
  });

export const practiceDayImplementations: Implementation[] = [
  implement(practiceDayState, {
    async handle({ db, user, query, now, language }) {
      const organization = await organizationFor(db, user, query.organization_id);
      const day = await dayNow(db, organization.id);
      const isOpen = day !== undefined && day.status !== 'closed';
      const next = await nextDate(db, organization.id, now);
      const ratesDate = isOpen ? day.date : next;
      const blocked = isOpen ? await blockersOf(db, organization.id, MOST_BLOCKERS) : [];
      return {
        data: {
          organization,
          day: day ? dayAnswer(user, day) : null,
          blockers: blocked,
          blockers_total: Math.max(blocked.length, day?.facts.blockers ?? 0),
          next_date: next,
          may_open: !isOpen && actsIn(user, organization.id) && allows(user.rules, 'practice_day.add'),
          may_change_rates: allows(user.rules, 'practice_day.edit'),
          rates_date: ratesDate,
          rates: await ratesOfDay(db, ratesDate, language),
        },
      };
    },
  }),

  implement(practiceDayIndex, {
    async handle({ db, user, query }) {
      const { page, perPage, offset } = paged(query);
      const days = query.date ? daysOf(query.date) : undefined;
      const base = () => {
        let found = db.selectFrom('practice_day as d');
        if (!seesEveryDay(user)) found = found.where('d.organization_id', '=', user.organizationId);
        if (query.organization_id) found = found.where('d.organization_id', '=', query.organization_id);
        if (days) found = found.where('d.date', '>=', days.from).where('d.date', '<=', days.to);
        return found;
      };
      const statuses = await base()
        .select(({ fn }) => ['d.status', fn.countAll<number>().as('n')])
        .groupBy('d.status')
        .execute();
      const counts = Object.fromEntries(statuses.map((row) => [row.status, Number(row.n)]));
      const chosen = query.status ? base().where('d.status', '=', query.status) : base();
      const direction = query.sort === 'date' ? 'asc' : 'desc';
      const ids = await chosen
        .select('d.id')
        .orderBy('d.date', direction)
        .orderBy('d.organization_id')
        .limit(perPage)
        .offset(offset)
        .execute();
      const order = sql.raw(direction);
      const records = await dayRecords(
        db,
        sql`WHERE d.id = ANY(${ids.map((row) => row.id)}::integer[]) ORDER BY d.date ${order}, d.organization_id`,
      );
      return {
        data: records.map((day) => dayAnswer(user, day)),
        meta: {
          current_page: page,
          total: query.status ? (counts[query.status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0),
          per_page: perPage,
          statuses: counts,
        },
      };
    },
  }),

  implement(practiceDayHistory, {
    record: ({ db, user, params }) => findDay(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, DAY_KIND, record.id) }),
  }),

  implement(practiceDayCreate, {
    async handle({ db, user, body, now, language }) {
      const organization = await organizationFor(db, user, body.organization_id);
      if (!actsIn(user, organization.id)) throw forbidden('errors.day_of_others');
      // Two who open at once come one after another.
      await db.selectFrom('organization').select('id').where('id', '=', organization.id).forUpdate().execute();
      const day = await dayNow(db, organization.id);
      if (day && day.status !== 'closed') {
        const allowed: string[] = dayAnswer(user, day).allowed_events;
        throw conflict('not_allowed_now', { state: day.status, allowed, messageKey: 'errors.day_another_open' });
      }
      const last = await lastDate(db, organization.id);
      if (last !== undefined && body.date <= last)
        throw invalidField('date', 'day_not_later', { date: writtenDay(last) });
      refuseFar(body.date, last, now);
      const monthId = await monthFor(db, body.date);
      const mayChange = allows(user.rules, 'practice_day.edit');
      await enterRates(db, {
        date: body.date,
        rates: body.rates,
        mayChange,
        whole: true,
        userId: user.id,
        now,
        language,
      });
      const { id } = await db
        .insertInto('practice_day')
        .values({
          organization_id: organization.id,
          practice_month_id: monthId,
          date: body.date,
          opened_at: now,
          opened_by: user.id,
          closed_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await logDay(db, {
        kind: DAY_KIND,
        id,
        event: 'day.open',
        before: {},
        after: { status: 'open', date: body.date },
        userId: user.id,
        now,
      });
      return {
        data: dayAnswer(user, await findDay(db, user, id)),
        message: say(language, 'deeds.day_opened', { date: writtenDay(body.date) }),
      };
    },
  }),

  stepCall(practiceDayStartClosing, 'day.startClosing', 'day_closing'),
  stepCall(practiceDayResume, 'day.resume', 'day_resumed'),
  stepCall(practiceDayClose, 'day.close', 'day_closed'),

  implement(practiceDayReopen, {
    record: ({ db, user, params }) => findDay(db, user, params.id, true),
    handle: async (context) => ({
      data: await stepDay(context, context.record, 'day.reopen', context.body.reason),
      message: say(context.language, 'deeds.day_reopened', { date: writtenDay(context.record.date) }),
    }),
  }),

  implement(practiceMonthIndex, {
    async handle({ db, user, query, now }) {
      const { page, perPage, cut } = paged(query);
      const status = query.status ?? null;
      const chosen = sql`WHERE ${status}::text IS NULL OR m.status = ${status}`;
      const { n } = await db
        .selectFrom('practice_month as m')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where(sql<boolean>`${status}::text IS NULL OR m.status = ${status}`)
        .executeTakeFirstOrThrow();
      const rows = await monthRows(db, sql`${chosen} ORDER BY m.year DESC, m.month DESC ${cut}`);
      return {
        data: rows.map((row) => monthAnswer(user, row, now)),
        meta: { current_page: page, total: Number(n), per_page: perPage },
      };
    },
  }),

  implement(practiceMonthClose, {
    record: ({ db, params }) => findMonth(db, params.id),
    handle: async (context) => ({
      data: await stepMonth(context, context.record, 'month.close'),
      message: say(context.language, 'deeds.month_closed'),
    }),
  }),

  implement(practiceMonthReopen, {
    record: ({ db, params }) => findMonth(db, params.id),
    handle: async (context) => ({
      data: await stepMonth(context, context.record, 'month.reopen', context.body.reason),
      message: say(context.language, 'deeds.month_reopened'),
    }),
  }),

  implement(currencyRateDay, {
    handle: async ({ db, query: { date }, language }) => ({
      data: { date, rates: await ratesOfDay(db, date, language) },
    }),
  }),

  implement(currencyRateUpdate, {
    async handle({ db, user, body, now, language }) {
      refuseFar(body.date, await lastDate(db), now);
      await monthOf(db, body.date);
      await enterRates(db, { ...body, mayChange: true, whole: false, userId: user.id, now, language });
      return { message: say(language, 'deeds.saved') };
    },
  }),
];
