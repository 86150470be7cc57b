/** New clients: the first contract, its month, and how it is paid. */
import { Link } from 'wouter';
import { newClient } from '../../contract/directories/newClient.ts';
import { directoryPage } from '../directory/page.tsx';
import { formatNumber } from '../format/numbers.ts';
import { useText } from '../i18n/index.ts';
import { cardPath } from '../pages/clients/paths.ts';
import { contractPath } from '../pages/sale/paths.ts';
import { footOf } from '../ui/list/foot.tsx';
import { StateChip } from '../ui/StateChip.tsx';

interface About {
  readonly contract: { readonly id: number; readonly number: string | null };
  readonly due: number;
  readonly paid: number;
}

function AboutClient({ client, contract, due, paid }: About & { client: number }) {
  const t = useText('directories/newClient');
  return (
    <dl className="facts">
      <dt>{t('fields.client')}</dt>
      <dd>
        <Link href={cardPath(client)}>{t('card')}</Link>
      </dd>
      <dt>{t('fields.contract')}</dt>
      <dd>
        <Link href={contractPath(contract.id)} className="code">
          {contract.number ?? `#${contract.id}`}
        </Link>
      </dd>
      <dt>{t('fields.paid')}</dt>
      <dd className="num">{t('ofDue', { paid, due })}</dd>
    </dl>
  );
}

/** A delay of up to thirty days is amber, a longer one red. */
const LONG = 30;

export default directoryPage(newClient, {
  about: ({ fields, facts }) => (
    <AboutClient {...(facts as unknown as About)} client={(fields.client as { id: number }).id} />
  ),
  giveWay: { called_on: 'less' },
  columns: (t) => [
    {
      key: 'contract',
      title: t('fields.contract'),
      kind: 'code',
      drop: 'less',
      value: ({ contract }) => contract.number ?? `#${contract.id}`,
    },
    { key: 'month', title: t('fields.month'), kind: 'number', value: ({ month }) => month },
    {
      key: 'paid',
      title: t('fields.paid'),
      width: '7rem',
      value: ({ paid, due }) => t('ofDue', { paid, due }),
    },
    {
      key: 'overdue_days',
      title: t('fields.overdue_days'),
      kind: 'number',
      value: ({ overdue_days }) => overdue_days,
      cell: ({ overdue_days }) =>
        overdue_days === 0 ? (
          <span className="faint">0</span>
        ) : (
          <StateChip look={overdue_days > LONG ? 'bad' : 'waiting'} quiet>
            {formatNumber(overdue_days)}
          </StateChip>
        ),
    },
    {
      key: 'overdue',
      title: t('fields.overdue'),
      kind: 'sum',
      drop: 'least',
      value: ({ overdue }) => overdue,
      foot: footOf('overdue'),
    },
  ],
});
