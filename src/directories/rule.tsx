/** The catalogue of rules: with how many positions have each, and how many people hold it. */
import { rule } from '../../contract/directories/rule.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(rule, {
  columns: (t) => [
    { key: 'positions', title: t('fields.positions'), kind: 'number', value: (row) => row.positions },
    { key: 'people', title: t('fields.people'), kind: 'number', value: (row) => row.people },
  ],
});
