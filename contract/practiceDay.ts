/**
 * Cash service: practice days of organizations, practice months and the rates of a day (areas 3.2, 4.4, 4.26). A day is
 * open, closing or closed; documents carry it, and only an open one takes them (V4).
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, daysFilter, id, instant, listOf, Meta, Person, pageQuery, queryId, text } from './common.ts';
import { RecordHistory } from './records.ts';

export const PRACTICE_DAY_STATUSES = ['open', 'closing', 'closed'] as const;
export type PracticeDayStatus = (typeof PRACTICE_DAY_STATUSES)[number];
export const PRACTICE_MONTH_STATUSES = ['open', 'closed'] as const;
export type PracticeMonthStatus = (typeof PRACTICE_MONTH_STATUSES)[number];

/** Soʻm for one unit of a foreign currency at the most. */
export const MAX_RATE = 1_000_000_000;
/** A rate is kept to four decimals. */
const MIN_RATE = 0.0001;
/** A new day lies this many days after today, or after the day before it, at the most. */
export const MAX_DAYS_AHEAD = 7;

const Organization = z.object({ id: z.int(), name: z.string() });

export const PracticeDay = z.object({
  id: z.int(),
  organization: Organization,
  date: day(),
  status: z.enum(PRACTICE_DAY_STATUSES),
  version: z.int(),
  opened_at: instant(),
  /** None: the day was opened before days had their people. */
  opened_by: z.nullable(Person),
  closed_at: z.nullable(instant()),
  closed_by: z.nullable(Person),
  /** Documents that carry this day. */
  documents: z.int(),
  /** Events of the lifecycle `practiceDay` that the person may send now. */
  allowed_events: z.array(z.string()),
});
export type PracticeDay = z.infer<typeof PracticeDay>;

/** A document that must be finished before the day may be closed. */
export const DayBlocker = z.object({
  kind: z.enum(['product_invoice', 'act_of_count']),
  id: z.int(),
  number: z.string(),
  /** The supplier of an invoice, the comment of an act. */
  title: z.string(),
  status: z.string(),
  at: instant(),
});
export type DayBlocker = z.infer<typeof DayBlocker>;

export const DayRate = z.object({
  currency: z.string(),
  name: z.string(),
  /** Soʻm for one unit on this very day; null when it was not entered. */
  rate: z.nullable(z.number()),
  /** The latest one before. */
  last: z.nullable(z.object({ rate: z.number(), date: day() })),
});
export type DayRate = z.infer<typeof DayRate>;
export const DayRates = z.object({ date: day(), rates: z.array(DayRate) });
export type DayRates = z.infer<typeof DayRates>;

export const PracticeDayState = z.object({
  organization: Organization,
  /** The day that is not closed; without one the last that was closed. */
  day: z.nullable(PracticeDay),
  /** What blocks the closing of that day; at most a hundred, the oldest first. */
  blockers: z.array(DayBlocker),
  blockers_total: z.int(),
  /** The day that would be opened next. */
  next_date: day(),
  /** Whether the person may open one now. */
  may_open: z.boolean(),
  may_change_rates: z.boolean(),
  /** Of the day that is not closed, else of the next one. */
  rates_date: day(),
  rates: z.array(DayRate),
});
export type PracticeDayState = z.infer<typeof PracticeDayState>;

export const PracticeMonth = z.object({
  id: z.int(),
  year: z.int(),
  month: z.int(),
  status: z.enum(PRACTICE_MONTH_STATUSES),
  version: z.int(),
  days: z.int(),
  /** Days that are not closed: while there is one, the month is not closed. */
  open_days: z.int(),
  closed_at: z.nullable(instant()),
  closed_by: z.nullable(Person),
  allowed_events: z.array(z.string()),
});
export type PracticeMonth = z.infer<typeof PracticeMonth>;

const Rates = z.array(
  z.object({
    currency: text(10),
    rate: z.number().check(z.gte(MIN_RATE), z.lte(MAX_RATE)),
    /** What the person saw of that day; none: there was no rate. Another one that stands there is not written over: 409 `stale`. */
    seen: z.optional(z.nullable(z.number())),
  }),
);
const reason = () => text(500);

const extension = { service: 'cash', origin: 'extension' } as const;
const dayEvent = (type: string) => ({ machine: 'practiceDay', type });
const monthEvent = (type: string) => ({ machine: 'practiceMonth', type });
const DayAnswer = z.object({ data: PracticeDay, message: z.string() });
const MonthAnswer = z.object({ data: PracticeMonth, message: z.string() });

export const practiceDayState = defineCall({
  ...extension,
  id: 'practiceDayState',
  rule: 'practice_day.show',
  method: 'GET',
  path: '/practice_day/state',
  query: z.object({ organization_id: z.optional(queryId()) }),
  response: dataOf(PracticeDayState),
  summary: 'The day of an organization now: its state, what blocks closing it, its rates, and the day that comes next.',
});

export const practiceDayIndex = defineCall({
  ...extension,
  id: 'practiceDayIndex',
  rule: 'practice_day.show',
  method: 'GET',
  path: '/practice_day/index',
  query: z.object({
    ...pageQuery,
    organization_id: z.optional(queryId()),
    status: z.optional(z.enum(PRACTICE_DAY_STATUSES)),
    date: daysFilter(),
    sort: z.optional(z.enum(['date', '-date'])),
  }),
  response: z.extend(listOf(PracticeDay), {
    meta: z.extend(Meta, { statuses: z.record(z.string(), z.int()) }),
  }),
  summary: 'Practice days, the latest first.',
});

export const practiceDayHistory = defineCall({
  ...extension,
  id: 'practiceDayHistory',
  rule: 'practice_day.show',
  method: 'GET',
  path: '/practice_day/history/{id}',
  response: RecordHistory,
  summary: 'Who opened, closed and reopened a day, and why; the newest first.',
});

export const practiceDayCreate = defineCall({
  ...extension,
  id: 'practiceDayCreate',
  rule: 'practice_day.add',
  method: 'POST',
  path: '/practice_day/create',
  body: z.object({
    /** Left out: the person's own organization. */
    organization_id: z.optional(id()),
    date: day(),
    /** Of currencies that have none of this day yet; others are changed with `practice_day.edit`. */
    rates: Rates,
  }),
  response: DayAnswer,
  summary: 'Opens the next day of an organization with the rates of that day.',
});

export const practiceDayStartClosing = defineCall({
  ...extension,
  id: 'practiceDayStartClosing',
  rule: 'practice_day.add',
  method: 'PUT',
  path: '/practice_day/start_closing/{id}',
  response: DayAnswer,
  event: dayEvent('day.startClosing'),
  summary: 'Begins to close a day: new documents are refused; not while documents wait for their end..',
});

export const practiceDayResume = defineCall({
  ...extension,
  id: 'practiceDayResume',
  rule: 'practice_day.add',
  method: 'PUT',
  path: '/practice_day/resume/{id}',
  response: DayAnswer,
  event: dayEvent('day.resume'),
  summary: 'Takes the closing back: the day takes documents again.',
});

export const practiceDayClose = defineCall({
  ...extension,
  id: 'practiceDayClose',
  rule: 'practice_day.confirm',
  method: 'PUT',
  path: '/practice_day/close/{id}',
  response: DayAnswer,
  event: dayEvent('day.close'),
  summary: 'Closes a day.',
});

export const practiceDayReopen = defineCall({
  ...extension,
  id: 'practiceDayReopen',
  rule: 'practice_day.edit',
  method: 'PUT',
  path: '/practice_day/reopen/{id}',
  body: z.object({ reason: reason() }),
  response: DayAnswer,
  event: dayEvent('day.reopen'),
  summary: 'Opens a closed day again, with a reason; office only, while no later day has a document.',
});

export const practiceMonthIndex = defineCall({
  ...extension,
  id: 'practiceMonthIndex',
  rule: 'practice_day.show',
  method: 'GET',
  path: '/practice_month/index',
  query: z.object({ ...pageQuery, status: z.optional(z.enum(PRACTICE_MONTH_STATUSES)) }),
  response: listOf(PracticeMonth),
  summary: 'Practice months of all organizations, the latest first.',
});

export const practiceMonthClose = defineCall({
  ...extension,
  id: 'practiceMonthClose',
  rule: 'practice_day.edit',
  method: 'PUT',
  path: '/practice_month/close/{id}',
  response: MonthAnswer,
  event: monthEvent('month.close'),
  summary: 'Closes a month whose days are all closed; office only.',
});

export const practiceMonthReopen = defineCall({
  ...extension,
  id: 'practiceMonthReopen',
  rule: 'practice_day.edit',
  method: 'PUT',
  path: '/practice_month/reopen/{id}',
  body: z.object({ reason: reason() }),
  response: MonthAnswer,
  event: monthEvent('month.reopen'),
  summary: 'Opens a closed month again, with a reason; office only.',
});

export const currencyRateDay = defineCall({
  ...extension,
  id: 'currencyRateDay',
  rule: 'practice_day.show',
  method: 'GET',
  path: '/currency_rate/day',
  query: z.object({ date: day() }),
  response: dataOf(DayRates),
  summary: 'Rates of one day, with the latest before it: what a day that is to be opened would begin with.',
});

export const currencyRateUpdate = defineCall({
  ...extension,
  id: 'currencyRateUpdate',
  rule: 'practice_day.edit',
  method: 'PUT',
  path: '/currency_rate/update',
  body: z.object({ date: day(), rates: Rates }),
  response: z.object({ message: z.string() }),
  summary:
    'Enters or changes rates of a day, for all organizations; not in a closed month, nor over one that the person did not see, nor further ahead than a day may be opened. Lines keep the rate they took.',
});

export const practiceDayCalls = [
  practiceDayState,
  practiceDayIndex,
  practiceDayHistory,
  practiceDayCreate,
  practiceDayStartClosing,
  practiceDayResume,
  practiceDayClose,
  practiceDayReopen,
  practiceMonthIndex,
  practiceMonthClose,
  practiceMonthReopen,
  currencyRateDay,
  currencyRateUpdate,
] as const;
