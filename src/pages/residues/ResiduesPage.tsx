/** What is in the warehouses on any day: a row is a product in a warehouse, and opens its batches at the side. */
import { Link } from 'wouter';
import { AGES, type ResidueRow, residueIndex } from '../../../contract/residues.ts';
import { useAddress } from '../../app/address.ts';
import { useSeesAll } from '../../app/seesAll.ts';
import { useAllows } from '../../app/session.ts';
import { sourceOf } from '../../directory/sources.ts';
import { formatDate, tashkentDay } from '../../format/dates.ts';
import { daysIn } from '../../format/parseDay.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { organizations, warehouses } from '../../shell/warehouses.ts';
import { DayInput } from '../../ui/dates/DayInput.tsx';
import { rowsFoot } from '../../ui/list/foot.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { Money, Quantity } from '../../ui/Quantity.tsx';
import { BatchesPane } from './BatchesPane.tsx';
import './residues.css';

const keyOf = ({ variant, warehouse }: ResidueRow) => `${variant.id}-${warehouse.id}`;
const sellingSum = ({ price, quantity }: ResidueRow) => (price === null ? null : price * quantity);

/** `12-3`: the product and the warehouse whose batches are open. */
function openRow(written: string | null): { variantId: number; warehouseId: number } | null {
  const found = /^([1-9]\d{0,9})-([1-9]\d{0,9})$/.exec(written ?? '');
  return found === null ? null : { variantId: Number(found[1]), warehouseId: Number(found[2]) };
}

/** A past day from the address; today is the default. */
function dayIn(written: string): string | null {
  const isDay = daysIn(written) !== null && !written.includes(',');
  return isDay && written < tashkentDay(Date.now()) ? written : null;
}

export default function ResiduesPage() {
  const t = useText('residues');
  const [params, setAddress] = useAddress();
  const mayReport = useAllows('product_residue.report');
  const seesAll = useSeesAll('product_residue');
  const open = openRow(params.get('row'));
  const day = dayIn(params.get('date') ?? '');

  const hrefOf = (row: ResidueRow) => {
    const next = new URLSearchParams(params);
    next.set('row', keyOf(row));
    return withQuery(pathOf('residueProducts'), next);
  };
  const list = useList({
    name: 'residues',
    call: residueIndex,
    sort: 'title',
    rowKey: keyOf,
    href: hrefOf,
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      {
        kind: 'chips',
        key: 'age',
        label: t('ageFilter'),
        options: AGES,
        items: (answer) => [
          { key: 'all', title: t('common:all'), ...(answer?.meta.ages && { count: answer.meta.ages.all ?? 0 }) },
          ...AGES.map((days) => ({
            key: days,
            title: t('older', { days }),
            ...(answer?.meta.ages && { count: answer.meta.ages[days] ?? 0 }),
          })),
        ],
      },
      { kind: 'remote', key: 'category_id', label: t('category'), empty: t('everyCategory'), of: sourceOf('category') },
      ...(seesAll
        ? [
            {
              kind: 'remote' as const,
              key: 'organization_id' as const,
              label: t('organization'),
              empty: t('everyOrganization'),
              of: organizations,
            },
          ]
        : []),
      { kind: 'remote', key: 'warehouse_id', label: t('warehouse'), empty: t('everyWarehouse'), of: warehouses },
      {
        kind: 'own',
        key: 'date',
        label: t('day'),
        side: 'right',
        read: dayIn,
        words: formatDate,
        control: ({ value, set }) => (
          <span className="residue-day">
            <DayInput
              late
              label={t('day')}
              placeholder={t('today')}
              value={value}
              to={tashkentDay(Date.now())}
              onChange={set}
            />
          </span>
        ),
      },
    ],
    columns: [
      {
        key: 'title',
        title: t('product'),
        cut: true,
        value: (row) => row.variant.title,
        cell: (row) => (
          <Link href={hrefOf(row)} className="residue-product">
            <Name>{row.variant.title}</Name>
            <span className="code muted">{row.variant.sku}</span>
          </Link>
        ),
        sort: true,
        foot: rowsFoot,
      },
      { key: 'sku', title: t('sku'), kind: 'code', hidden: true, value: (row) => row.variant.sku },
      { key: 'barcode', title: t('barcode'), kind: 'code', hidden: true, value: (row) => row.variant.barcode },
      {
        key: 'category',
        title: t('category'),
        side: true,
        width: '10rem',
        hidden: true,
        value: (row) => row.category,
      },
      ...(seesAll
        ? [
            {
              key: 'organization',
              title: t('organization'),
              side: true,
              cut: true as const,
              width: '8rem',
              value: (row: ResidueRow) => row.organization.name,
            },
          ]
        : []),
      { key: 'warehouse', title: t('warehouse'), width: '9rem', value: (row) => row.warehouse.name },
      {
        key: 'quantity',
        title: t('quantity'),
        kind: 'number',
        tint: true,
        value: (row) => row.quantity,
        sort: 'qty',
        foot: ({ meta: { totals } }) => totals && <Quantity value={totals.units} />,
      },
      ...(mayReport
        ? [
            {
              key: 'cost',
              title: t('cost'),
              kind: 'sum' as const,
              drop: 'less' as const,
              value: (row: ResidueRow) => row.cost,
              sort: true as const,
            },
            {
              key: 'costSum',
              title: t('costSum'),
              kind: 'sum' as const,
              width: '10rem',
              drop: 'least' as const,
              value: (row: ResidueRow) => row.sum,
              foot: ({ meta: { totals } }: { meta: { totals?: { cost_sum: number | null } | undefined } }) =>
                totals && <Money value={totals.cost_sum} />,
            },
          ]
        : []),
      { key: 'price', title: t('price'), kind: 'sum', value: (row) => row.price },
      {
        key: 'sellingSum',
        title: t('sellingSum'),
        kind: 'sum',
        width: '10rem',
        drop: 'least',
        value: sellingSum,
        foot: ({ meta: { totals } }) => totals && <Money value={totals.selling_sum} />,
      },
      { key: 'age', title: t('age'), kind: 'number', drop: 'less', value: (row) => row.age, sort: true },
    ],
  });

  return (
    <ListPage
      list={list}
      title={t('title')}
      excel={mayReport}
      {...(day !== null && { paperTitle: t('titleOn', { date: formatDate(day) }) })}
      density="two-lines"
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
      selected={open === null ? null : `${open.variantId}-${open.warehouseId}`}
      {...(open !== null && { onMove: (row: ResidueRow) => setAddress({ row: keyOf(row) }) })}
    >
      {open !== null && (
        <BatchesPane
          {...open}
          day={day}
          seesCost={mayReport}
          onClose={() => setAddress({ row: null }, { push: true })}
        />
      )}
    </ListPage>
  );
}
