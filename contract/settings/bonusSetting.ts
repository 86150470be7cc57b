/** The base bonus of sellers by kind of sale and how far the plan is fulfilled (areas 2.3, 4.18); bonuses are not counted yet. */
import { oneOf, percent, quantity, refs } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const bonusSetting = defineSetting({
  name: 'bonusSetting',
  service: 'client',
  rule: 'bonus_setting',
  subject: {
    sale: oneOf(['cash', 'instalment', 'tbc'], { filter: true }),
    plan_from: quantity({ max: 300 }),
  },
  fields: { percent: percent(), positions: refs('position', 50, { optional: true }) },
});
