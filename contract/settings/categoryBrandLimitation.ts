/** Which brands of a category a branch may order or sell, and how many (areas 4.13); nothing orders or sells yet. */
import { bool, quantity, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const categoryBrandLimitation = defineSetting({
  name: 'categoryBrandLimitation',
  service: 'warehouse',
  rule: 'category_brand_limitation',
  subject: {
    organization: ref('organization', { scope: true }),
    category: ref('category'),
    brand: ref('brand', { filter: true, optional: true }),
  },
  fields: { allowed: bool(), max_quantity: quantity({ max: 1_000_000, optional: true }) },
});
