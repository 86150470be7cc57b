/** Drivers: the cars that each drives beside their own fields. */
import { driver } from '../../contract/directories/driver.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(driver, {
  columns: (t) => [{ key: 'cars', title: t('fields.cars'), width: '12rem', cut: true, value: (row) => row.cars }],
});
