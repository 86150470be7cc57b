/** The practice month: areas 2 "Practice day", 3.2. */
import { defineOracle, forbids } from './oracle.ts';

export const practiceMonthOracle = defineOracle(['open', 'closed'], {
  machine: 'practiceMonth',
  begins: { state: 'open', facts: { openDays: 0, lastDayCame: true } },
  cases: {
    'month.close': { verb: 'closes the month' },
    'month.reopen': { verb: 'reopens the month' },
  },
  denied: [
    { cases: ['month.close'], person: 'stranger', status: 403, source: 'areas 3.2: practice_day.edit + office' },
    { cases: ['month.close'], person: 'deputy', status: 403, source: 'areas 3.2: practice_day.edit + office' },
  ],
  says: [
    { cases: ['month.close'], state: 'open', facts: { openDays: 1 }, text: 'errors.month_has_open_days' },
    { cases: ['month.close'], state: 'open', facts: { lastDayCame: false }, text: 'errors.month_goes_on' },
    ...forbids(['closed'], ['month.close'], 'errors.month_closed_already'),
    ...forbids(['open'], ['month.reopen'], 'errors.month_not_closed'),
  ],
  rows: [
    { state: 'open', accepts: { 'month.close': 'closed' }, source: 'areas 3.2: all days of all organizations closed' },
    { state: 'open', facts: { openDays: 1 }, made: true, accepts: {}, source: 'areas 3.2: a day is open' },
    { state: 'open', facts: { lastDayCame: false }, made: true, accepts: {}, source: 'areas 3.2: it is not over' },
    { state: 'closed', accepts: { 'month.reopen': 'open' }, source: 'areas 3.2: reopened by the accountant' },
  ],
});
