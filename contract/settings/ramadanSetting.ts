/** Terms of a shop in the month of Ramadan (areas 2.3, 4.18); no sale takes them yet (decision 71). */
import { date, percent, quantity, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const ramadanSetting = defineSetting({
  name: 'ramadanSetting',
  service: 'client',
  rule: 'organization_shops',
  until: 'until',
  subject: { organization: ref('organization', { scope: true, filter: true }) },
  fields: {
    until: date(),
    first_payment: percent(),
    skipped_months: quantity({ max: 3 }),
    discount: percent(),
  },
});
