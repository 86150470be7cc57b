/** Employers: with how many clients work there, and the share of them that is late with a contract. */
import { workplace } from '../../contract/directories/workplace.ts';
import { directoryPage } from '../directory/page.tsx';
import { formatNumber } from '../format/numbers.ts';

export default directoryPage(workplace, {
  columns: (t) => [
    { key: 'clients', title: t('fields.clients'), kind: 'number', value: (row) => row.clients },
    {
      key: 'overdue',
      title: t('fields.overdue'),
      kind: 'number',
      value: (row) => row.overdue,
      cell: ({ overdue }) => (overdue === null ? '—' : `${formatNumber(overdue, { decimals: 2, trim: true })}%`),
    },
  ],
});
