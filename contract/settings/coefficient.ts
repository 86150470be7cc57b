/** Coefficients of the price of delivery (areas 2.4, 4.14 `/logistics/coefficient`); a condition is from and to (decision 96). */
import { decimal, oneOf, quantity } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const coefficient = defineSetting({
  name: 'coefficient',
  service: 'delivery',
  rule: 'delivery_coefficient',
  band: { from: 'at_least', to: 'at_most' },
  subject: {
    kind: oneOf(['distance', 'floor', 'weight', 'urgency', 'season'], { filter: true }),
    at_least: quantity({ max: 100_000 }),
  },
  fields: { at_most: quantity({ max: 100_000, optional: true }), value: decimal({ max: 100 }) },
});
