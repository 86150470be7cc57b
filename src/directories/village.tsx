/** The page of `village`: its columns, and how many clients are registered in each. */
import { village } from '../../contract/directories/village.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(village, {
  columns: (t) => [{ key: 'clients', title: t('fields.clients'), kind: 'number', value: (row) => row.clients }],
});
