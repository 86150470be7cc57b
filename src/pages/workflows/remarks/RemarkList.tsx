/** Remarks on all charts: the newest first, by state; at the side the one that the address names, with its thread. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { REMARK_STATUSES, type Remark, remarkIndex, remarkShow } from '../../../../contract/remarks.ts';
import { useCall } from '../../../api/queries.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { pathOf, withQuery } from '../../../routes/registry.ts';
import { Failed } from '../../../ui/Failed.tsx';
import { stateFilter } from '../../../ui/list/documentFilters.ts';
import { ListView } from '../../../ui/list/ListPage.tsx';
import { useList } from '../../../ui/list/useList.ts';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Name } from '../../../ui/Name.tsx';
import { useIndex } from '../index.ts';
import { useArrivingRecord } from '../records.ts';
import { WithGone } from '../WithGone.tsx';
import { placeOf } from './places.ts';
import { lookOfStatus, Thread } from './Thread.tsx';
import './remarks.css';

/** @param choice between this list and the others, for the toolbar. */
export default function RemarkList({ choice }: { choice: ReactNode }) {
  const t = useText('remarks');
  const tm = useText('machines/remark');
  const language = useLanguage();
  const entries = useIndex();
  const [params, set] = useAddress();
  const opened = numberIn(params, 'remark');
  const nameOf = (machine: string) => entries.find(({ name }) => name === machine)?.[language].name ?? machine;
  const hrefOf = (id: number) =>
    withQuery(pathOf('workflows'), { ...Object.fromEntries(params), list: 'remarks', remark: id });
  const list = useList({
    name: 'remarks',
    call: remarkIndex,
    sort: '-at',
    href: ({ id }) => hrefOf(id),
    filters: [
      stateFilter({
        label: t('status'),
        states: REMARK_STATUSES,
        title: (status) => tm(`states.${status}.name`),
        look: lookOfStatus,
      }),
      {
        kind: 'select',
        key: 'machine',
        label: t('workflows:workflow'),
        empty: t('everyChart'),
        options: entries.map(({ name, [language]: words }) => ({ value: name, title: words.name })),
      },
    ],
    columns: [
      {
        key: 'text',
        title: t('remark'),
        cut: 'words',
        value: ({ text }) => text,
        cell: ({ id, text, machine }) => (
          <WithGone words={{ machine: nameOf(machine) }}>
            <Link href={hrefOf(id)}>{text}</Link>
          </WithGone>
        ),
      },
      {
        key: 'machine',
        title: t('workflows:workflow'),
        width: '11rem',
        cut: true,
        value: (row) => nameOf(row.machine),
      },
      {
        key: 'place',
        title: t('place'),
        width: '14rem',
        cut: true,
        drop: 'least',
        value: ({ kind, place }) => (kind === 'walk' ? t('walk') : place),
        cell: (row) => <PlaceCell remark={row} />,
      },
      {
        key: 'author',
        title: t('author'),
        width: '11rem',
        cut: true,
        drop: 'less',
        value: ({ author }) => author.fullname,
      },
      { key: 'at', title: t('at'), kind: 'moment', sort: true, value: ({ at }) => at },
      { key: 'answers', title: t('answers'), kind: 'number', drop: 'least', value: ({ answers }) => answers.length },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        value: ({ status }) => tm(`states.${status}.name`),
        look: ({ status }) => lookOfStatus(status),
      },
    ],
  });
  return (
    <div className="remarks-sheet">
      <ListView
        list={list}
        lead={choice}
        title={t('title')}
        words={{ nothing: t('nothing'), nothingText: t('nothingText') }}
        selected={opened}
        onOpen={({ id }) => set({ remark: id })}
      >
        {opened !== null && (
          <aside className="workflow-side remarks-side" aria-label={t('remark')} data-testid="remark-side">
            <One key={opened} id={opened} onOpen={(id) => set({ remark: id })} />
          </aside>
        )}
      </ListView>
    </div>
  );
}

/** In words of the chart of today; what is no more is said. */
function PlaceCell({ remark }: { remark: Remark }) {
  const t = useText('remarks');
  const record = useArrivingRecord(remark.machine);
  const { title, gone } = placeOf(remark, record, useLanguage(), t);
  if (record === undefined) return '…';
  return gone === null ? <Name>{title}</Name> : <span className="amber">{`${title} ${t(`gone.${gone}`)}`}</span>;
}

function One({ id, onOpen }: { id: number; onOpen: (id: number | null) => void }) {
  const t = useText('remarks');
  const { data, error, refetch } = useCall(remarkShow, { params: { id } });
  if (error !== null && data === undefined)
    return <Failed title={t('failedOne')} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} columns={[3, 1]} />;
  return <OneThread remark={data.data} onOpen={onOpen} />;
}

function OneThread({ remark, onOpen }: { remark: Remark; onOpen: (id: number | null) => void }) {
  const t = useText('remarks');
  const place = placeOf(remark, useArrivingRecord(remark.machine), useLanguage(), t);
  return (
    <ul className="plain">
      <Thread remark={remark} place={place} named opened onOpen={onOpen} />
    </ul>
  );
}
