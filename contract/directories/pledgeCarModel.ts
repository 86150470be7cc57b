/** Models of cars that are taken as a pledge, by years (areas 2.3, 4.12 `/pledge/pledge-car-models`). */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { ref, text, years } from '../directory/fields.ts';

export const pledgeCarModel = defineDirectory({
  name: 'pledgeCarModel',
  service: 'client',
  rule: 'car_models',
  label: 'name',
  fields: {
    name: text(60, { search: true, sort: true, unique: 'brand' }),
    brand: ref('pledgeCarBrand', { search: true, filter: true, sort: true }),
    years: years(),
  },
  stale: readingIds('pledgeCarBrand'),
});
