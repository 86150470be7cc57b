/** Sets of goods: with what their goods cost one by one, and what the set saves. No contract takes one yet, which the list says. */
import { productSet } from '../../contract/directories/productSet.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(productSet, {
  notice: (t) => t('notUsed'),
  columns: (t) => [
    { key: 'goods_sum', title: t('fields.goods_sum'), kind: 'sum', drop: 'less', value: (row) => row.goods_sum },
    { key: 'saving', title: t('fields.saving'), kind: 'sum', signed: true, drop: 'less', value: (row) => row.saving },
  ],
});
