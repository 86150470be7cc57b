/** Drivers of delivery cars (areas 2.4, 4.4 `/settings/drivers`). */
import { defineDirectory } from '../directory/directory.ts';
import { code, phone, ref, text } from '../directory/fields.ts';

export const driver = defineDirectory({
  name: 'driver',
  service: 'delivery',
  rule: 'drivers',
  label: 'fullname',
  fields: {
    fullname: text(120, { search: true, sort: true }),
    phone: phone({ search: true }),
    licence: code(20, { search: true, unique: true }),
    organization: ref('organization', { scope: true, search: true, filter: true, sort: true }),
    user: ref('user', { optional: true, search: true, list: 'hidden' }),
  },
  extra: { cars: text(200, { optional: true }) },
});
