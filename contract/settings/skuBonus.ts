/** The seller's bonus for named goods in a period (areas 2.3, 4.18); bonuses are not counted yet. */
import { date, fx, oneOf, ref, refs } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const skuBonus = defineSetting({
  name: 'skuBonus',
  service: 'client',
  rule: 'sku_bonus',
  until: 'until',
  subject: { variant: ref('variant', { filter: true }) },
  fields: {
    kind: oneOf(['sum', 'percent']),
    amount: fx({ min: 0.01 }),
    organizations: refs('organization', 100, { optional: true }),
    positions: refs('position', 50, { optional: true }),
    until: date({ optional: true }),
  },
});
