/** What a car has lost of its price by age and mileage (areas 2.3, 4.12 `/pledge/wear`). */
import { oneOf, percent, quantity } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const carWearPercent = defineSetting({
  name: 'carWearPercent',
  service: 'client',
  rule: 'car_wear_percents',
  subject: {
    age: quantity({ max: 50 }),
    mileage: oneOf(['to_50', 'to_100', 'to_150', 'to_200', 'over_200'], { filter: true }),
  },
  fields: { percent: percent() },
});
