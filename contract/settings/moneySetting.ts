/** Limits of sums, for the whole firm or one organization (areas 4.18): contracts and the writing off of debts read them. */
import { oneOf, ref, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const moneySetting = defineSetting({
  name: 'moneySetting',
  service: 'client',
  rule: 'money_setting',
  ahead: true,
  confirm: true,
  subject: {
    kind: oneOf(['contract_least', 'contract_greatest', 'confirmed_above', 'cash_output', 'write_off', 'refund'], {
      filter: true,
    }),
    organization: ref('organization', { scope: true, filter: true, optional: true }),
  },
  fields: { amount: sum(), confirms: ref('position', { optional: true }) },
});
