/** Reasons for dismissing a special order (areas 2.2, 4.5 `/special-orders/dismiss-statuses`). */
import { defineDirectory } from '../directory/directory.ts';
import { names, oneOf } from '../directory/fields.ts';

export const dismissStatus = defineDirectory({
  name: 'dismissStatus',
  service: 'warehouse',
  rule: 'special_order_status',
  label: 'name',
  fields: {
    name: names(100, { search: true, sort: true, unique: true }),
    payer: oneOf(['nobody', 'client', 'company', 'supplier'], { filter: true, sort: true }),
  },
});
