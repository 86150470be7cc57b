/** On what terms a car is taken as pledge (areas 2.3, 4.12 `/pledge/settings`); one for the whole firm. */
import { bool, digits, percent, quantity } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const pledgeSetting = defineSetting({
  name: 'pledgeSetting',
  service: 'client',
  rule: 'car_wear_percents',
  subject: {},
  fields: {
    max_share: percent(),
    validity_days: quantity({ min: 1, max: 365 }),
    min_year: digits(4),
    notary: bool(),
  },
});
