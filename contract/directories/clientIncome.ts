/**
 * Incomes of clients and of who is none yet, a month each (areas 2.3, 4.16 `/income/revenues`): who enters one sends it, and
 * another person checks its document. Scoring takes checked ones.
 */
import { approvalOf } from '../directory/approval.ts';
import { defineDirectory } from '../directory/directory.ts';
import { area, date, image, oneOf, pinfl, quantity, sum, text } from '../directory/fields.ts';

export const clientIncome = defineDirectory({
  name: 'clientIncome',
  service: 'scoring',
  rule: 'incomes',
  rules: { edit: 'incomes.add' },
  label: 'fullname',
  order: '-month',
  people: true,
  chart: approvalOf('incomes', 'incomes.add', 'incomes.check'),
  fields: {
    pinfl: pinfl(),
    fullname: text(200, { search: true, sort: true }),
    source: oneOf(['official', 'card_turnover', 'pension', 'self_employed', 'declared'], { filter: true, sort: true }),
    /** Any day of it. */
    month: date({ sort: true }),
    amount: sum({ min: 1, list: false }),
    /** The paper behind it. */
    proof: image({ optional: true, list: 'hidden' }),
    note: area(500, { optional: true, list: false }),
  },
  /**
   * `earned`: the amount, `average`: what scoring reckons with today, soʻm a month over `months` that count; both for who
   * may see sums of clients. `checked_by`: who approved its document. `client`: whose card has the PINFL. `decision`: why it
   * was refused or given up.
   */
  extra: {
    earned: sum({ optional: true }),
    average: sum({ optional: true }),
    months: quantity(),
    checked_by: text(200, { optional: true }),
    client: quantity({ optional: true }),
    decision: text(500, { optional: true }),
  },
  stale: ['myDay'],
});
