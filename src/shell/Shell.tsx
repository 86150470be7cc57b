/** The layouts, and what they share: the navigation bar, the question before leaving, search, cover. */

import { LockIcon, MenuIcon } from '@blueprintjs/icons';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { queryClient } from '../api/queries.ts';
import { useLive } from '../app/live.ts';
import { useNavigation } from '../app/navigation.ts';
import { networkNow, onNetwork, tryNow, useNetwork } from '../app/network.ts';
import { usePageTitleNow } from '../app/pageTitle.ts';
import { useCounting, useCovered } from '../app/session.ts';
import { formatTime } from '../format/dates.ts';
import { loadTexts, useText } from '../i18n/index.ts';
import type { PageEntry } from '../routes/registry.ts';
import { classes } from '../ui/look.ts';
import { Notice } from '../ui/Notice.tsx';
import { Announcements } from './Announcements.tsx';
import { Crumbs } from './Crumbs.tsx';
import { drawer, useDrawer } from './drawer.ts';
import { Header } from './Header.tsx';
import { Keys } from './Keys.tsx';
import { NearestTest } from './NearestTest.tsx';
import { PageHeading } from './PageHeading.tsx';
import { Search } from './Search.tsx';
import { Sidebar } from './Sidebar.tsx';
import './shell.css';

const LeaveQuestion = lazy(() => import('./LeaveQuestion.tsx'));
const LivePanel = lazy(() => import('../live/LivePanel.tsx'));
const RepositoryTabs = lazy(() => import('./RepositoryTabs.tsx'));

// what could not be read is read again when the server answers, whatever the browser says of its network
onlineManager.setEventListener((online) => onNetwork(() => online(networkNow().reachable)));

/** The countdown is here before it is needed, as it is needed without a network too; in milliseconds after the shell. */
const COUNTDOWN_COMES = 10_000;

async function loadCountdown() {
  const { default: card } = await import('./Countdown.tsx');
  await loadTexts('countdown');
  return card;
}

/** The card of the last minute before inactivity ends the session, when it has come. */
function useCountdown(): ComponentType | null {
  const counting = useCounting();
  const [card, setCard] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (card !== null) return;
    const bring = () => {
      loadCountdown().then(
        (came) => setCard(() => came),
        () => {},
      );
    };
    const timer = setTimeout(bring, counting ? 0 : COUNTDOWN_COMES);
    return () => clearTimeout(timer);
  }, [card, counting]);
  return card;
}

/** The stream keeps a connection, of which a browser has few: the page comes first. In milliseconds after the shell. */
const STREAM_COMES = 5_000;

/** What other people do is known here without a reload, when the workflow that hears of it has come. */
function useStream(): void {
  useEffect(() => {
    let gone = false;
    let stop = () => {};
    const timer = setTimeout(() => {
      import('./streamActors.ts').then(
        ({ startStream }) => {
          if (!gone) stop = startStream();
        },
        () => {},
      );
    }, STREAM_COMES);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
}

/** Runs on every change of the path, cached page or not, and when the page does not come. */
function NavigationBar() {
  const t = useText('shell');
  const running = useNavigation((snapshot) => snapshot.hasTag('bar'));
  const arriving = useNavigation((snapshot) => snapshot.matches('arriving'));
  if (!running) return null;
  return (
    <div className="navigation-bar" role="progressbar" aria-label={t('navigation')}>
      <i className={classes(arriving && 'arriving')} />
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

/** What can be reached by Tab in the open drawer, its backdrop last. */
const inDrawer = () =>
  [...document.querySelectorAll<HTMLElement>('#sidebar :is(a[href], button, input), .backdrop')].filter(
    (one) => !one.matches(':disabled, [tabindex="-1"], [inert] *') && one.checkVisibility(),
  );

/** From the last control to the first and back: the browser itself would go through the page behind. */
function keepInDrawer(event: KeyboardEvent): void {
  const now = document.activeElement;
  // a dialog over the drawer keeps the focus by itself
  if (now !== null && now !== document.body && now.closest('#sidebar, .backdrop') === null) return;
  const all = inDrawer();
  const edge = event.shiftKey ? all[0] : all.at(-1);
  if (now !== document.body && now !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all.at(-1) : all[0])?.focus();
}

/** The drawer takes the focus when it opens and gives it back; all else is out of reach meanwhile. */
function useDrawerFocus(open: boolean) {
  const menu = useRef<HTMLButtonElement>(null);
  const before = useRef(open);
  useEffect(() => {
    if (before.current === open) return;
    before.current = open;
    if (open) document.querySelector<HTMLElement>('#sidebar a, #sidebar button')?.focus();
    else if (document.activeElement === document.body) menu.current?.focus();
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') drawer.send({ type: 'drawer.close' });
      else if (event.key === 'Tab') keepInDrawer(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return menu;
}

/** What is under the heading of every layout: the strip of a lost network, the page. */
function Content({ children }: { children: ReactNode }) {
  return (
    <>
      <OfflineStrip />
      <main id="content" className="sheet-body" tabIndex={-1}>
        <div className="sheet-main">{children}</div>
      </main>
    </>
  );
}

interface LayoutProps {
  page: PageEntry;
  children: ReactNode;
}

/** Menu on the canvas, one sheet with its header. */
function Framed({ page, children }: LayoutProps) {
  const t = useText('shell');
  const covered = useCovered();
  const narrow = useDrawer((snapshot) => snapshot.hasTag('narrow'));
  const open = useDrawer((snapshot) => snapshot.hasTag('open'));
  const menu = useDrawerFocus(open);
  return (
    <div className={classes('app', covered && 'covered')} inert={covered}>
      <a className="skip-link" href="#content" inert={open}>
        {t('skip')}
      </a>
      {(!narrow || open) && <Sidebar page={page} />}
      {open && (
        <button
          type="button"
          className="backdrop"
          aria-label={t('sidebar.close')}
          onClick={() => drawer.send({ type: 'drawer.close' })}
        />
      )}
      <div className="app-main" inert={open}>
        <div className="sheet">
          <Header
            page={page}
            menu={
              narrow && (
                <button
                  ref={menu}
                  type="button"
                  className="bp6-button bp6-minimal"
                  aria-label={t('sidebar.open')}
                  aria-expanded={open}
                  onClick={() => drawer.send({ type: 'drawer.open' })}
                >
                  <MenuIcon size={16} />
                </button>
              )
            }
          />
          {page.layout === 'repository' && (
            <Suspense fallback={<div className="repository-head" />}>
              <RepositoryTabs page={page} />
            </Suspense>
          )}
          <Content>{children}</Content>
        </div>
      </div>
    </div>
  );
}

/** A page without chrome: its title, the strip of a lost network, the page; a test and what must be confirmed come here too. */
function Bare({ page, children }: LayoutProps) {
  const covered = useCovered();
  return (
    <div className={classes('app', 'bare', covered && 'covered')} inert={covered}>
      <div className="sheet">
        <header className="header">
          <div className="header-place">
            <Crumbs page={page} />
            <PageHeading page={page} />
          </div>
          <div className="header-side">
            <NearestTest quiet />
            <Announcements quiet />
          </div>
        </header>
        <Content>{children}</Content>
      </div>
    </div>
  );
}

export default function Shell({ page, children }: LayoutProps) {
  const covered = useCovered();
  const Countdown = useCountdown();
  useStream();
  const asking = useNavigation((snapshot) => snapshot.hasTag('asking'));
  const Layout = page.layout === 'empty' ? Bare : Framed;
  const { on: watching } = useLive();
  return (
    <QueryClientProvider client={queryClient}>
      <NavigationBar />
      <Layout page={page}>{children}</Layout>
      {asking && (
        <Suspense>
          <LeaveQuestion />
        </Suspense>
      )}
      <Search page={page} />
      <Keys />
      {watching && (
        <Suspense>
          <LivePanel />
        </Suspense>
      )}
      {Countdown && !covered && <Countdown />}
      {covered && <Cover />}
    </QueryClientProvider>
  );
}
