/** To whom another sale is offered and what it brings the employee (areas 2.4, 3.6, 4.8); one for the whole firm. */
import { percent, quantity } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const resaleBonusSetting = defineSetting({
  name: 'resaleBonusSetting',
  service: 'consultant',
  rule: 'resale_bonus_settings',
  subject: {},
  fields: {
    paid_share: percent(),
    max_days_late: quantity({ max: 365 }),
    offer_days: quantity({ min: 1, max: 365 }),
    bonus: percent(),
  },
});
