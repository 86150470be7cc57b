/** Goods set aside in a fund with a price of their own, once another person approved it (areas 2.2, 4.11 `/fond-products`). */
import { approvalOf } from '../directory/approval.ts';
import { defineDirectory } from '../directory/directory.ts';
import { date, oneOf, quantity, reason, ref, sum, text } from '../directory/fields.ts';

export const fondProduct = defineDirectory({
  name: 'fondProduct',
  service: 'warehouse',
  rule: 'product_variant_detail',
  rules: { add: 'product_variant_detail.edit' },
  report: true,
  label: 'variant',
  order: '-held_from',
  chart: approvalOf('product_variant_detail', 'product_variant_detail.edit'),
  fields: {
    variant: ref('variant', { search: true, sort: true }),
    /** The unit, of goods that have serial numbers; its IMEI says the same. */
    serial: text(40, { optional: true, search: true }),
    quantity: quantity({ min: 1 }),
    warehouse: ref('warehouse', { filter: true, sort: true }),
    fund: oneOf(['slow', 'showcase', 'defect', 'gift'], { filter: true, sort: true }),
    price: sum({ min: 1, sort: true }),
    /** The first day; the day of the approval where that is later. */
    held_from: date({ sort: true }),
    /** The last day; none: until the same goods are set aside anew. */
    held_to: date({ optional: true, sort: true }),
    reason: reason(500, { search: true, list: 'hidden' }),
  },
  /**
   * `stock`: units that lie in that warehouse now, of goods with serial numbers that one. `replaced_from`: the day from which a
   * later one of the same goods holds. `decision`: why it was refused or given up.
   */
  extra: {
    list_price: sum({ optional: true }),
    stock: quantity(),
    replaced_from: date({ optional: true }),
    decision: text(500, { optional: true }),
  },
  stale: ['myDay'],
});
