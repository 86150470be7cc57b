/** Phones and tablets of the staff's applications (areas 2.7, 4.4 `/settings/mobile-device-settings`; decision 95). */
import { defineDirectory } from '../directory/directory.ts';
import { code, ref, text } from '../directory/fields.ts';

const CONFIRM = 'mobile_device.confirm';

export const mobileDevice = defineDirectory({
  name: 'mobileDevice',
  service: 'cash',
  rule: 'mobile_device',
  label: 'model',
  key: 'device',
  fixed: true,
  chart: {
    machine: 'mobileDevice',
    states: { waiting: 'waiting', allowed: 'done', blocked: 'bad' },
    offered: ['allowed'],
    begins: 'device.register',
    update: 'device.update',
    steps: {
      'device.allow': { rule: CONFIRM, many: true },
      'device.block': { rule: CONFIRM, many: true },
    },
  },
  /** A person only says whose the device is. */
  fields: {
    device: code(80, { search: true, unique: true, once: 'by_application' }),
    model: text(120, { search: true, sort: true, once: 'by_application' }),
    user: ref('user', { search: true, filter: true }),
    app_version: text(20, { search: true, sort: true, once: 'by_application' }),
  },
  extra: { last_seen: text(40, { optional: true }) },
});
