/** Figures beside the limits of sums (areas 3.6, decision 66); of them the writing off of debts reads its years. */
import { decimal, oneOf, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const moneyValue = defineSetting({
  name: 'moneyValue',
  service: 'client',
  rule: 'money_setting',
  ahead: true,
  confirm: true,
  subject: {
    code: oneOf(['reservation_hours', 'reservation_prolongs', 'return_days', 'write_off_years'], { filter: true }),
    organization: ref('organization', { scope: true, filter: true, optional: true }),
  },
  fields: { value: decimal({ max: 10_000 }) },
});
