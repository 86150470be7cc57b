/** How many points a client gets for paying late (areas 2.3, 4.16). */
import { decimal, quantity } from '../directory/fields.ts';
import { MOST_POINTS } from '../scoring/facts.ts';
import { defineSetting } from '../setting/setting.ts';

export const paymentDisciplineSetting = defineSetting({
  name: 'paymentDisciplineSetting',
  service: 'scoring',
  rule: 'scoring_payment_discipline',
  takenBy: 'model',
  band: { from: 'days_from', to: 'days_to' },
  subject: { days_from: quantity({ max: 1000 }) },
  fields: {
    days_to: quantity({ max: 10_000, optional: true }),
    score: decimal({ max: MOST_POINTS }),
    months_back: quantity({ min: 1, max: 120 }),
  },
});
