/** Whether a person looks at this page: what was missed meanwhile is asked for then. */

export const isLookedAt = (): boolean => document.visibilityState === 'visible';

/** Told when the page comes into sight or goes out of it. Returns how to stop. */
export function onSight(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('pageshow', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('pageshow', listener);
  };
}

/** Told also when its window, in sight all the time, is chosen among others. Returns how to stop. */
export function onLooked(listener: () => void): () => void {
  const stop = onSight(listener);
  window.addEventListener('focus', listener);
  return () => {
    stop();
    window.removeEventListener('focus', listener);
  };
}
