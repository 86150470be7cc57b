/** Templates of messages from the company's own phones (areas 2.4, 4.6 `/sms-app/sms-templates`): as those of the gateway. */
import { defineDirectory } from '../directory/directory.ts';
import { smsTemplate } from './smsTemplate.ts';

export const appTemplate = defineDirectory({
  name: 'appTemplate',
  service: 'sms',
  rule: 'sms_app_templates',
  label: 'name',
  fields: smsTemplate.spec.fields,
});
