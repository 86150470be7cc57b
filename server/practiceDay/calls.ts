/** Calls on practice days, practice months and rates of a day (areas 3.2, 4.4 `/settings/manage-practice-day`). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  currencyRateDay,
  currencyRateUpdate,
  MAX_DAYS_AHEAD,
  PRACTICE_DAY_STATUSES,
  practiceDayBranches,
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
import { releaseGuarantors } from '../contracts/guarantees.ts';
import { releasePaid } from '../contracts/pledge.ts';
import { nudge } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import { recordHistory } from '../documents/records.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { daysAfter, daysOf, tashkentDay, writtenDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type Language, say, says } from '../http/messages.ts';
import { conflict, forbidden, invalidField } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { declareList } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { blockersOf, DAYS, type DayRecord, dayAnswer, dayRecords, findDay, mayClose, seesEveryDay } from './days.ts';
import { MONTHS, monthAnswer, monthRows } from './months.ts';
import { enterRates, ratesOfDay } from './rates.ts';

type Db = Kysely<Schema>;

const MOST_BLOCKERS = 100;
/** Blockers of each branch in the list of branches. */
const FIRST_BLOCKERS = 3;

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

/** @throws 422 when the day is too far after today and after the last day that was opened. */
function refuseFar(date: string, last: string | undefined, now: Date): void {
  const latest = daysAfter(later(last ?? '', tashkentDay(now)), MAX_DAYS_AHEAD);
  if (date > latest) throw invalidField('date', 'day_too_far', { date: writtenDay(latest) });
}

/** The message of a call on a day. */
const saysOfDay =
  (message: string) =>
  ({ language, record }: { language: Language; record: DayRecord }): string =>
    say(language, `actions.${message}`, { date: writtenDay(record.date) });

const reasonOf = async ({ body }: { body: { reason: string } }) => ({ after: { reason: body.reason } });
const dayList = declareList({
  call: 'practiceDayIndex',
  from: sql`practice_day d`,
  id: sql`d.id`,
  sorts: {
    date: {
      columns: [
        { by: sql`d.date`, type: 'date' },
        { by: sql`d.organization_id`, type: 'integer' },
      ],
      index: 'practice_day_list',
      withState: 'practice_day_list_state',
    },
  },
  sort: '-date',
  filters: {
    organization_id: 'practice_day_organization_id_date_key',
    status: 'practice_day_list_state',
    date: 'practice_day_list',
  },
  state: { by: sql`d.status`, states: PRACTICE_DAY_STATUSES },
});

const monthList = declareList({
  call: 'practiceMonthIndex',
  from: sql`practice_month m`,
  id: sql`m.id`,
  sorts: {
    month: {
      columns: [
        { by: sql`m.year`, type: 'integer' },
        { by: sql`m.month`, type: 'integer' },
      ],
      index: 'practice_month_year_month_key',
    },
  },
  sort: '-month',
  // Twelve a year: two states are found in the order itself.
  filters: { status: 'practice_month_year_month_key' },
});

/** Who answered for contracts that were paid until this day is free (decision 61). */
async function releases({ db, now, record }: Scene & { record: DayRecord }): Promise<object> {
  const closing = { organizationId: record.organization.id, date: record.date };
  await releasePaid({ db, now }, closing.organizationId, closing.date);
  await releaseGuarantors({ db, now }, closing);
  return {};
}

export const practiceDayImplementations: Implementation[] = [
  implement(practiceDayState, {
    async handle({ db, user, query, now, language }) {
      const organization = await organizationFor(db, user, query.organization_id);
      const day = await dayNow(db, organization.id);
      const isOpen = day !== undefined && day.status !== 'closed';
      const next = await nextDate(db, organization.id, now);
      const ratesDate = isOpen ? day.date : next;
      const found = isOpen ? await blockersOf(db, [organization.id], MOST_BLOCKERS) : undefined;
      const blocked = found?.get(organization.id) ?? [];
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

  implement(practiceDayBranches, {
    async handle({ db, user }) {
      const own = seesEveryDay(user) ? sql`` : sql`AND d.organization_id = ${user.organizationId}`;
      const days = await dayRecords(db, sql`WHERE d.status <> 'closed' ${own} ORDER BY o.name, d.id`);
      const branches = days.map(({ organization }) => organization.id);
      const blockers = await blockersOf(db, branches, FIRST_BLOCKERS);
      return {
        data: days.map((day) => ({
          ...dayAnswer(user, day),
          blockers: blockers.get(day.organization.id) ?? [],
          blockers_total: day.facts.blockers,
          may_close: mayClose(user, day),
        })),
      };
    },
  }),

  implement(practiceDayIndex, {
    async handle({ db, user, query }) {
      const filters: RawBuilder<unknown>[] = [];
      if (!seesEveryDay(user)) filters.push(sql`d.organization_id = ${user.organizationId}`);
      if (query.organization_id) filters.push(sql`d.organization_id = ${query.organization_id}`);
      if (query.date) {
        const { from, to } = daysOf(query.date);
        filters.push(sql`d.date BETWEEN ${from}::date AND ${to}::date`);
      }
      return answerList(db, dayList, query, {
        where: filters,
        narrowed: filters.length > 0,
        state: query.status && sql`d.status = ${query.status}`,
        async rows(ids) {
          const records = await dayRecords(db, sql`WHERE d.id = ANY(${[...ids]}::integer[])`);
          return inOrder(ids, records).map((day) => dayAnswer(user, day));
        },
      });
    },
  }),

  implement(practiceDayHistory, {
    record: ({ db, user, params }) => findDay(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, DAYS.kind, record.id) }),
  }),

  implement(practiceDayCreate, {
    async handle(context) {
      const { db, user, body, now, language } = context;
      const organization = await organizationFor(db, user, body.organization_id);
      if (!actsIn(user, organization.id)) throw forbidden('errors.day_of_others');
      // Two who open at once come one after another.
      const { active } = await db
        .selectFrom('organization')
        .select('active')
        .where('id', '=', organization.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (!active) throw invalidField('organization_id', 'organization');
      const day = await dayNow(db, organization.id);
      if (day && day.status !== 'closed') {
        const allowed: string[] = dayAnswer(user, day).allowed_events;
        throw conflict('not_allowed_now', { state: day.status, allowed, messageKey: 'errors.day_another_open' });
      }
      const { id } = await DAYS.create(context, 'day.open', async () => {
        const last = await lastDate(db, organization.id);
        if (last !== undefined && body.date <= last)
          throw invalidField('date', 'day_not_later', { date: writtenDay(last) });
        refuseFar(body.date, last, now);
        const monthId = await monthFor(db, body.date);
        const mayChange = allows(user.rules, 'practice_day.edit');
        const { date, rates } = body;
        await enterRates(db, { date, rates, mayChange, whole: true, userId: user.id, now, language });
        const made = await db
          .insertInto('practice_day')
          .values({
            organization_id: organization.id,
            practice_month_id: monthId,
            date,
            opened_at: now,
            opened_by: user.id,
            closed_at: null,
            since: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { ...made, details: { after: { date } } };
      });
      // what is prepaid pays what has become due, once the day is there
      nudge({ topic: 'days' });
      return {
        data: dayAnswer(user, await findDay(db, user, id)),
        message: say(language, 'actions.day_opened', { date: writtenDay(body.date) }),
      };
    },
  }),

  implement(practiceDayStartClosing, DAYS.step('day.startClosing', undefined, { says: saysOfDay('day_closing') })),
  implement(practiceDayResume, DAYS.step('day.resume', undefined, { says: saysOfDay('day_resumed') })),
  implement(practiceDayClose, DAYS.step('day.close', releases, { says: saysOfDay('day_closed') })),
  implement(practiceDayReopen, DAYS.step('day.reopen', reasonOf, { says: saysOfDay('day_reopened') })),

  implement(practiceMonthIndex, {
    async handle({ db, user, query, now }) {
      return answerList(db, monthList, query, {
        where: [],
        narrowed: false,
        state: query.status && sql`m.status = ${query.status}`,
        async rows(ids) {
          const rows = await monthRows(db, sql`WHERE m.id = ANY(${[...ids]}::integer[])`);
          return inOrder(ids, rows).map((row) => monthAnswer(user, row, now));
        },
      });
    },
  }),

  implement(practiceMonthClose, MONTHS.step('month.close', undefined, { says: says('month_closed') })),
  implement(practiceMonthReopen, MONTHS.step('month.reopen', reasonOf, { says: says('month_reopened') })),

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
      return { message: say(language, 'actions.saved') };
    },
  }),
];
