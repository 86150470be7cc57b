/** The practice day: areas 3.2, V4. */
import { defineOracle, forbids } from './oracle.ts';

export const practiceDayOracle = defineOracle(['open', 'closing', 'closed'], {
  machine: 'practiceDay',
  begins: { state: 'open', facts: { blockers: 0, laterDocuments: false, anotherOpen: false, monthClosed: false } },
  cases: {
    'day.startClosing': { verb: 'begins to close it' },
    'day.resume': { verb: 'goes on working' },
    'day.close': { verb: 'closes it' },
    'day.reopen': { verb: 'reopens it' },
  },
  denied: [
    // of the office, so the day is seen
    { cases: ['day.startClosing'], person: 'accountant', status: 403, source: 'areas 3.2: practice_day.add' },
    // holds practice_day.add, in another organization
    { cases: ['day.startClosing'], person: 'stranger', status: 404, source: 'areas 3: ownOrganization' },
  ],
  says: [
    { cases: ['day.startClosing'], state: 'open', facts: { blockers: 1 }, text: 'errors.day_blocked' },
    { cases: ['day.reopen'], state: 'closed', facts: { laterDocuments: true }, text: 'errors.day_followed' },
    { cases: ['day.reopen'], state: 'closed', facts: { anotherOpen: true }, text: 'errors.day_another_open' },
    { cases: ['day.reopen'], state: 'closed', facts: { monthClosed: true }, text: 'errors.month_closed_days' },
    // areas 3.2: open, closing, closed, and back by the office alone
    ...forbids(['open'], ['day.close'], 'errors.day_closing_first'),
    ...forbids(['closed'], ['day.resume'], 'errors.day_closed_reopened'),
    ...forbids(['closing'], ['day.reopen'], 'errors.day_not_closed_yet'),
  ],
  rows: [
    { state: 'open', accepts: { 'day.startClosing': 'closing' }, source: 'areas 3.2 "day.startClosing"' },
    {
      state: 'open',
      facts: { blockers: 1 },
      made: true,
      accepts: {},
      source: 'areas 3.2 "day.startClosing": documents that must be finished first',
    },
    {
      state: 'closing',
      accepts: { 'day.resume': 'open', 'day.close': 'closed' },
      source: 'areas 3.2 "day.resume", "day.close"',
    },
    { state: 'closed', accepts: { 'day.reopen': 'open' }, source: 'areas 3.2 "day.reopen"' },
    {
      state: 'closed',
      facts: { laterDocuments: true },
      made: true,
      accepts: {},
      source: 'areas 3.2 "day.reopen": no later day has a document',
    },
    {
      state: 'closed',
      facts: { anotherOpen: true },
      made: true,
      accepts: {},
      source: 'areas 2 "Practice day": one day per organization is open',
    },
    {
      state: 'closed',
      facts: { monthClosed: true },
      made: true,
      accepts: {},
      source: 'areas 3.2 "day.reopen": month open',
    },
  ],
});
