/** The page of `pledgeCarBrand`: its columns, and how many records are below each. */
import { pledgeCarBrand } from '../../contract/directories/pledgeCarBrand.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(pledgeCarBrand, {
  columns: (t) => [{ key: 'models', title: t('fields.models'), kind: 'number', value: (row) => row.models }],
});
