/** Categories that a master installs (areas 2.4, 4.11 `/logistics/installable-category`); the fee is dated (decision 81). */
import { defineDirectory } from '../directory/directory.ts';
import { oneOf, quantity, ref } from '../directory/fields.ts';
import { master } from './master.ts';

export const installableCategory = defineDirectory({
  name: 'installableCategory',
  service: 'delivery',
  rule: 'installable_categories',
  label: 'category',
  fields: {
    category: ref('category', { search: true, sort: true, unique: true }),
    norm_minutes: quantity({ min: 5, max: 1440, sort: true }),
    speciality: oneOf(master.spec.fields.specialities.values, { filter: true, sort: true }),
  },
});
