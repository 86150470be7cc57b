/** On what terms people of a category of employers buy by instalments (areas 2.3, 4.18, decision 81). */
import { bool, percent, quantity, ref, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const workplaceCategorySetting = defineSetting({
  name: 'workplaceCategorySetting',
  service: 'client',
  rule: 'workplace_category_setting',
  ahead: true,
  subject: { workplace_category: ref('workplaceCategory', { filter: true }) },
  fields: {
    max_limit: sum(),
    max_term: quantity({ min: 1, max: 60 }),
    first_payment: percent(),
    guarantor: bool(),
  },
});
