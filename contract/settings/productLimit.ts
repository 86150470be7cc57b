/** How many pieces of a product a branch keeps (areas 2.2, 4.3 `/repositories/product-limit`); invoices are held to it. */
import { quantity, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const productLimit = defineSetting({
  name: 'productLimit',
  service: 'warehouse',
  rule: 'product_limit',
  adds: true,
  report: true,
  subject: { organization: ref('organization', { scope: true }), variant: ref('variant') },
  fields: { min: quantity({ max: 1_000_000 }), max: quantity({ max: 1_000_000, optional: true }) },
  extra: { on_stock: quantity(), shortage: quantity({ optional: true }) },
});
