/** Requests to take somebody off the black list: beside each, since when and why the person is on it. */
import { unblockRequest } from '../../contract/directories/unblockRequest.ts';
import { directoryPage } from '../directory/page.tsx';
import { formatDate } from '../format/dates.ts';
import { useText } from '../i18n/index.ts';
import { Reason } from '../ui/Notice.tsx';

interface About {
  readonly author: { fullname: string };
  readonly listed_from: string;
  readonly listed_reason: string | null;
  readonly decision: string | null;
}

function AboutRequest({ author, listed_from, listed_reason, decision }: About) {
  const t = useText('directories/unblockRequest');
  const shared = useText('directory');
  return (
    <>
      {decision !== null && (
        <Reason>
          {t('fields.decision')}: {decision}
        </Reason>
      )}
      <dl className="facts">
        <dt>{t('fields.listed_from')}</dt>
        <dd>{formatDate(listed_from)}</dd>
        {listed_reason !== null && (
          <>
            <dt>{t('fields.listed_reason')}</dt>
            <dd>{listed_reason}</dd>
          </>
        )}
        <dt>{shared('author')}</dt>
        <dd>{author.fullname}</dd>
      </dl>
    </>
  );
}

export default directoryPage(unblockRequest, {
  about: ({ facts }) => <AboutRequest {...(facts as unknown as About)} />,
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
    {
      key: 'decision',
      title: t('fields.decision'),
      width: '12rem',
      cut: true,
      hidden: true,
      value: ({ decision }) => decision,
    },
  ],
});
