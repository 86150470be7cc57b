/** The default layout: menu on the canvas, one sheet with its header, and what lies over both. */
import { LockIcon } from '@blueprintjs/icons';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { queryClient } from '../api/queries.ts';
import { tryNow, useNetwork } from '../app/network.ts';
import { usePageTitleNow } from '../app/pageTitle.ts';
import { useCovered } from '../app/session.ts';
import { formatTime } from '../format/dates.ts';
import { useText } from '../i18n/index.ts';
import type { PageEntry } from '../routes/page.ts';
import { classes } from '../ui/look.ts';
import { Notice } from '../ui/Notice.tsx';
import { Header } from './Header.tsx';
import { Sidebar } from './Sidebar.tsx';
import './shell.css';

const MINI_KEY = 'miniSidebar';
/** Overlay mode is a width under 1023 px (decision 52). */
const narrow = window.matchMedia('(max-width: 1022.98px)');

const useNarrow = () =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );

/** Runs on every change of the path, cached page or not. */
function NavigationBar() {
  const t = useText('shell');
  const [path] = useLocation();
  const [first] = useState(path);
  const [moved, setMoved] = useState(false);
  if (!moved && path !== first) setMoved(true);
  if (!moved) return null;
  return (
    <div key={path} className="navigation-bar" role="progressbar" aria-label={t('navigation')}>
      <i />
    </div>
  );
}

function OfflineStrip() {
  const t = useText('shell');
  const { reachable, lostAt } = useNetwork();
  const said = usePageTitleNow();
  if (reachable || lostAt === null) return null;
  return (
    <Notice
      tone="offline"
      action={
        <button type="button" className="bp6-button bp6-small" onClick={() => void tryNow()}>
          {t('offline.tryNow')}
        </button>
      }
    >
      <b>{t('offline.since', { time: formatTime(lostAt) })}</b> {said?.offline ?? t('offline.text')}
    </Notice>
  );
}

function Cover() {
  const t = useText('shell');
  return (
    <div className="cover" role="alertdialog" aria-modal="true" aria-labelledby="cover-title" tabIndex={-1}>
      <div className="empty">
        <LockIcon size={16} />
        <h1 id="cover-title" className="empty-title">
          {t('cover.title')}
        </h1>
        <p className="empty-text">{t('cover.text')}</p>
        <div className="empty-acts">
          <button type="button" className="bp6-button" onClick={() => void tryNow()}>
            {t('offline.tryNow')}
          </button>
        </div>
      </div>
    </div>
  );
}

export default function Shell({ page, children }: { page: PageEntry; children: ReactNode }) {
  const t = useText('shell');
  const overlay = useNarrow();
  const covered = useCovered();
  const [mini, setMini] = useState(() => localStorage.getItem(MINI_KEY) === 'true');
  const [open, setOpen] = useState(false);
  const shown = !overlay || open;

  useEffect(() => {
    if (!overlay || !open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [overlay, open]);

  return (
    <QueryClientProvider client={queryClient}>
      <NavigationBar />
      <div className={classes('app', covered && 'covered')} inert={covered}>
        <a className="skip-link" href="#content">
          {t('skip')}
        </a>
        {shown && (
          <Sidebar
            page={page}
            mini={mini && !overlay}
            overlay={overlay}
            onLeave={() => setOpen(false)}
            onMini={(next) => {
              setMini(next);
              localStorage.setItem(MINI_KEY, String(next));
            }}
          />
        )}
        {overlay && open && (
          <button type="button" className="backdrop" aria-label={t('sidebar.close')} onClick={() => setOpen(false)} />
        )}
        <div className="app-main">
          <div className="sheet">
            <Header page={page} onMenu={overlay ? () => setOpen(true) : null} />
            <OfflineStrip />
            <main id="content" className="sheet-body" tabIndex={-1}>
              <div className="sheet-main">{children}</div>
            </main>
          </div>
        </div>
      </div>
      {covered && <Cover />}
    </QueryClientProvider>
  );
}
