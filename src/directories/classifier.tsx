/** The page of `classifier`: its columns, and how many records are below each. */
import { classifier } from '../../contract/directories/classifier.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(classifier, {
  columns: (t) => [{ key: 'values', title: t('fields.values'), kind: 'number', value: (row) => row.values }],
});
