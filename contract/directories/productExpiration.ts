/** Goods with an expiry date, by batch (areas 2.2, 4.4 `/settings/products-expiration-date/products`). */
import { defineDirectory } from '../directory/directory.ts';
import { date, oneOf, quantity, ref, text } from '../directory/fields.ts';

export const productExpiration = defineDirectory({
  name: 'productExpiration',
  service: 'warehouse',
  rule: 'product_expiration',
  report: true,
  label: 'batch',
  order: 'expires',
  fields: {
    /** Called as its goods are. */
    batch: ref('batch', { search: true, sort: true }),
    quantity: quantity({ min: 1, sort: true }),
    expires: date({ sort: true }),
    /** Days before it that the goods are marked. */
    notify_days: quantity({ max: 365, list: 'hidden' }),
    action: oneOf(['none', 'discounted', 'moved', 'returned', 'written_off'], { filter: true, sort: true }),
  },
  /** `left`: of the batch, in all warehouses; `days_left`: below zero once it has expired. */
  extra: { document: text(40), warehouse: text(400, { optional: true }), left: quantity(), days_left: quantity() },
  stale: ['expirationBatches'],
});
