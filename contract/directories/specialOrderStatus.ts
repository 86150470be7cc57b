/** Names, colours and order of the stages of a special order (areas 2.2, 4.5 `/special-orders/order-status`). */
import { defineDirectory } from '../directory/directory.ts';
import { colour, names, oneOf, quantity } from '../directory/fields.ts';

export const specialOrderStatus = defineDirectory({
  name: 'specialOrderStatus',
  service: 'warehouse',
  rule: 'special_order_status',
  label: 'name',
  order: 'place',
  fixed: true,
  fields: {
    name: names(60, { search: true, sort: true, unique: true }),
    stage: oneOf(['new', 'accepted', 'priced', 'agreed', 'ordered', 'arrived', 'issued', 'dismissed'], {
      once: 'stage_of_lifecycle',
    }),
    colour: colour(),
    place: quantity({ min: 1, max: 99, sort: true, unique: true }),
  },
});
