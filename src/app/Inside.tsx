/** The screen of a person who has signed in: the guard alone decides, which page is shown. */
import { type ComponentType, lazy, Suspense, useEffect, useReducer, useRef } from 'react';
import { Route, Router, useLocation } from 'wouter';
import { guard } from '../routes/guard.ts';
import { loadPage } from '../routes/loaders.ts';
import type { Match, PageEntry } from '../routes/registry.ts';
import Shell from '../shell/Shell.tsx';
import { TopBar } from '../ui/loading.tsx';
import { Arriving } from './Arriving.tsx';
import { ErrorBoundary, PageFailed } from './ErrorBoundary.tsx';
import { mayHandIn } from './handInNote.ts';
import { keepOffline } from './keepOffline.ts';
import { aroundNav, navigation, startNavigation, useNavigation } from './navigation.ts';
import { onReachable } from './network.ts';
import { rememberScroll } from './scroll.ts';
import { useUser } from './session.ts';

rememberScroll();
startNavigation(loadPage);
keepOffline();

const RightGone = lazy(() => import('../shell/RightGone.tsx'));

const components = new Map<string, ComponentType>();
/** Pages whose code and texts have come. */
const opened = new Set<string>();

/** React caches a page that failed to load: it is dropped, so that the next try fetches it again. */
function componentOf(page: PageEntry): ComponentType {
  const known = components.get(page.id);
  if (known !== undefined) return known;
  const component = lazy(() =>
    loadPage(page).catch((error: unknown) => {
      components.delete(page.id);
      throw error;
    }),
  );
  components.set(page.id, component);
  return component;
}

/** The page with its parameters; one that fails is replaced by a message, until the person leaves it. */
function PageOf({ match, path }: { match: Match; path: string }) {
  const Component = componentOf(match.page);
  const known = match.page.id !== 'notFound';
  const failed = useNavigation((snapshot) => snapshot.hasTag('failed'));
  const [, again] = useReducer((tries: number) => tries + 1, 0);
  if (failed) return <PageFailed onRetry={() => navigation.send({ type: 'page.retry' })} />;
  return (
    <Arriving id={path} here={opened.has(match.page.id)} onHere={() => opened.add(match.page.id)}>
      <ErrorBoundary key={path} onRetry={again}>
        {known ? (
          <Route path={match.page.path}>
            <Component />
          </Route>
        ) : (
          <Component />
        )}
      </ErrorBoundary>
    </Arriving>
  );
}

/** Handing in of a list that waited for the network is sent, whatever page is open. */
function useHandIns(userId: number): void {
  useEffect(
    () =>
      onReachable(() => {
        if (!mayHandIn()) return;
        import('../pages/counting/counter/handIns.ts').then((late) => late.sendHandIns(userId)).catch(() => {});
      }),
    [userId],
  );
}

/**
 * A page whose right is taken while something unsaved stands on it stays until that is left: the person copies it, or waits
 * for the right (decision 8 is about opening, and the server refuses all the same).
 */
function useShown(path: string, open: Match | undefined): Match | false | undefined {
  const unsaved = useNavigation((snapshot) => snapshot.context.unsaved);
  const shown = useRef<readonly [path: string, match: Match]>(undefined);
  const [at, match] = shown.current ?? [];
  useEffect(() => {
    if (open) shown.current = [path, open];
  });
  return open ?? (unsaved && at === path && match);
}

function Screen() {
  const [path, navigate] = useLocation();
  const { id, rules } = useUser();
  useHandIns(id);
  const { match: open, path: other } = guard({ kind: 'person', rules }, path);
  const match = useShown(path, open);
  const target = !match && other;
  useEffect(() => {
    if (target) navigate(target, { replace: true });
  }, [target, navigate]);

  if (!match) return <TopBar />;
  return (
    <Shell page={match.page}>
      {!open && (
        <Suspense>
          <RightGone />
        </Suspense>
      )}
      <PageOf match={match} path={path} />
    </Shell>
  );
}

export default function Inside() {
  return (
    <Router aroundNav={aroundNav}>
      <Screen />
    </Router>
  );
}
