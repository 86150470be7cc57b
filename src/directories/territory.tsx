/** The page of `territory`: how many organizations stand in each. */
import { territory } from '../../contract/directories/territory.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(territory, {
  columns: (t) => [
    { key: 'organizations', title: t('fields.organizations'), kind: 'number', value: (row) => row.organizations },
  ],
});
