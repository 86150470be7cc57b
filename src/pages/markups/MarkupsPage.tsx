/** Markups of categories: what holds in each, where it comes from, and how it came to be. */
import { type MarkupOfCategory, markupIndex } from '../../../contract/markups.ts';
import { matches, searchKey } from '../../../contract/search.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows, useUser } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useRows } from '../../ui/list/useList.ts';
import { organizations } from '../invoices/choices.ts';
import { CategoryName } from './CategoryName.tsx';
import { exampleOf } from './example.ts';
import { MarkupPane } from './MarkupPane.tsx';
import './markups.css';

const PATH = '/repositories/markup-category';

export default function MarkupsPage() {
  const t = useText('markups');
  const [params, setAddress] = useAddress();
  const { office, organization_id } = useUser();
  const allshow = useAllows('markup_category.allshow');
  const seesAll = office || allshow;
  organizations.useTitles();
  // who works in a branch sees what its own invoices take
  const asked = seesAll ? numberIn(params, 'organization_id') : organization_id;
  const read = useCall(markupIndex, { query: asked === null ? {} : { organization_id: asked } });
  const rows = read.data?.data;
  const open = numberIn(params, 'row');

  const list = useRows<MarkupOfCategory>({
    name: 'markups',
    rows,
    error: read.error,
    retry: () => void read.refetch(),
    href: ({ id }) => {
      const next = new URLSearchParams(params);
      next.set('row', String(id));
      return `${PATH}?${next}`;
    },
    test: (row, key, written) => key !== 'search' || matches(searchKey(row.name), written),
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      ...(seesAll
        ? [
            {
              kind: 'remote' as const,
              key: 'organization_id',
              label: t('organization'),
              empty: t('general'),
              of: organizations,
            },
          ]
        : []),
    ],
    columns: [
      {
        key: 'name',
        title: t('category'),
        cut: true,
        value: (row) => row.name,
        cell: (row) => <CategoryName row={row} href={list.href?.(row) ?? PATH} />,
      },
      {
        key: 'noCash',
        title: t('noCash'),
        kind: 'number',
        decimals: 2,
        width: '7rem',
        value: ({ in_force }) => in_force?.no_cash,
      },
      {
        key: 'additional',
        title: t('additional'),
        kind: 'number',
        decimals: 2,
        width: '8rem',
        value: ({ in_force }) => in_force?.additional,
      },
      {
        key: 'other',
        title: t('other'),
        kind: 'sum',
        width: '10rem',
        value: ({ in_force }) => in_force?.other_additional,
      },
      { key: 'example', title: t('example'), kind: 'sum', tint: true, width: '9.5rem', value: exampleOf },
      {
        key: 'source',
        title: t('source'),
        side: true,
        drop: 'less',
        width: '11rem',
        value: ({ in_force }) => (in_force === null ? t('none') : in_force.own ? t('own') : in_force.of.name),
      },
      {
        key: 'from',
        title: t('from'),
        kind: 'date',
        side: true,
        drop: 'less',
        value: ({ in_force }) => in_force?.valid_from,
      },
      {
        key: 'planned',
        title: t('planned'),
        width: '9rem',
        drop: 'least',
        value: ({ next, drafts }) =>
          [
            next !== null && t('plannedFrom', { date: formatDate(next) }),
            drafts > 0 && t('drafts', { count: drafts, figure: formatNumber(drafts) }),
          ]
            .filter(Boolean)
            .join(', '),
      },
    ],
  });

  const opened = rows?.find((row) => row.id === open);
  return (
    <ListPage
      list={list}
      title={t('title')}
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
      selected={open}
      {...(open !== null && { onMove: ({ id }: MarkupOfCategory) => setAddress({ row: id }) })}
    >
      {opened && <MarkupPane category={opened} onClose={() => setAddress({ row: null }, { push: true })} />}
    </ListPage>
  );
}
