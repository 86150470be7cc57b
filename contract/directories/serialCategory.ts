/** Categories sold by serial number: what a new product of them is proposed to have (areas 2.2, 4.4, decision 94). */
import { defineDirectory } from '../directory/directory.ts';
import { bool, quantity, ref } from '../directory/fields.ts';

export const serialCategory = defineDirectory({
  name: 'serialCategory',
  service: 'warehouse',
  rule: 'serial_categories',
  rules: { add: 'serial_categories.edit' },
  label: 'category',
  fields: {
    category: ref('category', { search: true, sort: true, unique: true }),
    serial: bool({ filter: true }),
    imei_count: quantity({ max: 2, sort: true }),
    lock_on_debt: bool({ filter: true }),
  },
});
