/** The page of `ministry`: its columns, and how many records are below each. */
import { ministry } from '../../contract/directories/ministry.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(ministry, {
  columns: (t) => [
    { key: 'workplaces', title: t('fields.workplaces'), kind: 'number', value: (row) => row.workplaces },
    { key: 'clients', title: t('fields.clients'), kind: 'number', value: (row) => row.clients },
  ],
});
