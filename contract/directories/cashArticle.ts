/** Articles of income and expense of the cash desk (areas 2.1, 4.20 `/cashbox/banks`). */
import { defineDirectory } from '../directory/directory.ts';
import { bool, names, oneOf } from '../directory/fields.ts';

export const cashArticle = defineDirectory({
  name: 'cashArticle',
  service: 'cash',
  rule: 'bank',
  label: 'name',
  fields: {
    name: names(100, { search: true, sort: true, unique: true }),
    direction: oneOf(['income', 'expense'], { filter: true, sort: true }),
    needs_partner: bool({ filter: true }),
  },
});
