import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type PartnerInList, partnerIndex } from '../../../contract/supply.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { phoneWritten } from '../../ui/form/fields.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { Threes } from '../../ui/Quantity.tsx';
import { useRecordPane } from '../../ui/record/useRecordPane.ts';
import { useRowInAddress } from '../../ui/record/useRowInAddress.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { amountsOf, Sums } from '../../ui/Sums.tsx';
import { PartnerPane } from './PartnerPane.tsx';
import { partnerPane } from './partners.ts';

const STATUSES = ['reliable', 'archived'] as const;

export default function PartnersPage() {
  const t = useText('partners');
  const mayAdd = useAllows('reliable_partners.add');
  const actor = useRecordPane(partnerPane);
  useRowInAddress(actor, mayAdd);
  const place = useSelector(actor, ({ context }) => context.place);
  const open = ({ id }: PartnerInList) => actor.send({ type: 'pane.open', place: { id } });
  const firmsIn = ({ firms: [first, ...more] }: PartnerInList) =>
    more.length === 0 ? (first ?? '') : t('list.moreFirms', { first, count: more.length });

  const list = useList({
    name: 'partners',
    call: partnerIndex,
    sort: 'name',
    filters: [
      {
        kind: 'chips',
        key: 'status',
        label: t('list.status'),
        options: STATUSES,
        items: (answer) => {
          const counts = answer?.meta.statuses;
          return (['all', ...STATUSES] as const).map((key) => ({
            key,
            title: t(`list.${key}`),
            ...(counts && { count: counts[key] ?? 0 }),
          }));
        },
      },
      { kind: 'search', key: 'search', label: t('list.search') },
    ],
    columns: [
      {
        key: 'name',
        title: t('list.name'),
        width: '11.5rem',
        cut: true,
        sort: true,
        value: (row) => row.name,
        cell: (row) => (
          <button type="button" className="link" onClick={() => open(row)}>
            <Name>{row.name}</Name>
          </button>
        ),
        foot: ({ meta: { total } }) => total !== null && t('list.found', { count: total, figure: formatNumber(total) }),
      },
      {
        key: 'stir',
        title: t('list.stir'),
        kind: 'code',
        width: '8rem',
        value: (row) => row.stir,
        cell: ({ stir }) => (stir === null ? <span className="faint">—</span> : <Threes digits={stir} />),
      },
      {
        key: 'firms',
        title: t('list.firms'),
        cut: true,
        side: true,
        drop: 'least',
        value: (row) => row.firms.join(', '),
        cell: (row) =>
          row.firms.length === 0 ? (
            <span className="faint">—</span>
          ) : (
            <span title={row.firms.join(', ')}>{firmsIn(row)}</span>
          ),
      },
      {
        key: 'phone',
        title: t('list.phone'),
        kind: 'code',
        width: '9.5rem',
        drop: 'least',
        value: (row) => row.phone,
        cell: ({ phone }) =>
          phone === null ? <span className="faint">—</span> : <span className="code">{phoneWritten(phone)}</span>,
      },
      {
        key: 'reliable',
        title: t('list.reliable'),
        width: '6rem',
        drop: 'less',
        value: (row) => (row.reliable ? t('list.yes') : null),
        cell: ({ reliable }) =>
          reliable ? (
            <StateChip look="done" quiet>
              {t('list.yes')}
            </StateChip>
          ) : (
            <span className="faint">—</span>
          ),
      },
      {
        key: 'credit_limit',
        title: t('list.limit'),
        kind: 'sum',
        width: '8.5rem',
        drop: 'least',
        sort: true,
        value: (row) => row.agreement?.credit_limit,
      },
      {
        key: 'defer_days',
        title: t('list.days'),
        kind: 'number',
        width: '6.5rem',
        drop: 'least',
        sort: true,
        value: (row) => row.agreement?.defer_days,
      },
      {
        key: 'debt',
        title: t('list.debt'),
        kind: 'sums',
        width: '9.5rem',
        sort: true,
        value: (row) => amountsOf(row.debts),
        foot: ({ meta: { totals } }) => totals && <Sums amounts={amountsOf(totals)} />,
      },
      {
        key: 'from',
        title: t('list.from'),
        kind: 'date',
        hidden: true,
        drop: 'least',
        side: true,
        value: (row) => row.agreement?.valid_from,
      },
      {
        key: 'to',
        title: t('list.to'),
        kind: 'date',
        drop: 'least',
        side: true,
        value: (row) => row.agreement?.valid_to,
      },
    ],
  });

  return (
    <ListPage
      list={list}
      title={t('title')}
      selected={place === null || place === 'new' ? null : place.id}
      onOpen={open}
      words={{
        nothing: t('list.nothing'),
        nothingText: t(mayAdd ? 'list.nothingText' : 'list.nothingToRead'),
        notFound: t('list.notFound'),
        notFoundText: t('list.notFoundText'),
      }}
      acts={
        mayAdd && (
          <Button
            intent="primary"
            icon={<PlusIcon size={14} />}
            text={t('add')}
            onClick={() => actor.send({ type: 'pane.open', place: 'new' })}
            data-testid="record-add"
          />
        )
      }
    >
      <PartnerPane actor={actor} />
    </ListPage>
  );
}
