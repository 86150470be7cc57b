/** When promotional SMS may be sent, and from how many receivers on another person approves a campaign (areas 3.6). */
import { quantity } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const smsCampaignSetting = defineSetting({
  name: 'smsCampaignSetting',
  service: 'sms',
  rule: 'integration_settings',
  subject: {},
  fields: {
    hour_from: quantity({ max: 23 }),
    hour_to: quantity({ min: 1, max: 24 }),
    approval_from: quantity({ min: 1 }),
  },
});
