/** Orders of clients: whose goods are kept, where and until when. */
import { Link, useLocation } from 'wouter';
import { ORDER_STATUSES, orderIndex } from '../../../contract/sale/orders.ts';
import { useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { branchFilter, branchOf, stateFilter } from '../../ui/list/documentFilters.ts';
import { countedByState, footOf, rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { NewButton } from '../../ui/list/NewButton.tsx';
import { useList } from '../../ui/list/useList.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { clientFilter } from './clientFilter.ts';
import { orderLook } from './looks.ts';
import { contractPath, orderPath } from './paths.ts';

export default function OrderListPage() {
  const t = useText('orders');
  const tm = useText('machines/saleOrder');
  const tk = useText('kit');
  const [params] = useAddress();
  const [, navigate] = useLocation();
  const mayAdd = useAllows('order.add');
  const list = useList({
    name: 'orders',
    call: orderIndex,
    sort: '-created',
    href: ({ id }) => orderPath(id),
    summed: countedByState({
      ...{ t: tk, uncounted: ['draft', 'expired', 'cancelled'], only: params.get('status') },
      name: (one) => tm(`states.${one}.name`),
    }),
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      stateFilter({
        label: t('status'),
        states: ORDER_STATUSES,
        title: (one) => tm(`states.${one}.name`),
        look: orderLook,
      }),
      branchFilter({ label: t('branch'), empty: t('everyBranch') }, branchOf),
      clientFilter(t),
      { kind: 'period', key: 'date', label: t('made') },
    ],
    columns: [
      {
        key: 'number',
        title: t('number'),
        foot: rowsFoot,
        kind: 'code',
        width: '7.5rem',
        value: ({ number }) => number,
        cell: ({ id, number }) => (
          <Link href={orderPath(id)} className="code">
            {number}
          </Link>
        ),
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        width: '9.5rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => <StateChip look={orderLook(status)}>{tm(`states.${status}.name`)}</StateChip>,
      },
      { key: 'client', title: t('client'), cut: true, value: ({ client }) => client },
      {
        key: 'goods',
        title: t('goods'),
        cut: true,
        drop: 'less',
        value: ({ goods, facts }) => (facts.lines > 1 ? t('andMore', { goods, figure: facts.lines - 1 }) : goods),
      },
      {
        key: 'total',
        title: t('total'),
        kind: 'sum',
        width: '8rem',
        value: ({ total }) => total,
        sort: true,
        foot: footOf('total'),
      },
      {
        key: 'reserved_until',
        title: t('until'),
        kind: 'moment',
        value: ({ status, reserved_until }) => (status === 'reserved' ? reserved_until : null),
        sort: true,
      },
      { key: 'warehouse', title: t('warehouse'), cut: true, drop: 'least', value: ({ warehouse }) => warehouse.name },
      { key: 'branch', title: t('branch'), hidden: true, cut: true, value: ({ organization }) => organization },
      { key: 'seller', title: t('seller'), hidden: true, value: ({ seller }) => seller.fullname },
      {
        key: 'contract',
        title: t('contract'),
        kind: 'code',
        width: '7.5rem',
        drop: 'less',
        value: ({ contract }) => contract && (contract.number ?? `#${formatNumber(contract.id)}`),
        cell: ({ contract }) =>
          contract && (
            <Link href={contractPath(contract.id)} className="code">
              {contract.number ?? `#${contract.id}`}
            </Link>
          ),
      },
      {
        key: 'created',
        title: t('made'),
        hidden: true,
        kind: 'moment',
        value: ({ created_at }) => created_at,
        sort: 'created_at',
      },
    ],
  });
  return (
    <ListPage
      list={list}
      title={t('title')}
      words={{ nothing: t('nothing'), nothingText: t('nothingText') }}
      acts={mayAdd && <NewButton text={t('new')} onClick={() => navigate(pathOf('createOrder'))} testId="order-new" />}
    />
  );
}
