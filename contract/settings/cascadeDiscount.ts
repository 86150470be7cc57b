/** The discount that grows with the number of goods or of closed contracts (areas 2.3, 4.18); no sale takes it yet (decision 71). */
import { bool, oneOf, percent, quantity, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const cascadeDiscount = defineSetting({
  name: 'cascadeDiscount',
  service: 'client',
  rule: 'cascade_discount',
  subject: {
    step: oneOf(['goods', 'contracts'], { filter: true }),
    category: ref('category', { filter: true }),
    from_count: quantity({ min: 1, max: 1000 }),
  },
  fields: { discount: percent(), stacks: bool() },
});
