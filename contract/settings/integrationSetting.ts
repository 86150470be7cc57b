/** Connections to outside services (areas 2.1, 4.4; the outside systems of areas 5 but Aloqabank, which has its own page). */
import { oneOf } from '../directory/fields.ts';
import { checked, connection, serviceKey } from '../integrations.ts';
import { defineSetting } from '../setting/setting.ts';

export const integrationSetting = defineSetting({
  name: 'integrationSetting',
  service: 'cash',
  rule: 'integration_settings',
  subject: {
    service: oneOf(['myid', 'credit_bureau', 'prizma', 'card_processing', 'sms_gateway', 'imei_lock', 'tbc', 'bot'], {
      filter: true,
    }),
  },
  fields: { ...connection, key: serviceKey() },
  extra: checked,
});
