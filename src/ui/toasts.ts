/**
 * Toasts: shown for 2500 ms, held while the pointer or the focus is on them; the last fifty stay in a list for the
 * bell. Blueprint's toaster is loaded with the first toast.
 */
import type { ReactNode } from 'react';

export type ToastTone = 'success' | 'warning' | 'error';

export interface ToastLink {
  text: string;
  href: string;
  /** a router's own navigation; without it the browser follows the link */
  onFollow?: () => void;
}

export interface ToastInput {
  tone: ToastTone;
  title: string;
  text?: ReactNode;
  requestId?: string;
  link?: ToastLink;
}

export interface ToastEntry extends ToastInput {
  id: number;
  at: number;
}

export interface ToastLabels {
  close: string;
  request: string;
  copy: string;
}

export const HISTORY_LENGTH = 50;

let labels: ToastLabels = { close: '×', request: '', copy: '' };
let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function changed(next: readonly ToastEntry[]): void {
  entries = next;
  for (const listener of listeners) listener();
}

/** The list of the bell, newest first; for `useSyncExternalStore`. */
export const toastHistory = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): readonly ToastEntry[] => entries,
  clear: () => changed([]),
};

/** Words of the toast's own buttons, in the person's language. */
export function setToastLabels(next: ToastLabels): void {
  labels = next;
}

export function toast(input: ToastInput): number {
  lastId += 1;
  const entry: ToastEntry = { ...input, id: lastId, at: Date.now() };
  changed([entry, ...entries].slice(0, HISTORY_LENGTH));
  void import('./ToastHost.tsx').then(({ showToast }) => showToast(entry, labels));
  return entry.id;
}

export const toastSuccess = (title: string, rest: Partial<ToastInput> = {}) =>
  toast({ ...rest, tone: 'success', title });
export const toastWarning = (title: string, rest: Partial<ToastInput> = {}) =>
  toast({ ...rest, tone: 'warning', title });
export const toastError = (title: string, rest: Partial<ToastInput> = {}) => toast({ ...rest, tone: 'error', title });
