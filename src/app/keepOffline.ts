/** The app itself is kept by a service worker, so that it opens without a network. */

/** Not in development; once the page is loaded, and not for those who never sign in. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') setTimeout(register, LATER);
  else window.addEventListener('load', () => setTimeout(register, LATER), { once: true });
}

/** Until it has come: a page that is open all day is not loaded anew because the network was away for a moment. */
function register(): void {
  // a browser in which workers are switched off may answer nothing
  navigator.serviceWorker.register('/sw.js').then((registration?: ServiceWorkerRegistration) => {
    const installing = registration?.installing;
    // it is known before its files are there; of these all or none are kept
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'redundant' && registration?.active === null) again();
    });
  }, again);
}

const again = () => setTimeout(register, AGAIN);

/** The first page has been drawn and has read what it shows. */
const LATER = 3_000;
const AGAIN = 30_000;
