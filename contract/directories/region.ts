/** Districts and cities of a province (areas 2.3, 4.22 `/addresses/region`). */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { digits, names, quantity, ref } from '../directory/fields.ts';

export const region = defineDirectory({
  name: 'region',
  service: 'client',
  rule: 'address',
  label: 'name',
  key: 'code',
  doubles: true,
  fields: {
    name: names(100, { search: true, sort: true, unique: 'province' }),
    code: digits(7, { search: true, sort: true, unique: true }),
    province: ref('province', { search: true, filter: true, sort: true }),
  },
  extra: { villages: quantity() },
  stale: readingIds('province'),
});
