/** Templates of messages through the gateway (areas 2.4, 4.6 `/sms/sms-templates`). */
import { defineDirectory } from '../directory/directory.ts';
import { message, oneOf, text } from '../directory/fields.ts';

export const smsTemplate = defineDirectory({
  name: 'smsTemplate',
  service: 'sms',
  rule: 'sms_template',
  label: 'name',
  fields: {
    name: text(100, { search: true, sort: true, unique: true }),
    kind: oneOf(['info', 'debt', 'promotion'], { filter: true, sort: true }),
    text: message(600, { search: true }),
  },
});
