/** Categories of products, a tree of any depth (areas 2.2, 4.19 `/classifications/product/categories`). */
import { defineDirectory } from '../directory/directory.ts';
import { bool, digits, names, quantity, ref } from '../directory/fields.ts';

export const category = defineDirectory({
  name: 'category',
  service: 'warehouse',
  rule: 'product_category',
  resource: 'product_category',
  label: 'name',
  tree: 'parent',
  ownChoices: true,
  fields: {
    name: names(200, { search: true, sort: true, unique: 'parent' }),
    parent: ref('category', { filter: true, optional: true }),
    classifier_code: digits(17, { search: true, sort: true, optional: true }),
  },
  /** Products of it and of all below it; whether goods of it are installed (`/logistics/installable-category`). */
  extra: { products: quantity(), installable: bool() },
  stale: ['markupCategoryIndex', 'priceMarkupIndex', 'inputPriceControlIndex', 'categorySettingIndex'],
});
