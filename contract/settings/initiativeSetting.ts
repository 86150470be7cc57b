/** What is paid to people and shops who bring clients (areas 2.4, 4.4 `/settings/initiative-client`). */
import { area, decimal, oneOf, quantity } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const initiativeSetting = defineSetting({
  name: 'initiativeSetting',
  service: 'initiative',
  rule: 'initiative_setting',
  subject: { partner_kind: oneOf(['person', 'shop']) },
  fields: {
    fee_kind: oneOf(['sum', 'percent']),
    amount: decimal({ max: 100_000_000 }),
    days: quantity({ min: 1, max: 365 }),
    conditions: area(1000, { optional: true, list: false }),
  },
});
