/** The connection to Aloqabank (areas 4.4, decision 95); nothing imports statements yet. */
import { checked, connection, neededKey } from '../integrations.ts';
import { defineSetting } from '../setting/setting.ts';

export const aloqabankConnection = defineSetting({
  name: 'aloqabankConnection',
  service: 'cash',
  rule: 'aloqabank',
  subject: {},
  fields: { ...connection, key: neededKey() },
  extra: checked,
});
