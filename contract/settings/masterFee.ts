/** What a master is paid for an installation: a sum or a share of its fee (areas 2.1, 4.20, decision 81). */
import { percent, ref, sum } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const masterFee = defineSetting({
  name: 'masterFee',
  service: 'cash',
  rule: 'masters',
  subject: { master: ref('master', { filter: true }) },
  fields: { fee: sum({ optional: true, min: 1 }), percent: percent({ optional: true }) },
});
