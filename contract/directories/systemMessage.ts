/** Texts that the system sends (areas 2.1, 4.4 `/settings/system-messages`): which there are comes with the release. */
import { defineDirectory } from '../directory/directory.ts';
import { code, message, oneOf, text } from '../directory/fields.ts';

export const systemMessage = defineDirectory({
  name: 'systemMessage',
  service: 'cash',
  rule: 'system_message',
  // the rule of the route, as it is specified
  rules: { show: 'car_brands.show' },
  label: 'code',
  fixed: true,
  fields: {
    code: code(60, { search: true, sort: true, unique: true, once: 'of_release' }),
    kind: oneOf(['goods', 'debt', 'appeal'], { filter: true, sort: true, once: 'of_release' }),
    text: message(600, { search: true }),
  },
  /** The variables that a message may have, by name. */
  extra: { variables: text(300) },
});
