/** The place of announcements in the header (areas 3.5): how many are not read. Dialogs come when they are wanted. */
import { AnnouncementIcon } from '@blueprintjs/icons';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { announcementMine } from '../../contract/ownAnnouncements.ts';
import { invalidate, useCall } from '../api/queries.ts';
import { useLanguage, useText } from '../i18n/index.ts';

const AnnouncementBoard = lazy(() => import('./AnnouncementBoard.tsx'));

/** How often announcements are read again while a page is open, in milliseconds. */
const ASKED_EVERY = 600_000;

/** What shows them where the header has no room for their button. */
export interface OwnAnnouncements {
  readonly label: string;
  readonly unread: number;
  readonly open: () => void;
}

interface AnnouncementsProps {
  /** A page without chrome has no button; what must be confirmed comes over it all the same. */
  quiet?: boolean;
  /** What follows the button: the bell. There are none while they are not read, or nobody has written any. */
  children?: (own: OwnAnnouncements | null) => ReactNode;
}

export function Announcements({ quiet = false, children }: AnnouncementsProps) {
  const t = useText('shell');
  const language = useLanguage();
  const { data: own } = useCall(announcementMine, {}, { refetchInterval: ASKED_EVERY, refetchOnWindowFocus: 'always' });
  // how often the list was asked for: its code comes with the first time
  const [asked, setAsked] = useState(0);
  // once here, the dialogs stay: what they show is theirs to close
  const [wanted, setWanted] = useState(false);
  const spoken = useRef(language);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    // the server sends them in the reader's language
    void invalidate(announcementMine);
  }, [language]);
  // until they are read the bell has its place already: whoever has opened it goes on reading
  const { data = [], unread = 0 } = own ?? {};
  const due = data.some((one) => one.must_confirm && one.read_at === null);
  if (!wanted && (due || asked > 0)) setWanted(true);
  const label = unread > 0 ? t('announcements.unread', { count: unread }) : t('announcements.all');
  const some = data.length > 0;
  const open = () => setAsked(asked + 1);
  return (
    <>
      {some && !quiet && (
        <button
          type="button"
          className="bp6-button bp6-minimal announcements"
          aria-haspopup="dialog"
          aria-label={label}
          title={label}
          onClick={open}
          data-testid="announcements"
        >
          <AnnouncementIcon size={16} />
          {unread > 0 && <b className="num">{unread}</b>}
        </button>
      )}
      {children?.(some ? { label, unread, open } : null)}
      {wanted && (
        <Suspense>
          <AnnouncementBoard own={data} asked={asked} />
        </Suspense>
      )}
    </>
  );
}
