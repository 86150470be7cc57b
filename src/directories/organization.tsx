/** Organizations, a tree: how many people and warehouses each has. */
import { organization } from '../../contract/directories/organization.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(organization, {
  columns: (t) => [
    { key: 'people', title: t('fields.people'), kind: 'number', value: (row) => row.people },
    { key: 'warehouses', title: t('fields.warehouses'), kind: 'number', value: (row) => row.warehouses },
  ],
});
