/** Evaluations of cars that are offered as a pledge (areas 2.3, 3.4, 4.12 `/pledge/pledge-car-evaluations`; decisions 61, 77, 97). */
import { date, digits, oneOf, percent, plate, quantity, reason, ref, sum, text, vin } from '../directory/fields.ts';
import { defineDocument } from '../document/document.ts';

/** Another person than who wrote it, changed it or set its price. */
const ANOTHER = { rule: 'car_evaluations.confirm', who: 'another' } as const;

export const pledgeEvaluation = defineDocument({
  name: 'pledgeEvaluation',
  service: 'client',
  rule: 'car_evaluations',
  rules: { show: 'car_evaluations.show|car_evaluations.allshow', edit: 'car_evaluations.edit|car_evaluations.add' },
  report: true,
  print: true,
  numbered: 'made',
  chart: {
    states: {
      draft: 'new',
      inspected: 'prepared',
      valued: 'waiting',
      approved: 'done',
      pledged: 'work',
      released: 'closed',
      refused: 'bad',
      expired: 'off',
    },
    offered: ['approved'],
    over: ['released', 'refused', 'expired'],
    uncounted: ['draft', 'refused', 'expired'],
    begins: 'pledge.create',
    update: 'pledge.update',
    steps: {
      'pledge.inspect': { rule: 'car_evaluations.add' },
      'pledge.value': { rule: 'car_evaluations.edit', fields: { market: sum({ min: 1_000_000 }) } },
      'pledge.approve': ANOTHER,
      'pledge.refuse': { ...ANOTHER, fields: { reason: reason(500) } },
    },
  },
  fields: {
    client: ref('client', { search: true, filter: true }),
    model: ref('pledgeCarModel', { search: true, filter: true }),
    plate: plate({ search: true }),
    vin: vin({ search: true, list: 'hidden' }),
    year: digits(4, { sort: true }),
    mileage: quantity({ max: 2_000_000 }),
    condition: oneOf(['excellent', 'good', 'fair', 'poor'], { list: 'hidden' }),
    market: sum({ given: true, optional: true, total: true }),
    wear: percent({ given: true, optional: true }),
    value: sum({ given: true, optional: true, list: 'hidden', total: true }),
    max_share: percent({ given: true, optional: true, list: 'hidden' }),
    accepted: sum({ given: true, optional: true, sort: true, total: true }),
    valid_until: date({ given: true, optional: true, sort: true }),
    valued_by: ref('user', { given: true, optional: true, list: 'hidden' }),
    reason: reason(500, { given: true, optional: true, list: 'hidden' }),
  },
  /** The contract that it secures, or secured; what a car of this model and year is worth before wear, by the setting of today. */
  extra: {
    contract: text(20, { optional: true }),
    contract_id: quantity({ optional: true }),
    base_price: sum({ optional: true }),
  },
});
