/** Categories of products, a tree: how many products each has, and whether its goods are installed. */
import { category } from '../../contract/directories/category.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(category, {
  columns: (t) => [
    { key: 'products', title: t('fields.products'), kind: 'number', value: (row) => row.products },
    {
      key: 'installable',
      title: t('fields.installable'),
      width: '8rem',
      drop: 'less',
      value: (row) => t(row.installable ? 'directory:yes' : 'directory:no'),
    },
  ],
});
