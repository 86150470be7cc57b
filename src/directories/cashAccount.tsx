/** Cash accounts: an account in a bank needs its bank and its number. */
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import { directoryPage } from '../directory/page.tsx';
import type { Text } from '../i18n/index.ts';
import { isBlank, type Rule } from '../ui/form/rules.ts';

const ofBank =
  (t: Text): Rule<unknown, Readonly<Record<string, unknown>>> =>
  (value, { kind }) =>
    kind === 'bank' && isBlank(value) ? { words: t('neededInBank') } : null;

export default directoryPage(cashAccount, {
  rules: { bank: ofBank, account: ofBank },
  columns: (t) => [
    {
      key: 'balance',
      title: t('fields.balance'),
      kind: 'sum',
      currency: (row) => row.currency,
      value: (row) => row.balance,
    },
  ],
});
