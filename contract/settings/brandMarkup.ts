/** Markups of the price list by brand, which go before those of categories (areas 4.11 `/price-formation/markup-for-brand`). */
import { percent, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const brandMarkup = defineSetting({
  name: 'brandMarkup',
  service: 'warehouse',
  rule: 'price_markup',
  subject: { brand: ref('brand', { filter: true }), category: ref('category', { filter: true, optional: true }) },
  fields: { markup: percent() },
});
