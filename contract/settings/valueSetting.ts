/** Terms of instalments: markup and least first payment by kind of client and months (areas 4.18, decision 76). */
import { oneOf, percent, quantity } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const valueSetting = defineSetting({
  name: 'valueSetting',
  service: 'client',
  rule: 'value_setting',
  ahead: true,
  confirm: true,
  subject: {
    client: oneOf(['new', 'repeat', 'informal'], { filter: true }),
    term: quantity({ min: 1, max: 60 }),
  },
  fields: { markup: percent(), first_payment: percent() },
});
