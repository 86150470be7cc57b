/** The warehouse of the repository layout: kept while one moves between its pages, and for the person in this browser. */
import { useSyncExternalStore } from 'react';
import { useSession } from './session.ts';

const KEY = 'repository-warehouse';
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Its id; null is every warehouse that the person sees. */
export function useWarehouse(): [id: number | null, choose: (id: number | null) => void] {
  const key = `${KEY}:${useSession((snapshot) => snapshot.context.user?.id ?? 0)}`;
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const choose = (id: number | null) => {
    try {
      if (id === null) localStorage.removeItem(key);
      else localStorage.setItem(key, String(id));
    } catch {
      // a full or closed storage: every warehouse is shown
    }
    for (const listener of listeners) listener();
  };
  return [/^[1-9]\d{0,9}$/.test(kept ?? '') ? Number(kept) : null, choose];
}
