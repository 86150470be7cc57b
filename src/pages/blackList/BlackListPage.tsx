/** Whom nothing is sold to on instalments: who asks for it, who decides, from which day to which (areas 4.19). */
import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import { APPROVAL_STATUSES, type BlackListEntry, blackListIndex } from '../../../contract/blackList.ts';
import { useAllows } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useMany } from '../../ui/list/many/many.ts';
import { NewButton } from '../../ui/list/NewButton.tsx';
import { stateChips } from '../../ui/list/stateChips.ts';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { Finding } from '../../ui/person/Finding.tsx';
import { useRecordPane } from '../../ui/record/useRecordPane.ts';
import { useRowInAddress } from '../../ui/record/useRowInAddress.ts';
import { EntryChip, entryLook } from './EntryChip.tsx';
import { EntryPane } from './EntryPane.tsx';
import { entryPane, manyEntries, reasons } from './entries.ts';
import { FindPerson } from './FindPerson.tsx';

const ManyEntries = lazy(() => import('./ManyEntries.tsx'));

export default function BlackListPage() {
  const t = useText('blackList');
  const tm = useText('machines/approval');
  const mayAdd = useAllows('black_list.add');
  const mayDecide = useAllows('black_list.confirm');
  const mayReport = useAllows('black_list.report');
  const actor = useRecordPane(entryPane);
  useRowInAddress(actor, mayAdd);
  const place = useSelector(actor, ({ context }) => context.place);
  const openId = (id: number) => actor.send({ type: 'pane.open', place: { id } });
  const open = ({ id }: BlackListEntry) => openId(id);
  const writeNew = () => actor.send({ type: 'pane.open', place: 'new' });

  const list = useList({
    name: 'blackList',
    call: blackListIndex,
    sort: '-created_at',
    filters: [
      {
        kind: 'search',
        key: 'search',
        label: t('search'),
        // a person's number stands in no address (decision 98): it has a search of its own
        refuse: (words) => (/\d/.test(words) ? t('searchNumber', { act: t('find.open') }) : undefined),
      },
      {
        kind: 'chips',
        key: 'status',
        label: t('status'),
        options: APPROVAL_STATUSES,
        items: stateChips({
          states: APPROVAL_STATUSES,
          title: (one) => tm(`states.${one}.name`),
          look: entryLook,
          hideEmpty: true,
        }),
      },
      { kind: 'remote', key: 'reason_id', label: t('reason'), empty: t('anyReason'), of: reasons },
    ],
    columns: [
      {
        key: 'fullname',
        title: t('fullname'),
        width: '18rem',
        cut: true,
        sort: true,
        value: (row) => row.fullname,
        cell: (row) => (
          <button type="button" className="link" onClick={() => open(row)}>
            <Name>{row.fullname}</Name>
          </button>
        ),
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        width: '9rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => <EntryChip status={status} />,
      },
      { key: 'pinfl', title: t('pinfl'), kind: 'code', width: '9.5rem', drop: 'less', value: ({ pinfl }) => pinfl },
      {
        key: 'documents',
        title: t('documents'),
        kind: 'code',
        width: '8rem',
        drop: 'least',
        hidden: true,
        value: ({ documents }) => documents.join(', '),
      },
      { key: 'reason', title: t('reason'), width: '11rem', cut: true, value: ({ reason }) => reason?.title },
      { key: 'comment', title: t('comment'), cut: 'words', side: true, drop: 'least', value: ({ comment }) => comment },
      { key: 'from', title: t('from'), kind: 'date', drop: 'less', sort: true, value: ({ from }) => from },
      { key: 'to', title: t('to'), kind: 'date', drop: 'least', sort: true, value: ({ to }) => to },
      {
        key: 'author',
        title: t('author'),
        width: '11rem',
        cut: true,
        side: true,
        drop: 'least',
        value: ({ created_by }) => created_by.fullname,
      },
      {
        key: 'created_at',
        title: t('created'),
        kind: 'moment',
        side: true,
        drop: 'least',
        sort: true,
        value: ({ created_at }) => created_at,
      },
    ],
  });
  const many = useMany(manyEntries, list, blackListIndex, ({ fullname }) => fullname);

  return (
    <ListPage
      list={list}
      title={t('title')}
      excel={mayReport}
      selected={place === null || place === 'new' ? null : place.id}
      onOpen={open}
      mark={(row) => (many.isFailed(row) ? 'bad' : undefined)}
      choice={mayAdd || mayDecide ? many.choice : undefined}
      under={
        many.shown && (
          <Suspense>
            <ManyEntries {...many} rows={list.rows} onOpen={openId} />
          </Suspense>
        )
      }
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        nothingAct: mayAdd && <Button text={t('add')} onClick={writeNew} />,
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
      acts={
        <>
          <Finding text={t('find.open')} testId="black-list-find">
            {(close) => (
              <FindPerson
                onClose={close}
                onOpen={(id) => {
                  close();
                  openId(id);
                }}
              />
            )}
          </Finding>
          {mayAdd && <NewButton text={t('add')} onClick={writeNew} testId="record-add" />}
        </>
      }
    >
      <EntryPane actor={actor} />
    </ListPage>
  );
}
