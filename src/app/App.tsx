/** What stands on the screen: decided by the session and the guard, in this order, nothing else. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Route, Router, useLocation } from 'wouter';
import { guard, type Visitor } from '../routes/guard.ts';
import type { PageEntry } from '../routes/page.ts';
import { loadPage, type Match, SIGN_IN } from '../routes/registry.ts';
import { TopBar } from '../ui/loading.tsx';
import { ErrorBoundary, PageFailed } from './ErrorBoundary.tsx';
import { aroundNav, navigation, useNavigation } from './navigation.ts';
import { rememberLink } from './place.ts';
import { type SessionSnapshot, useSession } from './session.ts';

const Shell = lazy(() => import('../shell/Shell.tsx'));
const UserFailedPage = lazy(() => import('./UserFailedPage.tsx'));
const PasswordExpiredPage = lazy(() => import('../pages/passwordExpired/PasswordExpiredPage.tsx'));

const components = new Map<string, ComponentType>();

/** React keeps a page that failed to come as failed: it is forgotten, so that the next try fetches it again. */
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

function visitorOf(snapshot: SessionSnapshot): Visitor['kind'] {
  if (snapshot.matches('onPhone')) return 'phone';
  if (snapshot.matches('signedOut')) return 'nobody';
  return snapshot.matches({ present: 'signedIn' }) ? 'person' : 'unknown';
}

/** The page with its parameters; one that fails is replaced by words, until another is gone to. */
function PageOf({ match, path }: { match: Match; path: string }) {
  const Component = componentOf(match.page);
  const known = match.page.id !== 'notFound';
  const failed = useNavigation((snapshot) => snapshot.hasTag('failed'));
  if (failed) return <PageFailed onRetry={() => navigation.send({ type: 'page.retry' })} />;
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<TopBar />}>
        {known ? (
          <Route path={match.page.path}>
            <Component />
          </Route>
        ) : (
          <Component />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}

function Screen() {
  const [path, navigate] = useLocation();
  const kind = useSession(visitorOf);
  const user = useSession((snapshot) => snapshot.context.user);
  const userFailed = useSession((snapshot) => snapshot.matches({ present: 'userFailed' }));
  const passwordExpired = useSession((snapshot) => snapshot.matches({ present: 'passwordExpired' }));

  const visitor: Visitor = kind === 'person' ? { kind, rules: user?.rules ?? {} } : { kind };
  const verdict = guard(visitor, path);
  const target = verdict.kind === 'go' ? verdict.path : null;
  useEffect(() => {
    if (target === null) return;
    if (target === SIGN_IN) rememberLink();
    navigate(target, { replace: true });
  }, [target, navigate]);

  if (userFailed) return <UserFailedPage />;
  if (passwordExpired) return <PasswordExpiredPage />;
  if (verdict.kind !== 'show') return <TopBar />;
  const page = <PageOf match={verdict.match} path={path} />;
  return verdict.match.page.layout === 'empty' ? page : <Shell page={verdict.match.page}>{page}</Shell>;
}

export const App = () => (
  <Router aroundNav={aroundNav}>
    <Screen />
  </Router>
);
