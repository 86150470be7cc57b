/** Goods that came from suppliers, as the storekeeper sees them: counts and serial numbers, no prices. */
import { INCOME_STATUSES, type Income, incomeIndex } from '../../../contract/income.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useSeesAll } from '../../app/seesAll.ts';
import { useAllows } from '../../app/session.ts';
import { useWarehouse } from '../../app/warehouse.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { stateChips } from '../../ui/list/stateChips.ts';
import { useList } from '../../ui/list/useList.ts';
import { Quantity } from '../../ui/Quantity.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { partners } from '../invoices/choices.ts';
import { invoiceLook } from '../invoices/looks.ts';
import { IncomePane } from './IncomePane.tsx';
import { SerialsProgress } from './SerialsProgress.tsx';
import './income.css';

export default function IncomePage() {
  const t = useText('income');
  const mayReport = useAllows('base_repository.report');
  const tm = useText('machines/invoice');
  const [params, setAddress] = useAddress();
  const [warehouseId] = useWarehouse();
  const seesAll = useSeesAll('base_repository');
  const open = numberIn(params, 'row');

  const list = useList({
    name: 'income',
    call: incomeIndex,
    sort: '-created',
    href: (income) => {
      const next = new URLSearchParams(params);
      next.set('row', String(income.id));
      return withQuery(pathOf('incomeFromSupplier'), next);
    },
    ...(warehouseId !== null && { query: { warehouse_id: warehouseId } }),
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      {
        kind: 'chips',
        key: 'status',
        label: t('status'),
        options: INCOME_STATUSES,
        items: stateChips({
          states: INCOME_STATUSES,
          title: (one) => tm(`states.${one}.name`),
          look: invoiceLook,
        }),
      },
      {
        kind: 'remote',
        key: 'partner',
        label: t('partner'),
        empty: t('everyPartner'),
        of: partners,
        named: (answer, id) => answer.data.find((one) => one.partner.id === id)?.partner.name,
      },
      { kind: 'period', key: 'date', label: t('date') },
    ],
    columns: [
      {
        key: 'number',
        title: t('number'),
        kind: 'code',
        value: (income) => income.number_invoice,
        foot: rowsFoot,
        footSpan: 2,
      },
      { key: 'partner', title: t('partner'), cut: true, value: (income) => income.partner.name },
      { key: 'date', title: t('date'), kind: 'date', sort: 'invoice_date', value: (income) => income.invoice_date },
      ...(seesAll
        ? [
            {
              key: 'organization',
              title: t('organization'),
              side: true,
              drop: 'least' as const,
              width: '10rem',
              value: (income: Income) => income.organization.name,
            },
          ]
        : []),
      {
        key: 'warehouse',
        title: t('warehouse'),
        width: '9rem',
        drop: 'less',
        value: ({ warehouse }) => warehouse.name,
      },
      {
        key: 'lines',
        title: t('lines'),
        kind: 'number',
        drop: 'least',
        value: (income) => income.lines,
        foot: ({ meta: { totals } }) => totals && <Quantity value={totals.lines} />,
      },
      {
        key: 'units',
        title: t('units'),
        kind: 'number',
        value: (income) => income.units,
        foot: ({ meta: { totals } }) => totals && <Quantity value={totals.units} />,
      },
      {
        key: 'serials',
        title: t('serials'),
        width: '10rem',
        value: ({ serials }) => (serials.needed === 0 ? null : `${serials.saved} / ${serials.needed}`),
        cell: ({ serials }) => <SerialsProgress serials={serials} />,
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => (
          <StateChip look={invoiceLook(status)} quiet={status === 'confirmed'}>
            {tm(`states.${status}.name`)}
          </StateChip>
        ),
      },
      { key: 'created', title: t('created'), kind: 'moment', hidden: true, sort: 'created_at', value: createdAt },
    ],
  });

  return (
    <ListPage
      excel={mayReport}
      list={list}
      title={t('title')}
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
      selected={open}
      {...(open !== null && { onMove: ({ id }: Income) => setAddress({ row: id }) })}
    >
      {open !== null && <IncomePane id={open} onClose={() => setAddress({ row: null }, { push: true })} />}
    </ListPage>
  );
}

const createdAt = (income: Income) => income.created_at;
