/** Requests to take somebody off the black list: beside each, since when and why the person is on it. */
import { unblockRequest } from '../../contract/directories/unblockRequest.ts';
import { directoryPage } from '../directory/page.tsx';
import { AboutRequest, decisionColumn, type RequestFacts } from '../directory/requests.tsx';
import { formatDate } from '../format/dates.ts';
import { useText } from '../i18n/index.ts';

interface About extends RequestFacts {
  readonly listed_from: string;
  readonly listed_reason: string | null;
}

function AboutEntry({ listed_from, listed_reason, ...request }: About) {
  const t = useText('directories/unblockRequest');
  return (
    <AboutRequest of="unblockRequest" {...request}>
      <dt>{t('fields.listed_from')}</dt>
      <dd>{formatDate(listed_from)}</dd>
      {listed_reason !== null && (
        <>
          <dt>{t('fields.listed_reason')}</dt>
          <dd>{listed_reason}</dd>
        </>
      )}
    </AboutRequest>
  );
}

export default directoryPage(unblockRequest, {
  about: ({ facts }) => <AboutEntry {...(facts as unknown as About)} />,
  giveWay: { reason: 'less' },
  columns: (t) => [
    {
      key: 'listed_from',
      title: t('fields.listed_from'),
      kind: 'date',
      drop: 'less',
      value: ({ listed_from }) => listed_from,
    },
    {
      key: 'listed_reason',
      title: t('fields.listed_reason'),
      width: '11rem',
      cut: true,
      drop: 'least',
      value: ({ listed_reason }) => listed_reason,
    },
    decisionColumn(t),
  ],
});
