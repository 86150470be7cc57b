/** Bank and tax requisites that contracts of an organization are printed with, from a day on (areas 2.1, 4.4). */
import { digits, ref, text, tin } from '../directory/fields.ts';
import { defineSetting } from '../setting/setting.ts';

export const requisite = defineSetting({
  name: 'requisite',
  service: 'cash',
  rule: 'requisite',
  adds: true,
  subject: { organization: ref('organization', { scope: true, filter: true }) },
  fields: {
    firm: text(200),
    stir: tin(),
    address: text(300, { list: 'hidden' }),
    bank: ref('bank'),
    account: digits(20),
    director: text(120),
  },
  /** Of the bank. */
  extra: { mfo: digits(5, { optional: true }) },
});
