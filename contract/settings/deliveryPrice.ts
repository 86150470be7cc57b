/** What delivery costs by district and distance (areas 2.4, 4.14 `/logistics/delivery-price`). */
import { quantity, ref, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const deliveryPrice = defineSetting({
  name: 'deliveryPrice',
  service: 'delivery',
  rule: 'delivery_price',
  band: { from: 'km_from', to: 'km_to' },
  subject: { region: ref('region', { filter: true }), km_from: quantity({ max: 2000 }) },
  fields: {
    km_to: quantity({ max: 2000, optional: true }),
    price: sum(),
    free_from: sum({ optional: true }),
  },
});
