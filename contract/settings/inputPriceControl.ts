/** How far the incoming price of a category may move, and what the invoice does then (areas 2.2, 4.11). */
import { oneOf, percent, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const inputPriceControl = defineSetting({
  name: 'inputPriceControl',
  service: 'warehouse',
  rule: 'control_input_price_category',
  inherits: 'category',
  subject: { category: ref('category') },
  fields: { max_growth: percent(), max_fall: percent(), action: oneOf(['warn', 'block']) },
});
