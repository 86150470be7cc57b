/** What stands on the screen: decided by the session and the guard, in this order, nothing else. */
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { Route, useLocation } from 'wouter';
import { guard, type Visitor } from '../routes/guard.ts';
import { type Match, pages, SIGN_IN } from '../routes/registry.ts';
import { TopBar } from '../ui/loading.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { rememberLink } from './place.ts';
import { type SessionSnapshot, useSession } from './session.ts';

const Shell = lazy(() => import('../shell/Shell.tsx'));
const UserFailedPage = lazy(() => import('./UserFailedPage.tsx'));
const PasswordExpiredPage = lazy(() => import('../pages/passwordExpired/PasswordExpiredPage.tsx'));

/** One honest page for all that are planned. */
const NotBuiltPage = lazy(() => import('../pages/notBuilt/NotBuiltPage.tsx'));
const components = new Map<string, ComponentType>(
  pages.map((page) => [page.id, page.load === undefined ? NotBuiltPage : lazy(page.load)]),
);

function visitorOf(snapshot: SessionSnapshot): Visitor['kind'] {
  if (snapshot.matches('onPhone')) return 'phone';
  if (snapshot.matches('signedOut')) return 'nobody';
  return snapshot.matches({ present: 'signedIn' }) ? 'person' : 'unknown';
}

/** The page with its parameters; one that fails is replaced by words, until another is gone to. */
function PageOf({ match, path }: { match: Match; path: string }) {
  const Component = components.get(match.page.id) as ComponentType;
  const known = match.page.id !== 'notFound';
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

export function App() {
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
