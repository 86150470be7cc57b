/** What is chosen from a general reference list (areas 2.3, 4.19 `/classifications`). */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { code, names, quantity, ref } from '../directory/fields.ts';

export const classifierValue = defineDirectory({
  name: 'classifierValue',
  service: 'client',
  rule: 'classification',
  label: 'name',
  order: 'classifier',
  fields: {
    classifier: ref('classifier', { search: true, filter: true, sort: true }),
    name: names(200, { search: true, sort: true, unique: 'classifier' }),
    code: code(40, { search: true, sort: true, unique: 'classifier' }),
    place: quantity({ min: 1, max: 9999, sort: true }),
    days: quantity({ optional: true, min: 1, max: 365 }),
  },
  stale: readingIds('classifier'),
});
