/** Incomes: of which month, whose they are among the clients, and what was decided about their documents. */
import { Link } from 'wouter';
import { clientIncome } from '../../contract/directories/clientIncome.ts';
import { directoryPage } from '../directory/page.tsx';
import { AboutRequest, decisionColumn, type RequestFacts } from '../directory/requests.tsx';
import { formatMonth } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { cardPath } from '../pages/clients/paths.ts';

interface About extends RequestFacts {
  readonly client: number | null;
  readonly average: number | null;
  readonly months: number;
  readonly checked_by: string | null;
}

function AboutIncome({ client, average, months, checked_by, ...request }: About) {
  const t = useText('directories/clientIncome');
  return (
    <AboutRequest of="clientIncome" {...request}>
      <dt>{t('fields.client')}</dt>
      <dd>{client === null ? t('stranger') : <Link href={cardPath(client)}>{t('card')}</Link>}</dd>
      {average !== null && (
        <>
          <dt>{t('fields.average')}</dt>
          <dd className="num">{formatNumber(average)}</dd>
          <dt>{t('fields.months')}</dt>
          <dd className="num">{months}</dd>
        </>
      )}
      {checked_by !== null && (
        <>
          <dt>{t('fields.checked_by')}</dt>
          <dd>{checked_by}</dd>
        </>
      )}
    </AboutRequest>
  );
}

const Month = ({ month }: { month: string }) => formatMonth(month, useLanguage());

export default directoryPage(clientIncome, {
  about: ({ facts }) => <AboutIncome {...(facts as unknown as About)} />,
  cells: { month: ({ month }) => <Month month={month} /> },
  columns: (t) => [
    { key: 'earned', title: t('fields.earned'), kind: 'sum', value: ({ earned }) => earned },
    { key: 'average', title: t('fields.average'), kind: 'sum', drop: 'less', value: ({ average }) => average },
    {
      ...{ key: 'checked_by', title: t('fields.checked_by'), width: '10rem', cut: true, drop: 'least' },
      value: ({ checked_by }) => checked_by,
    },
    {
      key: 'client',
      title: t('fields.client'),
      width: '7rem',
      side: true,
      drop: 'least',
      value: ({ client }) => t(client === null ? 'stranger' : 'isClient'),
    },
    decisionColumn(t),
  ],
});
