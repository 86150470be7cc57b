/** Regions of the country, by the state classifier of places (areas 2.3, 4.22 `/addresses/province`). */
import { defineDirectory } from '../directory/directory.ts';
import { digits, names, quantity } from '../directory/fields.ts';

export const province = defineDirectory({
  name: 'province',
  service: 'client',
  rule: 'address',
  label: 'name',
  key: 'code',
  doubles: true,
  fields: {
    name: names(100, { search: true, sort: true, unique: true }),
    code: digits(4, { search: true, sort: true, unique: true }),
  },
  extra: { regions: quantity() },
});
