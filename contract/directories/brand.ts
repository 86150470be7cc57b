/** Brands of goods (areas 2.2, 4.11 `/products/products`). */
import { defineDirectory } from '../directory/directory.ts';
import { quantity, text } from '../directory/fields.ts';

export const brand = defineDirectory({
  name: 'brand',
  service: 'warehouse',
  rule: 'product',
  rules: { show: 'product_residue.report' },
  label: 'name',
  fields: { name: text(100, { search: true, sort: true, unique: true }) },
  extra: { products: quantity() },
});
