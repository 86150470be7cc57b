/** Whether a person looks at this page: what was missed meanwhile is asked for then. */

export const isLookedAt = (): boolean => document.visibilityState === 'visible';

/** Calls the listener when the page becomes visible or hidden. Returns the function that unsubscribes. */
export function onSight(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('pageshow', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('pageshow', listener);
  };
}

/** Also when its window, visible all the time, gets the focus. Returns the function that unsubscribes. */
export function onLooked(listener: () => void): () => void {
  const stop = onSight(listener);
  window.addEventListener('focus', listener);
  return () => {
    stop();
    window.removeEventListener('focus', listener);
  };
}
