/** The beginning: hosts, language and session first, then the screen. */
import './styles/index.ts';
import './app/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadHosts, prepareClient } from './api/client.ts';
import { storedToken } from './api/token.ts';
import { App } from './app/App.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { watchLost } from './app/lazily.ts';
import { watchNetwork } from './app/network.ts';
import { watchReleased } from './app/releasedKeys.ts';
import { session } from './app/session.ts';
import { loadTexts, startLanguage } from './i18n/index.ts';
import { publicLoaders } from './routes/publicLoaders.ts';
import { followTheme } from './ui/theme.ts';

watchLost();
startLanguage();
followTheme();
watchNetwork();
watchReleased();
// what comes next is fetched while the hosts are read; a failure is shown by the screen that needs it
const quietly = (fetched: Promise<unknown>) => fetched.catch(() => {});
if (storedToken() === null) quietly(publicLoaders.signIn());
else quietly(Promise.all([prepareClient(), import('./app/Inside.tsx')]));
const texts = quietly(loadTexts('session'));
await loadHosts();
session.start();
await texts;

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ErrorBoundary alone>
      <App />
    </ErrorBoundary>
  </StrictMode>,
);
