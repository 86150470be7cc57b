/** Clients as the desk looks for them: what is due, overdue and prepaid; from here a payment is taken. */
import { Link, useLocation } from 'wouter';
import { cashboxClientIndex } from '../../../contract/cashClients.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { EVERY_ROW, footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { branches } from './branches.ts';
import { digitsRefused } from './digits.ts';
import { FindPayer } from './FindPayer.tsx';
import { LateSum } from './LateSum.tsx';
import { paymentPath } from './paths.ts';
import './cashbox.css';

const STANDINGS = ['overdue', 'prepaid'] as const;

/** Of it the first payment of a contract that was not handed over is named: it is no debt yet. */
function DueSum({ due, first }: { due: number; first: number }) {
  const t = useText('cashbox');
  if (due === 0) return <span className="faint">—</span>;
  return (
    <span className="late-sum">
      <span className="num">{formatNumber(due)}</span>{' '}
      {first > 0 && (
        <span className="text-xs muted">
          {first === due ? t('clients.first') : t('clients.firstOf', { n: formatNumber(first) })}
        </span>
      )}
    </span>
  );
}

type Numbered = readonly { number: string | null }[];

const numbersOf = (contracts: Numbered): string => contracts.map(({ number }) => number ?? '—').join(', ');

/** The first by its whole number, and how many more there are: cut in its middle a number says nothing. */
function Contracts({ contracts }: { contracts: Numbered }) {
  const [first, ...more] = contracts;
  if (first === undefined) return <span className="faint">—</span>;
  return (
    <span title={numbersOf(contracts)}>
      {first.number ?? '—'}
      {more.length > 0 && <span className="muted"> +{more.length}</span>}
    </span>
  );
}

export default function CashboxClientsPage() {
  const t = useText('cashbox');
  const mayReport = useAllows('cashbox.report');
  const [, navigate] = useLocation();
  const list = useList({
    name: 'cashboxClients',
    call: cashboxClientIndex,
    sort: 'fullname',
    href: ({ id }) => paymentPath(id),
    summed: EVERY_ROW,
    filters: [
      {
        kind: 'search',
        key: 'search',
        label: t('clients.search'),
        refuse: (words) => digitsRefused(words, t('clients.digits')),
      },
      {
        kind: 'chips',
        key: 'standing',
        label: t('clients.standing'),
        options: STANDINGS,
        items: () => [
          { key: 'all', title: t('clients.all') },
          ...STANDINGS.map((one) => ({ key: one, title: t(`clients.${one}`) })),
        ],
      },
      { kind: 'remote', key: 'organization_id', label: t('organization'), empty: t('everyOrganization'), of: branches },
    ],
    columns: [
      {
        key: 'client',
        title: t('client'),
        cut: true,
        foot: rowsFoot,
        value: ({ fullname }) => fullname,
        sort: 'fullname',
        cell: ({ id, fullname }) => (
          <Link href={paymentPath(id)}>
            <Name>{fullname}</Name>
          </Link>
        ),
      },
      {
        key: 'contracts',
        title: t('contracts'),
        kind: 'code',
        width: '13rem',
        cut: true,
        drop: 'least',
        value: ({ contracts }) => numbersOf(contracts) || null,
        cell: ({ contracts }) => <Contracts contracts={contracts} />,
      },
      {
        key: 'due',
        title: t('due'),
        kind: 'sum',
        width: '8rem',
        value: ({ due }) => due || null,
        foot: footOf('due'),
        cell: ({ due, first_payment }) => <DueSum due={due} first={first_payment} />,
      },
      {
        key: 'overdue',
        title: t('overdue'),
        kind: 'sum',
        width: '8rem',
        value: ({ overdue }) => overdue || null,
        foot: footOf('overdue'),
        cell: ({ overdue, overdue_days }) => <LateSum sum={overdue} days={overdue_days} />,
      },
      {
        key: 'owed',
        title: t('owed'),
        kind: 'sum',
        width: '8rem',
        drop: 'less',
        value: ({ owed }) => owed || null,
        foot: footOf('owed'),
      },
      {
        key: 'next',
        title: t('nextDue'),
        kind: 'date',
        width: '7rem',
        drop: 'least',
        value: ({ next_due }) => next_due,
      },
      {
        key: 'prepaid',
        title: t('prepaid'),
        kind: 'sum',
        width: '8rem',
        drop: 'less',
        value: ({ prepaid }) => prepaid || null,
        foot: footOf('prepaid'),
      },
    ],
  });
  return (
    <ListPage
      excel={mayReport}
      list={list}
      title={t('clients.title')}
      acts={<FindPayer onFound={(id) => navigate(paymentPath(id))} />}
      words={{
        nothing: t('clients.nothing'),
        nothingText: t('clients.nothingText'),
        notFound: t('clients.notFound'),
        notFoundText: t('clients.notFoundText'),
      }}
    />
  );
}
