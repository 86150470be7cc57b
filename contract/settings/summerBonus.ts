/** The seasonal bonus of the staff, by what is measured (areas 2.4, 4.4); bonuses are not counted yet. */
import { date, oneOf, quantity, refs, sum, text } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const summerBonus = defineSetting({
  name: 'summerBonus',
  service: 'consultant',
  rule: 'summer_bonus',
  report: true,
  until: 'until',
  subject: { measure: oneOf(['sales', 'units', 'contracts'], { filter: true }), threshold: quantity({ min: 1 }) },
  fields: {
    title: text(100),
    amount: sum({ min: 1000 }),
    categories: refs('category', 100, { optional: true }),
    positions: refs('position', 50, { optional: true }),
    until: date(),
  },
});
