/** By how much what people of a category of employers earn counts (areas 2.3, 4.19, decision 81). */
import { decimal, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const workplaceCoefficient = defineSetting({
  name: 'workplaceCoefficient',
  service: 'client',
  rule: 'workplace_category',
  subject: { workplace_category: ref('workplaceCategory', { filter: true }) },
  fields: { coefficient: decimal({ max: 5 }) },
});
