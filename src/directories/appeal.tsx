/** Appeals of clients: who is responsible for each, and which of them nobody has answered in time. */
import { appeal } from '../../contract/directories/appeal.ts';
import { documentPage } from '../document/page.tsx';
import { formatDate } from '../format/dates.ts';
import { Notice } from '../ui/Notice.tsx';

export default documentPage(appeal, {
  giveWay: { channel: 'less', organization: 'least' },
  mark: ({ late }) => (late ? 'bad' : undefined),
  cells: {
    due: ({ due, late }, t) =>
      late ? (
        <span className="red" title={t('lateNow')}>
          {formatDate(due)}
        </span>
      ) : (
        formatDate(due)
      ),
  },
  columns: (t) => [
    {
      key: 'responsible',
      title: t('responsible'),
      width: '12rem',
      cut: true,
      value: ({ status, owner }) => (status === 'new' ? null : (owner?.fullname ?? null)),
    },
  ],
  parts: ({ facts }, t) => facts.late === true && <Notice tone="bad">{t('lateNow')}</Notice>,
});
