/** Whether the password panel is shown: said by its workflow, which comes when it is first opened. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let shown = false;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Of the workflow. */
export function notePasswordPanel(now: boolean): void {
  if (now === shown) return;
  shown = now;
  for (const listener of listeners) listener();
}

export const usePasswordPanel = (): boolean => useSyncExternalStore(subscribe, () => shown);
