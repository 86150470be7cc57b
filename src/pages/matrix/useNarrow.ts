/** A narrow screen has room for the names and a few shops, not for the sums. */
import { useSyncExternalStore } from 'react';

const NARROW = window.matchMedia('(width < 50rem)');
function listen(changed: () => void): () => void {
  NARROW.addEventListener('change', changed);
  return () => NARROW.removeEventListener('change', changed);
}

export const useNarrow = (): boolean => useSyncExternalStore(listen, () => NARROW.matches);
