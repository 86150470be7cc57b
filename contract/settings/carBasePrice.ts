/** What a car of a model and a year is worth before wear (areas 2.3, 4.12, decision 81): shown where one is valued. */
import { ref, sum, year } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const carBasePrice = defineSetting({
  name: 'carBasePrice',
  service: 'client',
  rule: 'car_models',
  subject: { model: ref('pledgeCarModel', { filter: true }), year: year() },
  fields: { price: sum({ min: 1_000_000 }) },
});
