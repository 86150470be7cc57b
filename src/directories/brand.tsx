/** Brands of goods: with how many products each has. */
import { brand } from '../../contract/directories/brand.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(brand, {
  columns: (t) => [{ key: 'products', title: t('fields.products'), kind: 'number', value: (row) => row.products }],
});
