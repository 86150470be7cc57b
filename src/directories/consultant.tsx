/** The page of `consultant`: its columns, and the devices of each. */
import { consultant } from '../../contract/directories/consultant.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(consultant, {
  columns: (t) => [
    { key: 'device', title: t('fields.device'), width: '10rem', cut: true, drop: 'less', value: (row) => row.device },
  ],
});
