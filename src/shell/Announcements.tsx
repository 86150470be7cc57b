/** The place of announcements in the header (areas 3.5): how many are not read. Dialogs come when they are wanted. */
import { AnnouncementIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { announcementMine } from '../../contract/ownAnnouncements.ts';
import { invalidate, useCall } from '../api/queries.ts';
import { useLanguage, useText } from '../i18n/index.ts';

const AnnouncementBoard = lazy(() => import('./AnnouncementBoard.tsx'));

/** How often announcements are read again while a page is open, in milliseconds. */
const ASKED_EVERY = 600_000;

/** @param quiet a page without chrome has no button; what must be confirmed comes over it all the same. */
export function Announcements({ quiet = false }: { quiet?: boolean }) {
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
  if (own === undefined) return null;
  const due = own.data.some((one) => one.must_confirm && one.read_at === null);
  if (!wanted && (due || asked > 0)) setWanted(true);
  const label = own.unread > 0 ? t('announcements.unread', { count: own.unread }) : t('announcements.all');
  return (
    <>
      {own.data.length > 0 && !quiet && (
        <button
          type="button"
          className="bp6-button bp6-minimal"
          aria-haspopup="dialog"
          aria-label={label}
          title={label}
          onClick={() => setAsked(asked + 1)}
          data-testid="announcements"
        >
          <AnnouncementIcon size={16} />
          {own.unread > 0 && <b className="num">{own.unread}</b>}
        </button>
      )}
      {wanted && (
        <Suspense>
          <AnnouncementBoard own={own.data} asked={asked} />
        </Suspense>
      )}
    </>
  );
}
