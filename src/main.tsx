/** The beginning: hosts, language and session first, then the screen. */
import './styles/index.ts';
import './app/app.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { loadHosts, prepareClient } from './api/client.ts';
import { storedToken } from './api/token.ts';
import { App } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { watchNetwork } from './app/network.ts';
import { session } from './app/session.ts';
import { loadTexts, startLanguage } from './i18n/index.ts';
import { signedOut } from './routes/pages/signedOut.ts';
import { SIGN_IN } from './routes/paths.ts';
import { followTheme } from './ui/theme.ts';

startLanguage();
followTheme();
watchNetwork();
// what comes next is fetched while the hosts are read
if (storedToken() === null) void signedOut.find((page) => page.path === SIGN_IN)?.load?.();
else void Promise.all([prepareClient(), import('./app/Inside.tsx')]);
const texts = loadTexts('session');
await loadHosts();
session.start();
await texts;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary>
      <Suspense fallback={null}>
        <App />
      </Suspense>
    </ErrorBoundary>
  </StrictMode>,
);
