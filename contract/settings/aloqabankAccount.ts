/** Accounts of branches at Aloqabank with their terminals (areas 4.4, decision 95). */
import { bool, ref } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const aloqabankAccount = defineSetting({
  name: 'aloqabankAccount',
  service: 'cash',
  rule: 'aloqabank',
  subject: { organization: ref('organization', { scope: true }), account: ref('cashAccount') },
  fields: { terminal: ref('cashAccount', { optional: true }), enabled: bool() },
});
