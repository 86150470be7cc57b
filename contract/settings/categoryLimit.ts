/** How much of a category a branch keeps, in money and in pieces (areas 2.2, 4.3 `/repositories/category-limit`). */
import { quantity, ref, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const categoryLimit = defineSetting({
  name: 'categoryLimit',
  service: 'warehouse',
  rule: 'category_limit',
  adds: true,
  report: true,
  subject: { organization: ref('organization', { scope: true }), category: ref('category') },
  fields: { max_sum: sum({ optional: true }), max_quantity: quantity({ max: 1_000_000, optional: true }) },
  extra: { sum_now: sum(), quantity_now: quantity(), used: quantity({ optional: true }) },
});
