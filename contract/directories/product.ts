/** Products: what their variants have in common (areas 2.2, 4.11 `/products/products`). */
import { defineDirectory } from '../directory/directory.ts';
import { bool, image, quantity, ref, text } from '../directory/fields.ts';

export const product = defineDirectory({
  name: 'product',
  service: 'warehouse',
  rule: 'product',
  rules: { show: 'product_residue.report' },
  label: 'name',
  fields: {
    name: text(500, { search: true, sort: true }),
    category: ref('category', { search: true, filter: true }),
    brand: ref('brand', { search: true, filter: true, optional: true }),
    photo: image({ optional: true, list: 'hidden' }),
  },
  /** `serial`, `imei_count`: what its category proposes for a new variant (decision 94). */
  extra: { variants: quantity(), serial: bool(), imei_count: quantity() },
  stale: ['variantIndex', 'variantShow'],
});
