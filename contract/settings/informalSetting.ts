/** On what terms clients without official income buy by instalments (areas 2.3, 4.18); one for the whole firm. */
import { percent, quantity, someOf, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const informalSetting = defineSetting({
  name: 'informalSetting',
  service: 'client',
  rule: 'informal_setting',
  ahead: true,
  subject: {},
  fields: {
    max_limit: sum(),
    max_term: quantity({ min: 1, max: 60 }),
    first_payment: percent(),
    guarantors: quantity({ max: 5 }),
    documents: someOf(['bank_statement', 'business_certificate', 'lease', 'property', 'neighbourhood_certificate'], {
      optional: true,
    }),
  },
});
