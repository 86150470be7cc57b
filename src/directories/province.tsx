/** The page of `province`: its columns, and how many records are below each. */
import { province } from '../../contract/directories/province.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(province, {
  columns: (t) => [{ key: 'regions', title: t('fields.regions'), kind: 'number', value: (row) => row.regions }],
});
