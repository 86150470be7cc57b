/** What is announced, as a list; and what must be confirmed, over the page until it is (areas 3.5). */
import { Button, Classes } from '@blueprintjs/core';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { OwnAnnouncement } from '../../contract/ownAnnouncements.ts';
import { newKey } from '../api/client.ts';
import { inspect } from '../app/inspect.ts';
import { formatDateTime } from '../format/dates.ts';
import { useText } from '../i18n/index.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { RefusalNotice } from '../ui/RefusalNotice.tsx';
import { announcementBoard } from './announcementActors.ts';
import './announcementBoard.css';

interface AnnouncementBoardProps {
  own: readonly OwnAnnouncement[];
  /** How often the list was asked for. */
  asked: number;
}

export default function AnnouncementBoard({ own, asked }: AnnouncementBoardProps) {
  const actor = useActorRef(announcementBoard, { inspect });
  const asking = useSelector(actor, (snapshot) => snapshot.hasTag('asking'));
  const listed = useSelector(actor, (snapshot) => snapshot.hasTag('listed'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { due, id, refusal } = useSelector(actor, ({ context }) => context);
  useEffect(() => {
    // what arrived while a mark was being saved is sent after it
    if (busy) return;
    const ids = own.filter((one) => one.must_confirm && one.read_at === null).map((one) => one.id);
    actor.send({ type: 'announcements.read', due: ids });
  }, [actor, own, busy]);
  useEffect(() => {
    if (asked > 0) actor.send({ type: 'list.open' });
  }, [actor, asked]);

  const first = own.find((one) => one.id === due[0]);
  if (asking && first !== undefined)
    return (
      <DueDialog
        key={first.id}
        announcement={first}
        more={due.length - 1}
        busy={busy}
        onConfirm={() => actor.send({ type: 'announcement.confirm', key: newKey() })}
      >
        {refusal !== null && <RefusalNotice refusal={refusal} inset />}
      </DueDialog>
    );
  if (!listed) return null;
  return (
    <ListDialog
      own={own}
      busyWith={busy ? id : null}
      onMark={(one) => actor.send({ type: 'announcement.mark', id: one, key: newKey() })}
      onClose={() => actor.send({ type: 'list.close' })}
    >
      {refusal !== null && <RefusalNotice refusal={refusal} inset />}
    </ListDialog>
  );
}

interface DueDialogProps {
  announcement: OwnAnnouncement;
  /** How many others wait to be confirmed. */
  more: number;
  busy: boolean;
  onConfirm: () => void;
  children: React.ReactNode;
}

/** Neither Esc nor a press beside it closes it. */
function DueDialog({ announcement, more, busy, onConfirm, children }: DueDialogProps) {
  const t = useText('ownAnnouncements');
  return (
    <AskDialog
      title={announcement.title}
      held
      onClose={() => {}}
      foot={
        <>
          <Button
            intent="primary"
            loading={busy}
            text={t('confirm')}
            onClick={onConfirm}
            data-testid="announcement-confirm"
          />
          {more > 0 && <span className="muted text-xs">{t('more', { count: more })}</span>}
        </>
      }
    >
      <p className="muted text-xs">{t('due', { time: formatDateTime(announcement.from) })}</p>
      <DueText>{announcement.body}</DueText>
      {children}
    </AskDialog>
  );
}

/** Mounted with the overlay, which comes a moment after the dialog: only then there is something to give the focus to. */
function DueText({ children }: { children: string }) {
  const t = useText('ownAnnouncements');
  const text = useRef<HTMLElement>(null);
  // the text has the focus: it is read out, arrows move it, and Enter typed into the page a moment ago confirms nothing
  useEffect(() => {
    const node = text.current;
    node?.focus();
    // what takes the focus later (the page that opens below) is answered by the overlay with its first edge
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      const edge = target instanceof Element && target.classList.contains(Classes.OVERLAY_START_FOCUS_TRAP);
      const fromInside = relatedTarget instanceof Node && node?.closest('form')?.contains(relatedTarget);
      if (edge && !fromInside) node?.focus();
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is moved by keys
    <section className="announcement-text" ref={text} tabIndex={0} aria-label={t('text')}>
      {children}
    </section>
  );
}

interface ListDialogProps {
  own: readonly OwnAnnouncement[];
  /** What is being marked. */
  busyWith: number | null;
  onMark: (id: number) => void;
  onClose: () => void;
  children: React.ReactNode;
}

function ListDialog({ own, busyWith, onMark, onClose, children }: ListDialogProps) {
  const t = useText('ownAnnouncements');
  const list = useRef<HTMLUListElement>(null);
  const busy = busyWith !== null;
  const marked = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button goes when the list is read again, after the mark
  useEffect(() => {
    if (busy) marked.current = true;
    // the button that was pressed is gone: the next one has the focus, or the list itself
    else if (marked.current && document.activeElement === document.body)
      (list.current?.querySelector('button') ?? list.current)?.focus();
  }, [busy, own]);
  return (
    <AskDialog
      title={t('title')}
      wide
      held={busy}
      onClose={onClose}
      foot={<Button text={t('common:close')} disabled={busy} onClick={onClose} data-testid="announcements-close" />}
    >
      {children}
      {own.length === 0 && <p className="muted">{t('none')}</p>}
      <ul className="announcement-list" ref={list} tabIndex={-1} data-testid="announcement-list">
        {own.map(({ id, title, body, from, to, must_confirm, read_at }) => (
          <li key={id} data-announcement={id} data-read={read_at !== null}>
            <h3 className="announcement-title">{title}</h3>
            <p className="muted text-xs">
              {t('period', { from: formatDateTime(from), to: formatDateTime(to) })}
              {must_confirm && `, ${t('mustConfirm')}`}
            </p>
            <div className="announcement-body">{body}</div>
            {read_at === null ? (
              <Button
                size="small"
                loading={busyWith === id}
                disabled={busy && busyWith !== id}
                text={t('mark')}
                aria-label={t('markOf', { title })}
                onClick={() => onMark(id)}
              />
            ) : (
              <p className="muted text-xs">{t('readAt', { time: formatDateTime(read_at) })}</p>
            )}
          </li>
        ))}
      </ul>
    </AskDialog>
  );
}
