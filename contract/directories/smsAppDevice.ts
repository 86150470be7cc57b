/** Phones of the company that send SMS (areas 2.4, 4.6 `/sms-app/servers`): entered by hand, they stand offline (decision 95). */
import { defineDirectory } from '../directory/directory.ts';
import { oneOf, phone, quantity, text } from '../directory/fields.ts';

export const smsAppDevice = defineDirectory({
  name: 'smsAppDevice',
  service: 'sms',
  rule: 'sms_app_device',
  resource: 'app_device',
  label: 'name',
  chart: {
    machine: 'smsAppDevice',
    states: { offline: 'off', blocked: 'bad' },
    offered: ['offline'],
    begins: 'device.create',
    update: 'device.update',
    undo: 'device.block',
    steps: {
      'device.block': { many: true },
      'device.unblock': { many: true },
    },
  },
  fields: {
    name: text(100, { search: true, sort: true, unique: true }),
    phone: phone({ search: true, unique: true }),
    operator: oneOf(['beeline', 'humans', 'mobiuz', 'oq', 'perfectum', 'ucell', 'uzmobile'], {
      filter: true,
      sort: true,
    }),
    /** Messages that the operator lets through in a day. */
    daily_limit: quantity({ min: 1, max: 10_000, sort: true }),
  },
});
