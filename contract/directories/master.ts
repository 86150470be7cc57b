/** Masters who install goods (areas 2.1, 4.20 `/cashbox/masters-fee`). */
import { defineDirectory } from '../directory/directory.ts';
import { phone, ref, someOf, text } from '../directory/fields.ts';

export const master = defineDirectory({
  name: 'master',
  service: 'cash',
  rule: 'masters',
  label: 'fullname',
  fields: {
    fullname: text(120, { search: true, sort: true }),
    phone: phone({ search: true }),
    specialities: someOf([
      'air_conditioner',
      'washing_machine',
      'dishwasher',
      'gas_stove',
      'water_heater',
      'hood',
      'tv',
    ]),
    organization: ref('organization', { scope: true, search: true, filter: true, sort: true }),
  },
});
