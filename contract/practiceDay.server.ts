/** What only the server needs of the calls of `practiceDay.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { day, daysFilter, id, pageQuery, queryId, reason, text } from './common.ts';
import { MAX_RATE, PRACTICE_DAY_STATUSES, PRACTICE_MONTH_STATUSES } from './practiceDay.ts';
import { serverSide } from './serverSide.ts';

/** Rates of one sending: there are fewer currencies in the world. */
const MAX_RATES = 200;
/** A rate is kept to four decimals. */
const MIN_RATE = 0.0001;
const Rates = z
  .array(
    z.object({
      currency: text(10),
      rate: z.number().check(z.gte(MIN_RATE), z.lte(MAX_RATE)),
      /** What the person saw of that day; none: there was no rate. Another rate that was saved meanwhile is not overwritten: 409 `stale`. */
      seen: z.optional(z.nullable(z.number())),
    }),
  )
  .check(z.maxLength(MAX_RATES));
const extension = { origin: 'extension' } as const;
const dayEvent = (type: string) => ({ machine: 'practiceDay', type });
const monthEvent = (type: string) => ({ machine: 'practiceMonth', type });

export const practiceDayServer = serverSide({
  practiceDayState: {
    ...extension,
    rule: 'practice_day.show',
    query: z.object({ organization_id: z.optional(queryId()) }),
    summary:
      'The day of an organization now: its state, what blocks closing it, its rates, and the day that comes next.',
  },
  practiceDayBranches: {
    ...extension,
    rule: 'practice_day.show',
    summary: 'Days that are not closed, of every branch that the person sees, each with what blocks closing it.',
  },
  practiceDayIndex: {
    ...extension,
    rule: 'practice_day.show',
    query: z.object({
      ...pageQuery,
      organization_id: z.optional(queryId()),
      status: z.optional(z.enum(PRACTICE_DAY_STATUSES)),
      date: daysFilter(),
      sort: z.optional(z.enum(['date', '-date'])),
    }),
    summary: 'Practice days, the latest first.',
  },
  practiceDayHistory: {
    ...extension,
    rule: 'practice_day.show',
    summary: 'Who opened, closed and reopened a day, and why; the newest first.',
  },
  practiceDayCreate: {
    ...extension,
    rule: 'practice_day.add',
    body: z.object({
      /** Left out: the person's own organization. */
      organization_id: z.optional(id()),
      date: day(),
      /** Of currencies that have none of this day yet; others are changed with `practice_day.edit`. */
      rates: Rates,
    }),
    summary: 'Opens the next day of an organization with the rates of that day.',
  },
  practiceDayStartClosing: {
    ...extension,
    rule: 'practice_day.add',
    event: dayEvent('day.startClosing'),
    summary: 'Begins to close a day: new documents are refused; not while documents wait for their end..',
  },
  practiceDayResume: {
    ...extension,
    rule: 'practice_day.add',
    event: dayEvent('day.resume'),
    summary: 'Takes the closing back: the day takes documents again.',
  },
  practiceDayClose: {
    ...extension,
    rule: 'practice_day.confirm',
    event: dayEvent('day.close'),
    alsoFires: [
      { machine: 'guarantee', type: 'guarantee.release' },
      { machine: 'pledgeEvaluation', type: 'pledge.release' },
    ],
    summary: 'Closes a day.',
  },
  practiceDayReopen: {
    ...extension,
    rule: 'practice_day.edit',
    body: z.object({ reason: reason() }),
    event: dayEvent('day.reopen'),
    summary: 'Opens a closed day again, with a reason; office only, while no later day has a document.',
  },
  practiceMonthIndex: {
    ...extension,
    rule: 'practice_day.show',
    query: z.object({ ...pageQuery, status: z.optional(z.enum(PRACTICE_MONTH_STATUSES)) }),
    summary: 'Practice months of all organizations, the latest first.',
  },
  practiceMonthClose: {
    ...extension,
    rule: 'practice_day.edit',
    event: monthEvent('month.close'),
    summary: 'Closes a month whose days are all closed; office only.',
  },
  practiceMonthReopen: {
    ...extension,
    rule: 'practice_day.edit',
    body: z.object({ reason: reason() }),
    event: monthEvent('month.reopen'),
    summary: 'Opens a closed month again, with a reason; office only.',
  },
  currencyRateDay: {
    ...extension,
    rule: 'practice_day.show',
    query: z.object({ date: day() }),
    summary: 'Rates of one day, with the latest before it: what a day that is to be opened would begin with.',
  },
  currencyRateUpdate: {
    ...extension,
    rule: 'practice_day.edit',
    body: z.object({ date: day(), rates: Rates }),
    summary:
      'Enters or changes rates of a day, for all organizations; not in a closed month, nor over one that the person did not see, nor further ahead than a day may be opened. Lines keep the rate they took.',
  },
});
