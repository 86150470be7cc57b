/** What is on the screen: decided by the session; without a person only the public pages. */
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { guardOutside, type Outsider } from '../routes/outside.ts';
import { SIGN_IN } from '../routes/paths.ts';
import { publicLoaders } from '../routes/publicLoaders.ts';
import { TopBar } from '../ui/loading.tsx';
import { Arriving } from './Arriving.tsx';
import { lazily } from './lazily.ts';
import { rememberLink } from './place.ts';
import { type SessionSnapshot, useSession } from './session.ts';

const Inside = lazily(() => import('./Inside.tsx'));
const UserFailedPage = lazily(() => import('./UserFailedPage.tsx'));
const PasswordExpiredPage = lazily(() => import('../pages/passwordExpired/PasswordExpiredPage.tsx'));

const publicPages = { signIn: lazily(publicLoaders.signIn), otherDevice: lazily(publicLoaders.otherDevice) };

function Outside({ kind }: Outsider) {
  const [path, navigate] = useLocation();
  const verdict = guardOutside({ kind }, path);
  const target = verdict.kind === 'go' ? verdict.path : null;
  useEffect(() => {
    if (target === null) return;
    if (target === SIGN_IN) rememberLink();
    navigate(target, { replace: true });
  }, [target, navigate]);
  if (verdict.kind === 'go') return <TopBar />;
  const Page = publicPages[verdict.page.id];
  return <Page />;
}

function visitorOf(snapshot: SessionSnapshot) {
  if (snapshot.matches('onPhone')) return 'phone';
  if (snapshot.matches('signedOut')) return 'nobody';
  if (snapshot.matches({ present: 'signedIn' })) return 'person';
  if (snapshot.matches({ present: 'userFailed' })) return 'userFailed';
  return snapshot.matches({ present: 'passwordExpired' }) ? 'passwordExpired' : 'unknown';
}

function screenOf(now: ReturnType<typeof visitorOf>) {
  switch (now) {
    case 'phone':
    case 'nobody':
      return <Outside kind={now} />;
    case 'person':
      return <Inside />;
    case 'userFailed':
      return <UserFailedPage />;
    case 'passwordExpired':
      return <PasswordExpiredPage />;
    default:
      return <TopBar />;
  }
}

export function App() {
  const now = useSession(visitorOf);
  return <Arriving id={now}>{screenOf(now)}</Arriving>;
}
