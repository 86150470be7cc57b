/**
 * Cash service: practice days of organizations, practice months and the rates of a day (areas 3.2, 4.4, 4.26). A day is
 * open, closing or closed; documents carry it, and only an open one takes them (V4).
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, dataOf, day, instant, listOf, Meta, Person } from './common.ts';
import { RecordHistory } from './records.ts';

export const PRACTICE_DAY_STATUSES = ['open', 'closing', 'closed'] as const;
export type PracticeDayStatus = (typeof PRACTICE_DAY_STATUSES)[number];
export const PRACTICE_MONTH_STATUSES = ['open', 'closed'] as const;
export type PracticeMonthStatus = (typeof PRACTICE_MONTH_STATUSES)[number];

/** Soʻm for one unit of a foreign currency at most. */
export const MAX_RATE = 1_000_000_000;
/** A new day lies this many days after today, or after the day before it, at most. */
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
  kind: z.enum(['product_invoice', 'act_of_count', 'cash_document']),
  id: z.int(),
  /** None of a payment that is put aside. */
  number: z.string(),
  /** The supplier of an invoice, the comment of an act, the client of a payment. */
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

/** A day that is not closed, with what keeps its branch from closing it. */
export const BranchDay = z.extend(PracticeDay, {
  /** The oldest of them. */
  blockers: z.array(DayBlocker),
  blockers_total: z.int(),
  /** The person may take every step that is left until it is closed, and nothing blocks it. */
  may_close: z.boolean(),
});
export type BranchDay = z.infer<typeof BranchDay>;

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
const DayAnswer = z.object({ data: PracticeDay, message: z.string() });
const MonthAnswer = z.object({ data: PracticeMonth, message: z.string() });

/** What shows days, months and rates; `loadUser` has the day of the header. */
const DAYS = [
  'practiceDayState',
  'practiceDayBranches',
  'practiceDayIndex',
  'practiceDayHistory',
  'practiceMonthIndex',
  'currencyRateDay',
  'loadUser',
] as const;

export const practiceDayState = defineCall({
  id: 'practiceDayState',
  service: 'cash',
  method: 'GET',
  path: '/practice_day/state',
  response: dataOf(PracticeDayState),
});

export const practiceDayBranches = defineCall({
  id: 'practiceDayBranches',
  service: 'cash',
  method: 'GET',
  path: '/practice_day/branches',
  response: dataOf(z.array(BranchDay)),
});

export const practiceDayIndex = defineCall({
  id: 'practiceDayIndex',
  service: 'cash',
  method: 'GET',
  path: '/practice_day/index',
  response: z.extend(listOf(PracticeDay), {
    meta: z.extend(Meta, { statuses: z.optional(Counts) }),
  }),
});

export const practiceDayHistory = defineCall({
  id: 'practiceDayHistory',
  service: 'cash',
  method: 'GET',
  path: '/practice_day/history/{id}',
  response: RecordHistory,
});

export const practiceDayCreate = defineCall({
  id: 'practiceDayCreate',
  service: 'cash',
  method: 'POST',
  path: '/practice_day/create',
  stale: DAYS,
  response: DayAnswer,
});

export const practiceDayStartClosing = defineCall({
  id: 'practiceDayStartClosing',
  service: 'cash',
  method: 'PUT',
  path: '/practice_day/start_closing/{id}',
  stale: DAYS,
  response: DayAnswer,
});

export const practiceDayResume = defineCall({
  id: 'practiceDayResume',
  service: 'cash',
  method: 'PUT',
  path: '/practice_day/resume/{id}',
  stale: DAYS,
  response: DayAnswer,
});

export const practiceDayClose = defineCall({
  id: 'practiceDayClose',
  service: 'cash',
  method: 'PUT',
  path: '/practice_day/close/{id}',
  stale: DAYS,
  response: DayAnswer,
});

export const practiceDayReopen = defineCall({
  id: 'practiceDayReopen',
  service: 'cash',
  method: 'PUT',
  path: '/practice_day/reopen/{id}',
  stale: DAYS,
  response: DayAnswer,
});

export const practiceMonthIndex = defineCall({
  id: 'practiceMonthIndex',
  service: 'cash',
  method: 'GET',
  path: '/practice_month/index',
  response: listOf(PracticeMonth),
});

export const practiceMonthClose = defineCall({
  id: 'practiceMonthClose',
  service: 'cash',
  method: 'PUT',
  path: '/practice_month/close/{id}',
  stale: DAYS,
  response: MonthAnswer,
});

export const practiceMonthReopen = defineCall({
  id: 'practiceMonthReopen',
  service: 'cash',
  method: 'PUT',
  path: '/practice_month/reopen/{id}',
  stale: DAYS,
  response: MonthAnswer,
});

export const currencyRateDay = defineCall({
  id: 'currencyRateDay',
  service: 'cash',
  method: 'GET',
  path: '/currency_rate/day',
  response: dataOf(DayRates),
});

export const currencyRateUpdate = defineCall({
  id: 'currencyRateUpdate',
  service: 'cash',
  method: 'PUT',
  path: '/currency_rate/update',
  stale: DAYS,
  response: z.object({ message: z.string() }),
});

export const practiceDayCalls = [
  practiceDayState,
  practiceDayBranches,
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
