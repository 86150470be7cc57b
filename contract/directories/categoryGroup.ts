/** Groups of categories for plans, bonuses and reports (areas 2.2, 4.4 `/settings/product-category-grouping`). */
import { defineDirectory } from '../directory/directory.ts';
import { refs, text } from '../directory/fields.ts';

export const categoryGroup = defineDirectory({
  name: 'categoryGroup',
  service: 'warehouse',
  rule: 'category_group',
  label: 'name',
  fields: {
    name: text(100, { search: true, sort: true, unique: true }),
    categories: refs('category', 200, { search: true }),
  },
});
