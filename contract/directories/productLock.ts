/** Products locked from sale and order, with reason and period (areas 3.3, 4.1 `/repositories/inactive-products`; decision 91). */
import { defineDirectory } from '../directory/directory.ts';
import { date, quantity, reason, ref, text } from '../directory/fields.ts';

const WHY = { reason: reason(200), until: date({ optional: true }) };

export const productLock = defineDirectory({
  name: 'productLock',
  service: 'warehouse',
  rule: 'lock_products',
  label: 'variant',
  chart: {
    machine: 'productLock',
    states: { locked: 'waiting', active: 'off' },
    offered: ['locked'],
    over: ['active'],
    begins: 'product.lock',
    update: 'product.update',
    undo: 'product.unlock',
    steps: {
      'product.unlock': { many: true },
      'product.lock': { fields: WHY },
    },
  },
  /** What is locked, and where, stays: another product has a lock of its own. */
  fields: {
    variant: ref('variant', { search: true, sort: true, unique: 'organization', once: 'lock_of_product' }),
    /** None: the whole chain, written by an office alone. */
    organization: ref('organization', { scope: true, optional: true, filter: true, once: 'lock_of_product' }),
    reason: reason(200, { search: true }),
    /** The last day of the lock; none: until somebody unlocks it. */
    until: date({ optional: true, sort: true }),
  },
  /** Of the last lock: its day and who locked; `stock`: units where it holds. */
  extra: { locked_from: date(), locked_by: text(200, { optional: true }), stock: quantity() },
  stale: ['variantIndex', 'variantShow'],
});
