/** What may be bought from which partner: category of the product, price of the last confirmed invoice. */
import { partnerProduct } from '../../contract/directories/partnerProduct.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(partnerProduct, {
  columns: (t) => [
    { key: 'category', title: t('fields.category'), value: (row) => row.category },
    { key: 'last_price', title: t('fields.last_price'), kind: 'sum', value: (row) => row.last_price },
  ],
});
