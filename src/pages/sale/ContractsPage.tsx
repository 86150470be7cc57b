/** Contracts: the list, and the window of one at the address `?row=<id>`. */
import { Link } from 'wouter';
import { CONTRACT_STATUSES, contractIndex, HANDED_OVER } from '../../../contract/sale/contracts.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { branchFilter, branchOf, stateFilter } from '../../ui/list/documentFilters.ts';
import { countedByState, footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { ContractWindow } from './ContractWindow.tsx';
import { clientFilter } from './clientFilter.ts';
import { contractLook } from './looks.ts';
import { contractPath } from './paths.ts';

export default function ContractsPage() {
  const [params] = useAddress();
  const id = numberIn(params, 'row');
  return id === null ? <ContractList /> : <ContractWindow key={id} id={id} />;
}

function ContractList() {
  const t = useText('sale');
  const mayReport = useAllows('contract.report');
  const tm = useText('machines/contract');
  const tk = useText('kit');
  const [params] = useAddress();
  const list = useList({
    name: 'contracts',
    call: contractIndex,
    sort: '-created',
    href: ({ id }) => contractPath(id),
    summed: countedByState({
      ...{ t: tk, uncounted: ['draft', 'cancelled'], only: params.get('status') },
      name: (one) => tm(`states.${one}.name`),
    }),
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      stateFilter({
        label: t('status'),
        states: CONTRACT_STATUSES,
        title: (one) => tm(`states.${one}.name`),
        look: contractLook,
        hideEmpty: true,
      }),
      branchFilter({ label: t('branch'), empty: t('everyBranch') }, branchOf),
      clientFilter(t),
      { kind: 'period', key: 'date', label: t('signedOn') },
    ],
    columns: [
      {
        key: 'number',
        title: t('number'),
        foot: rowsFoot,
        kind: 'code',
        width: '7.5rem',
        value: ({ id, number }) => number ?? `#${id}`,
        cell: ({ id, number }) => (
          <Link href={contractPath(id)} className="code">
            {number ?? `#${id}`}
          </Link>
        ),
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        width: '11rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => <StateChip look={contractLook(status)}>{tm(`states.${status}.name`)}</StateChip>,
      },
      {
        key: 'signed_on',
        title: t('signedOn'),
        kind: 'date',
        drop: 'less',
        value: ({ signed_on }) => signed_on,
        sort: true,
      },
      { key: 'client', title: t('client'), cut: true, value: ({ client }) => client },
      {
        key: 'title',
        title: t('goods'),
        cut: true,
        drop: 'least',
        value: ({ title, units }) => (units > 1 ? t('andMore', { goods: title, figure: units - 1 }) : title),
      },
      { key: 'total', title: t('total'), kind: 'sum', value: ({ total }) => total, sort: true, foot: footOf('total') },
      {
        key: 'first_payment',
        title: t('firstPayment'),
        kind: 'sum',
        hidden: true,
        value: (row) => row.first_payment,
        foot: footOf('first_payment'),
      },
      { key: 'term', title: t('term'), kind: 'number', drop: 'least', width: '5rem', value: ({ term }) => term },
      {
        key: 'paid',
        title: t('paid'),
        kind: 'sum',
        drop: 'less',
        value: ({ paid, prepaid }) => paid + prepaid,
        foot: footOf('paid'),
      },
      {
        key: 'owed',
        title: t('owed'),
        kind: 'sum',
        // nothing is owed before the goods are handed over: a 0 beside an unpaid total would look like paid
        value: ({ owed, status }) => (HANDED_OVER.includes(status) ? owed : null),
        foot: footOf('owed'),
      },
      {
        key: 'overdue_days',
        title: t('overdueDays'),
        kind: 'number',
        width: '6rem',
        value: (row) => row.overdue_days || null,
        cell: ({ overdue_days }) => overdue_days > 0 && <span className="red num">{overdue_days}</span>,
      },
      { key: 'seller', title: t('seller'), hidden: true, cut: true, value: ({ seller }) => seller.fullname },
      { key: 'branch', title: t('branch'), hidden: true, cut: true, value: ({ organization }) => organization },
      {
        key: 'created',
        title: t('made'),
        kind: 'moment',
        hidden: true,
        value: ({ created_at }) => created_at,
        sort: 'created_at',
      },
    ],
  });
  return (
    <ListPage
      list={list}
      excel={mayReport}
      title={t('contracts')}
      words={{ nothing: t('nothing'), nothingText: t('nothingText') }}
    />
  );
}
