/** Which branches serve a source of electronic orders, and how fast (areas 4.17); no order comes yet. */
import { area, oneOf, quantity, refs } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const electronOrderSetting = defineSetting({
  name: 'electronOrderSetting',
  service: 'consultant',
  rule: 'electron_order_setting',
  subject: { source: oneOf(['site', 'application', 'call', 'marketplace'], { filter: true }) },
  fields: {
    branches: refs('organization', 100, { optional: true }),
    minutes: quantity({ min: 1, max: 1440 }),
    reasons: area(1000, { list: false, optional: true }),
    templates: refs('smsTemplate', 20, { optional: true }),
  },
});
