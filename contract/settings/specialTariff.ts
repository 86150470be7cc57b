/** What it costs to bring a special order from one territory to another (areas 2.2, 4.5); no order is counted by it yet. */
import { decimal, oneOf, ref, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const specialTariff = defineSetting({
  name: 'specialTariff',
  service: 'warehouse',
  rule: 'special_tariffs',
  subject: {
    from_territory: ref('territory', { filter: true }),
    to_territory: ref('territory', { filter: true }),
    measure: oneOf(['weight', 'volume']),
    step: decimal({ min: 0.001, max: 10_000 }),
  },
  fields: { price: sum() },
});
