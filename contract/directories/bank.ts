/** Banks by MFO (areas 2.1, 4.20 `/cashbox/banks`). */
import { type DirectoryRow, defineDirectory } from '../directory/directory.ts';
import { digits, quantity, text } from '../directory/fields.ts';

export const bank = defineDirectory({
  name: 'bank',
  service: 'cash',
  rule: 'bank',
  label: 'name',
  key: 'mfo',
  fields: {
    name: text(200, { search: true, sort: true }),
    mfo: digits(5, { search: true, sort: true, unique: true }),
  },
  extra: { accounts: quantity() },
});

export type BankRow = DirectoryRow<typeof bank>;
