/** The page of `bank`: its columns, and how many records are below each. */
import { bank } from '../../contract/directories/bank.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(bank, {
  columns: (t) => [{ key: 'accounts', title: t('fields.accounts'), kind: 'number', value: (row) => row.accounts }],
});
