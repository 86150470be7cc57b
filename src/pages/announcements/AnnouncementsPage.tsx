/** Announcements to the staff: whom each is for, how many have read it, and by name who has not. */
import { Button } from '@blueprintjs/core';
import { useLocation } from 'wouter';
import { ANNOUNCEMENT_STATUSES, type Announcement, announcementIndex } from '../../../contract/announcements.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { NewButton } from '../../ui/list/NewButton.tsx';
import { stateChips } from '../../ui/list/stateChips.ts';
import { useList } from '../../ui/list/useList.ts';
import { Name } from '../../ui/Name.tsx';
import { AnnouncementChip, announcementLook } from './AnnouncementChip.tsx';
import { AnnouncementPane } from './AnnouncementPane.tsx';
import { audienceOf, titleOf } from './words.ts';
import './announcements.css';

export default function AnnouncementsPage() {
  const t = useText('announcements');
  const tm = useText('machines/announcement');
  const language = useLanguage();
  const [, navigate] = useLocation();
  const [params, setAddress] = useAddress();
  const mayWrite = useAllows('announcement.add');
  const mayReport = useAllows('announcement.report');
  const opened = numberIn(params, 'row');
  const move = ({ id }: Announcement) => setAddress({ row: id }, { push: true });
  const writeNew = () => navigate(pathOf('createAd'));

  const list = useList({
    name: 'announcements',
    call: announcementIndex,
    filters: [
      { kind: 'search', key: 'search', label: t('search') },
      {
        kind: 'chips',
        key: 'status',
        label: t('status'),
        options: ANNOUNCEMENT_STATUSES,
        items: stateChips({
          states: ANNOUNCEMENT_STATUSES,
          title: (one) => tm(`states.${one}.name`),
          look: announcementLook,
          hideEmpty: true,
        }),
      },
    ],
    columns: [
      {
        key: 'title',
        title: t('titleOf'),
        cut: true,
        value: (row) => titleOf(row, language, t),
        cell: (row) => (
          <button type="button" className="link" onClick={() => move(row)}>
            <Name>{titleOf(row, language, t)}</Name>
          </button>
        ),
      },
      {
        key: 'status',
        title: t('status'),
        kind: 'state',
        width: '9.5rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => <AnnouncementChip status={status} />,
      },
      {
        key: 'audience',
        title: t('audience'),
        width: '14rem',
        cut: true,
        drop: 'less',
        value: (row) => audienceOf(row, t),
      },
      { key: 'from', title: t('from'), kind: 'moment', width: '7rem', drop: 'less', value: ({ from }) => from },
      { key: 'to', title: t('to'), kind: 'moment', width: '7rem', drop: 'least', value: ({ to }) => to },
      {
        key: 'must',
        title: t('mustConfirm'),
        width: '7rem',
        drop: 'least',
        value: ({ must_confirm }) => (must_confirm ? t('yes') : null),
      },
      {
        key: 'read',
        title: t('read'),
        width: '6.5rem',
        align: 'end',
        value: ({ status, read, audience }) =>
          status === 'draft' ? null : `${formatNumber(read)} / ${formatNumber(audience)}`,
        cell: ({ status, read, audience }) =>
          status === 'draft' ? (
            '—'
          ) : (
            <span className="num">
              {formatNumber(read)} / {formatNumber(audience)}
            </span>
          ),
      },
      {
        key: 'author',
        title: t('author'),
        width: '11rem',
        cut: true,
        side: true,
        hidden: true,
        value: ({ created_by }) => created_by.fullname,
      },
      {
        key: 'created',
        title: t('created'),
        kind: 'moment',
        width: '7rem',
        side: true,
        hidden: true,
        value: ({ created_at }) => created_at,
      },
    ],
  });

  return (
    <ListPage
      list={list}
      title={t('title')}
      excel={mayReport}
      words={{
        nothing: t('nothing'),
        nothingText: t('nothingText'),
        nothingAct: mayWrite && <Button text={t('write')} onClick={writeNew} />,
        notFound: t('notFound'),
        notFoundText: t('notFoundText'),
      }}
      selected={opened}
      onOpen={move}
      {...(opened !== null && { onMove: move })}
      acts={mayWrite && <NewButton text={t('write')} onClick={writeNew} testId="announcement-add" />}
    >
      {opened !== null && (
        <AnnouncementPane key={opened} id={opened} onClose={() => setAddress({ row: null }, { push: true })} />
      )}
    </ListPage>
  );
}
