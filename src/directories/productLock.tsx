/** Locked products: since when, by whom, and what lies on stock of them. */
import { productLock } from '../../contract/directories/productLock.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(productLock, {
  columns: (t) => [
    { key: 'locked_from', title: t('fields.locked_from'), kind: 'date', value: (row) => row.locked_from },
    { key: 'locked_by', title: t('fields.locked_by'), width: '12rem', cut: true, value: (row) => row.locked_by },
    { key: 'stock', title: t('fields.stock'), kind: 'number', value: (row) => row.stock },
  ],
});
