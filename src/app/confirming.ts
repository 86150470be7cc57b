/**
 * Whether the completing or forming of a counting act is being confirmed in this tab: an overlay blocks the menu from
 * the opening of the dialog until the server has answered or the dialog is closed (decision 51).
 */

let confirming = false;
const listeners = new Set<() => void>();

/** Calls the listener at each beginning and end. Returns the function that unsubscribes. */
export function onConfirming(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setConfirming(next: boolean): void {
  if (next === confirming) return;
  confirming = next;
  // for what is drawn outside React, and for tests
  if (next) document.documentElement.dataset.confirming = 'true';
  else delete document.documentElement.dataset.confirming;
  for (const listener of listeners) listener();
}

export const isConfirming = (): boolean => confirming;
