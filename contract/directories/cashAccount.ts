/** Cash desks, bank accounts and terminals of organizations (areas 2.1, 4.20 `/cashbox/banks`). */
import { defineDirectory, readingIds } from '../directory/directory.ts';
import { digits, fx, oneOf, ref, text } from '../directory/fields.ts';

export const cashAccount = defineDirectory({
  name: 'cashAccount',
  service: 'cash',
  rule: 'bank',
  label: 'name',
  order: 'organization',
  fields: {
    name: text(100, { search: true, sort: true, unique: 'organization' }),
    organization: ref('organization', { scope: true, search: true, filter: true, sort: true }),
    kind: oneOf(['cash', 'bank', 'terminal', 'payment_service'], { filter: true, sort: true }),
    currency: oneOf(['UZS', 'USD', 'EUR', 'RUB'], { filter: true, sort: true }),
    bank: ref('bank', { optional: true, search: true, filter: true, sort: true }),
    account: digits(20, { optional: true, search: true, unique: true }),
  },
  /** What is in it by the ledger; none where nothing has come yet. */
  extra: { balance: fx({ optional: true }) },
  stale: readingIds('bank'),
});
