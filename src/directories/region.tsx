/** The page of `region`: its columns, and how many records are below each. */
import { region } from '../../contract/directories/region.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(region, {
  columns: (t) => [{ key: 'villages', title: t('fields.villages'), kind: 'number', value: (row) => row.villages }],
});
