/** The prepayment of special orders (areas 3.6, decision 66); nothing reads it yet. */
import { percent } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const tariffValue = defineSetting({
  name: 'tariffValue',
  service: 'warehouse',
  rule: 'special_tariffs',
  subject: {},
  fields: { prepayment: percent() },
});
