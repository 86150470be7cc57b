/** Products: with how many variants each has. */
import { product } from '../../contract/directories/product.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(product, {
  columns: (t) => [{ key: 'variants', title: t('fields.variants'), kind: 'number', value: (row) => row.variants }],
});
