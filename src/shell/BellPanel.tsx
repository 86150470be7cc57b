/** What the bell shows when it is opened: what other people did that concerns the person, and what this tab was told. */
import { TickIcon } from '@blueprintjs/icons';
import { useRef, useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { PAGE_SIZES } from '../../contract/common.ts';
import { type Notice, noticeIndex, noticeRead, noticeReadAll } from '../../contract/notices.ts';
import { messageOf, request } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { formatDayMonth, formatTime, tashkentDay } from '../format/dates.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { pathOf, withQuery } from '../routes/registry.ts';
import { declaredPath, requestPage, requestPath, SETTINGS, settingPath } from '../routes/shown.ts';
import { Failed } from '../ui/Failed.tsx';
import { SkeletonRows } from '../ui/loading.tsx';
import { classes, isLook } from '../ui/look.ts';
import { RequestId } from '../ui/RequestId.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { toastError, toastHistory } from '../ui/toasts.ts';
import './bellPanel.css';

/** A list of counting is opened by the person whom it was given to. */
const OF_LIST: readonly string[] = ['counter.add', 'counter.rename'];

const PLACES: Readonly<Partial<Record<Notice['machine'], (notice: Notice) => string>>> = {
  invoice: ({ about: { id } }) => pathOf('invoice', { id }),
  countingAct: ({ about: { id }, event, counter_id }) =>
    counter_id !== null && OF_LIST.includes(event)
      ? pathOf('counter', { actId: id, counterId: counter_id })
      : pathOf('act', { actId: id }),
  output: ({ about: { id } }) => withQuery(pathOf('outputWindow'), { id }),
  approval: ({ about: { id }, kind }) => requestPath(kind, { row: id }),
  settingRevision: ({ about: { id }, kind }) => settingPath(kind ?? '', { revision: id }) ?? pathOf('home'),
  saleOrder: ({ about: { id } }) => withQuery(pathOf('createOrder'), { row: id }),
  contract: ({ about: { id } }) => withQuery(pathOf('contracts'), { row: id }),
  remark: ({ about: { id } }) => withQuery(pathOf('workflows'), { list: 'remarks', remark: id }),
  scoringRun: ({ about: { id } }) => withQuery(pathOf('scoringNonClients'), { run: id }),
  // what was handed over waits there
  user: () => pathOf('home'),
};

const placeOf = (notice: Notice): string =>
  PLACES[notice.machine]?.(notice) ?? declaredPath(notice.machine, { row: notice.about.id });

const keyOf = ({ machine, kind, about: { id } }: Notice): string => `${machine} ${kind} ${id}`;

/** A setting is called by its page. */
function useName(): (notice: Notice) => string {
  const p = useText('pages');
  return ({ kind, about: { name } }) => {
    const page = SETTINGS.get(kind ?? '')?.page;
    return page === undefined ? name : `${p(page)}: ${name}`;
  };
}

/** Notices of one document that follow one another on one day. */
function groupsOf(notices: readonly Notice[]): Notice[][] {
  const groups: Notice[][] = [];
  for (const notice of notices) {
    const last = groups.at(-1);
    const before = last?.[0];
    if (before && keyOf(before) === keyOf(notice) && tashkentDay(before.at) === tashkentDay(notice.at))
      last?.push(notice);
    else groups.push([notice]);
  }
  return groups;
}

const mark = (id: number) => void request(noticeRead, { params: { id } }).catch(() => {});

function State({ machine, about: { state, look } }: Notice) {
  const t = useText(`machines/${machine}`);
  return (
    <StateChip look={isLook(look) ? look : 'new'} quiet>
      {t(`states.${state}.name`)}
    </StateChip>
  );
}

function Reason({ children }: { children: NonNullable<Notice['reason']> }) {
  const t = useText('invoiceCancel');
  return <p>{t(`reasons.${children}`)}</p>;
}

/** @param first the newest of the document on this day. */
function Group({ notices, first, onOpen }: { notices: readonly Notice[]; first: Notice; onOpen: () => void }) {
  const t = useText('notices');
  const p = useText('pages');
  const nameOf = useName();
  const unread = notices.filter(({ read_at }) => read_at === null);
  const open = () => {
    for (const { id } of unread) mark(id);
    onOpen();
  };
  return (
    <li className={classes('notice', unread.length > 0 && 'unread')} data-about={first.about.id}>
      <div className="notice-head">
        <Link href={placeOf(first)} className="num notice-name" onClick={open}>
          {nameOf(first)}
        </Link>
        <span className="muted text-xs">
          {first.machine === 'approval' ? p(requestPage(first.kind)) : t(`kinds.${first.machine}`)}
        </span>
        <State {...first} />
      </div>
      {notices.map((notice) => (
        <div key={notice.id} className="notice-step" data-event={notice.event}>
          <p>
            {notice.read_at === null && <span className="notice-new" role="img" aria-label={t('isNew')} />}
            <b>{notice.by?.fullname ?? t('server')}</b> {t(`steps.${notice.event.replace('.', '_')}`)}
          </p>
          <time className="num muted text-xs" dateTime={notice.at}>
            {formatTime(notice.at)}
          </time>
          {(notice.reason !== null || notice.words !== null) && (
            <div className="notice-words">
              {notice.reason !== null && <Reason>{notice.reason}</Reason>}
              {notice.words !== null && <q>{notice.words}</q>}
            </div>
          )}
        </div>
      ))}
    </li>
  );
}

function Notices({ onOpen }: { onOpen: () => void }) {
  const t = useText('notices');
  const language = useLanguage();
  const [size, setSize] = useState<(typeof PAGE_SIZES)[number]>(PAGE_SIZES[0]);
  const { data, error, refetch } = useCall(
    noticeIndex,
    { query: { part: 'rows', per_page: size } },
    { placeholderData: (before) => before },
  );
  if (error !== null && data === undefined)
    return <Failed title={t('failed')} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  if (data.data.length === 0) return <p className="flyout-words muted">{t('none')}</p>;
  const today = tashkentDay(Date.now());
  const larger = PAGE_SIZES.find((one) => one > size);
  const days = new Map<string, Notice[][]>();
  for (const group of groupsOf(data.data)) {
    const day = tashkentDay(group[0]?.at ?? 0);
    days.set(day, [...(days.get(day) ?? []), group]);
  }
  return (
    <>
      {[...days].map(([day, groups]) => (
        <section key={day} aria-label={day === today ? t('today') : formatDayMonth(day, language)}>
          <h3 className="notice-day">{day === today ? t('today') : formatDayMonth(day, language)}</h3>
          <ul>
            {groups.map((notices) => {
              const [first] = notices;
              return first && <Group key={first.id} notices={notices} first={first} onOpen={onOpen} />;
            })}
          </ul>
        </section>
      ))}
      {data.meta.next != null && larger !== undefined && (
        <button type="button" className="bp6-button bp6-minimal notice-more" onClick={() => setSize(larger)}>
          {t('more')}
        </button>
      )}
    </>
  );
}

/** What this tab was told by toasts. */
function Told() {
  const t = useText('notices');
  const c = useText('common');
  const entries = useSyncExternalStore(toastHistory.subscribe, toastHistory.get);
  if (entries.length === 0) return <p className="flyout-words muted">{t('noneTold')}</p>;
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id} className="bell-entry">
          <span className={entry.tone === 'error' ? 'red' : entry.tone === 'warning' ? 'amber' : undefined}>
            {entry.title}
          </span>
          <time className="num muted text-xs">{formatTime(entry.at)}</time>
          {entry.text !== undefined && <div className="muted text-xs">{entry.text}</div>}
          {entry.requestId !== undefined && (
            <RequestId id={entry.requestId} labels={{ request: c('request'), copy: c('copy') }} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface BellPanelProps {
  unread: number;
  onClose: () => void;
}

export default function BellPanel({ unread, onClose }: BellPanelProps) {
  const t = useText('notices');
  const [told, setTold] = useState(false);
  const entries = useSyncExternalStore(toastHistory.subscribe, toastHistory.get);
  // up to the newest that is shown: what comes meanwhile stays new
  const { data } = useCall(noticeIndex, { query: { part: 'rows', per_page: PAGE_SIZES[0] } });
  const last = Math.max(0, ...(data?.data.map(({ id }) => id) ?? []));
  const panel = useRef<HTMLDivElement>(null);
  const markAll = () => {
    // the button goes with what was new: without the focus in it the panel would not hear Escape
    panel.current?.focus();
    void request(noticeReadAll, { body: { last } }).catch((error: unknown) => toastError(messageOf(error)));
  };
  return (
    <div ref={panel} className="bell-list" tabIndex={-1}>
      <div className="bell-head">
        <span className="flyout-title">{t('title')}</span>
        {unread > 0 && last > 0 && !told && (
          <button type="button" className="bp6-button bp6-minimal bp6-small" onClick={markAll}>
            <TickIcon size={14} />
            {t('readAll')}
          </button>
        )}
      </div>
      <div className="bell-tabs">
        {[false, true].map((one) => (
          <button
            key={String(one)}
            type="button"
            className={classes('bp6-button bp6-minimal bp6-small', told === one && 'bp6-active')}
            aria-pressed={told === one}
            onClick={() => setTold(one)}
          >
            {t(one ? 'told' : 'mine')}
            <span className="num muted">{one ? entries.length || '' : unread || ''}</span>
          </button>
        ))}
      </div>
      {told ? <Told /> : <Notices onOpen={onClose} />}
    </div>
  );
}
