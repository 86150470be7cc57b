/** Whether this tab shows its workflows as they run: asked for by `?live` in the address or in the account menu. */
import { useSyncExternalStore } from 'react';
import { useAllows } from './session.ts';

const KEY = 'live';
const listeners = new Set<() => void>();

let on = sessionStorage.getItem(KEY) !== null || new URLSearchParams(window.location.search).has(KEY);

function write(): void {
  if (on) sessionStorage.setItem(KEY, 'on');
  else sessionStorage.removeItem(KEY);
}
// the next page has another address
write();

export const live = {
  get: (): boolean => on,
  set(next: boolean): void {
    on = next;
    write();
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Whether the person may watch, and whether the panel is open. */
export function useLive(): { may: boolean; on: boolean } {
  const may = useAllows('workflows.show');
  const asked = useSyncExternalStore(live.subscribe, live.get);
  return { may, on: asked && may };
}
