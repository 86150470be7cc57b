/** Who has no contract: the way to the card or to the run of the scoring, and what the scoring said. */
import { Link } from 'wouter';
import { notClient } from '../../contract/directories/notClient.ts';
import { directoryPage } from '../directory/page.tsx';
import { useText } from '../i18n/index.ts';
import { cardPath } from '../pages/clients/paths.ts';
import { pathOf, withQuery } from '../routes/registry.ts';

interface About {
  readonly client: number | null;
  readonly run: number | null;
  readonly phone: string | null;
}

function AboutPerson({ client, run, phone }: About) {
  const t = useText('directories/notClient');
  return (
    <dl className="facts">
      <dt>{t('fields.phone')}</dt>
      <dd className="code">{phone ?? '—'}</dd>
      {client !== null && (
        <>
          <dt>{t('fields.client')}</dt>
          <dd>
            <Link href={cardPath(client)}>{t('card')}</Link>
          </dd>
        </>
      )}
      {run !== null && (
        <>
          <dt>{t('fields.run')}</dt>
          <dd>
            <Link href={withQuery(pathOf('scoringNonClients'), { run })}>{t('openRun')}</Link>
          </dd>
        </>
      )}
    </dl>
  );
}

export default directoryPage(notClient, {
  about: ({ facts }) => <AboutPerson {...(facts as unknown as About)} />,
  giveWay: { source: 'less', next_on: 'less' },
  columns: (t) => [
    { key: 'phone', title: t('fields.phone'), kind: 'code', drop: 'less', value: ({ phone }) => phone },
    { key: 'pinfl', title: t('fields.pinfl'), kind: 'code', drop: 'least', value: ({ pinfl }) => pinfl },
    {
      key: 'decision',
      title: t('fields.decision'),
      width: '8rem',
      drop: 'least',
      value: ({ decision }) => (decision === null ? null : t(`values.decision.${decision}`)),
    },
  ],
});
