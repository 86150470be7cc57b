/** What the firm asks of a new client (areas 4.19 `/clients/settings`); one for the whole firm. */
import { bool, quantity, someOf } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const clientSetting = defineSetting({
  name: 'clientSetting',
  service: 'client',
  rule: 'client_setting',
  subject: {},
  fields: {
    age_from: quantity({ min: 16, max: 100 }),
    age_to: quantity({ min: 16, max: 100 }),
    needed: someOf(['passport', 'pinfl', 'second_phone', 'address', 'workplace', 'income', 'relative'], {
      optional: true,
    }),
    myid: bool(),
    /** A copy of the client's document that another person has checked takes the place of MyID (decision 82). */
    document_copy: bool(),
    photo: bool(),
    document_days: quantity({ min: 1, max: 3650 }),
  },
});
