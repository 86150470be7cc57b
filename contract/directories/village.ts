/** Neighbourhoods and villages of a district or city (areas 2.3, 4.22 `/addresses/village`). */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { digits, names, quantity, ref } from '../directory/fields.ts';

export const village = defineDirectory({
  name: 'village',
  service: 'client',
  rule: 'address',
  label: 'name',
  key: 'code',
  doubles: true,
  fields: {
    name: names(100, { search: true, sort: true, unique: 'region' }),
    code: digits(10, { optional: true, search: true, sort: true, unique: true }),
    region: ref('region', { search: true, filter: true, sort: true }),
  },
  extra: { clients: quantity() },
  stale: readingIds('region'),
});
