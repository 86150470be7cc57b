/** The page of `workplaceCategory`: its columns, and how many records are below each. */
import { workplaceCategory } from '../../contract/directories/workplaceCategory.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(workplaceCategory, {
  columns: (t) => [
    { key: 'workplaces', title: t('fields.workplaces'), kind: 'number', value: (row) => row.workplaces },
  ],
});
