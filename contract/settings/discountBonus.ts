/** How much of the bonus is left to the seller who gave a discount (areas 2.3, 4.18). */
import { percent, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const discountBonus = defineSetting({
  name: 'discountBonus',
  service: 'client',
  rule: 'discount_bonus',
  band: { from: 'discount_from', to: 'discount_to' },
  subject: { category: ref('category', { filter: true }), discount_from: percent() },
  fields: { discount_to: percent(), share: percent() },
});
