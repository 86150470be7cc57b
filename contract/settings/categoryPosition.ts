/** Which share of a sale a position earns, by category (areas 2.3, 4.18); bonuses are not counted yet. */
import { percent, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const categoryPosition = defineSetting({
  name: 'categoryPosition',
  service: 'client',
  rule: 'category_position',
  subject: { category: ref('category', { filter: true }), position: ref('position', { filter: true }) },
  fields: { percent: percent() },
});
