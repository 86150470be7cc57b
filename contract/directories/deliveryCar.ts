/** Delivery cars and what they carry (areas 2.4, 4.14 `/logistics/delivery-cars`). */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { decimal, oneOf, plate, quantity, ref, text } from '../directory/fields.ts';

export const deliveryCar = defineDirectory({
  name: 'deliveryCar',
  service: 'delivery',
  rule: 'delivery_car',
  label: 'plate',
  fields: {
    plate: plate({ search: true, sort: true, unique: true }),
    model: text(60, { search: true, sort: true }),
    load: quantity({ min: 1, max: 40_000, sort: true }),
    volume: decimal({ min: 0.1, max: 200, sort: true }),
    organization: ref('organization', { scope: true, search: true, filter: true, sort: true }),
    driver: ref('driver', { optional: true, search: true, filter: true, sort: true }),
    state: oneOf(['working', 'repair', 'reserve'], { filter: true, sort: true }),
  },
  stale: readingIds('driver'),
});
