/** On what terms goods of a category are sold by instalments (areas 2.3, 3.6, 4.18); a category without its own takes the nearest above (decision 76). */
import { bool, percent, ref, someOf, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const categorySetting = defineSetting({
  name: 'categorySetting',
  service: 'client',
  rule: 'category_setting',
  ahead: true,
  inherits: 'category',
  subject: { category: ref('category') },
  fields: {
    /** None: goods of the category are not sold by instalments. */
    terms: someOf(['3', '6', '9', '12', '18', '24'], { optional: true }),
    first_payment: percent(),
    guarantor_from: sum({ optional: true }),
    pledge_from: sum({ optional: true }),
    lock: bool(),
    delivery: bool(),
    installation: bool(),
  },
});
