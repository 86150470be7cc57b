/** Markups of the price list by category of goods (areas 4.11 `/price-formation/markup-for-category`). */
import { percent, quantity, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const priceMarkup = defineSetting({
  name: 'priceMarkup',
  service: 'warehouse',
  rule: 'price_markup',
  inherits: 'category',
  subject: { category: ref('category') },
  fields: { markup: percent() },
  extra: { products: quantity(), margin: percent({ optional: true }) },
});
