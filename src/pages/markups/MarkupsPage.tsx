/** Markups of categories: what holds in each, where it comes from, and how it came to be. */
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { type MarkupOfCategory, markupIndex } from '../../../contract/markups.ts';
import { matches, searchKey } from '../../../contract/search.ts';
import type { RecordPlace } from '../../../machines/recordPane/recordPane.machine.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows, useUser } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useRows } from '../../ui/list/useList.ts';
import { useRecordPane } from '../../ui/record/useRecordPane.ts';
import { organizations } from '../invoices/choices.ts';
import { CategoryName } from './CategoryName.tsx';
import { exampleOf } from './example.ts';
import { MarkupPane } from './MarkupPane.tsx';
import { RevisionPane } from './RevisionPane.tsx';
import { revisionPane } from './revisions.ts';
import './markups.css';

export default function MarkupsPage() {
  const t = useText('markups');
  const [params, setAddress] = useAddress();
  const { office, organization_id, organization } = useUser();
  const allshow = useAllows('markup_category.allshow');
  const seesAll = office || allshow;
  organizations.useTitles();
  // who works in a branch sees what its own invoices take
  const asked = seesAll ? numberIn(params, 'organization_id') : organization_id;
  const read = useCall(markupIndex, { query: asked === null ? {} : { organization_id: asked } });
  const rows = read.data?.data;
  const open = numberIn(params, 'row');
  const mayEdit = useAllows('markup_category.edit');
  const actor = useRecordPane(revisionPane);
  const writes = useSelector(actor, ({ context }) => context.place !== null);
  // the category of the revision in the pane, even when the address changes meanwhile
  const [writtenIn, setWrittenIn] = useState<MarkupOfCategory | null>(null);
  const openRevision = (category: MarkupOfCategory, place: RecordPlace) => {
    setWrittenIn(category);
    actor.send({ type: 'pane.open', place });
  };
  const move = ({ id }: MarkupOfCategory) => {
    actor.send({ type: 'pane.close' });
    // something typed is asked about first
    if (actor.getSnapshot().matches('closed')) setAddress({ row: id }, { push: true });
  };

  const list = useRows<MarkupOfCategory>({
    name: 'markups',
    rows,
    error: read.error,
    retry: () => void read.refetch(),
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
        width: '17rem',
        value: (row) => row.name,
        cell: (row) => <CategoryName row={row} onOpen={() => move(row)} />,
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
        drop: 'less',
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
      onOpen={move}
      {...(open !== null && { onMove: move })}
    >
      {writes && writtenIn !== null ? (
        <RevisionPane
          actor={actor}
          category={writtenIn}
          organization={
            asked === null
              ? null
              : { id: asked, title: seesAll ? (organizations.titleOf(asked) ?? String(asked)) : organization }
          }
          choosesOrganization={seesAll}
        />
      ) : (
        opened && (
          <MarkupPane
            category={opened}
            onAdd={mayEdit ? () => openRevision(opened, 'new') : undefined}
            onOpen={({ id }) => openRevision(opened, { id })}
            onClose={() => setAddress({ row: null }, { push: true })}
          />
        )
      )}
    </ListPage>
  );
}
