/**
 * Toasts: shown for 2500 ms, held while the pointer or the focus is on them; the last fifty stay in a list for the
 * bell, kept for their person in this tab, also when the app is reloaded. Blueprint's toaster is loaded with the
 * first toast; where it does not come, the words are shown without it.
 */
import type { ToastEntry, ToastInput, ToastLabels, ToastTone } from './toastEntry.ts';

export const HISTORY_LENGTH = 50;

const KEY = 'toasts';

let labels: ToastLabels = { close: '×', request: '', copy: '' };
let entries: readonly ToastEntry[] = [];
let lastId = 0;
/** Whose the list is; before anybody is signed in it is kept nowhere. */
let owner: number | null = null;
const listeners = new Set<() => void>();

const TONES: readonly unknown[] = ['success', 'warning', 'error'] satisfies ToastTone[];

const isEntry = (value: unknown): value is ToastEntry => {
  const { id, at, tone, title, text, requestId } = (value ?? {}) as Partial<Record<keyof ToastEntry, unknown>>;
  return (
    typeof id === 'number' &&
    typeof at === 'number' &&
    TONES.includes(tone) &&
    typeof title === 'string' &&
    [text, requestId].every((one) => one === undefined || typeof one === 'string')
  );
};

/** The list of a person; none when what is kept is another person's. */
function readKept(userId: number): readonly ToastEntry[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { userId?: unknown; entries?: unknown } | null;
    if (kept?.userId !== userId || !Array.isArray(kept.entries)) return [];
    return kept.entries.filter(isEntry).slice(0, HISTORY_LENGTH);
  } catch {
    return [];
  }
}

/** Only the text is kept for the bell; a toast's link is dropped. */
function keep(): void {
  if (owner === null) return;
  const words = entries.map(({ id, at, tone, title, text, requestId }) => ({
    id,
    at,
    tone,
    title,
    ...(typeof text === 'string' && { text }),
    ...(requestId !== undefined && { requestId }),
  }));
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ userId: owner, entries: words }));
  } catch {
    // a browser without room keeps the list until the page is closed
  }
}

function changed(next: readonly ToastEntry[]): void {
  entries = next;
  keep();
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
  /** The list of this person, as it was left; of anybody else nothing stays. */
  open(userId: number): void {
    if (userId === owner) return;
    owner = userId;
    const kept = readKept(userId);
    lastId = Math.max(lastId, ...kept.map((entry) => entry.id));
    changed(kept);
  },
  /** The person logs out: nothing is left for the next one. */
  forget(): void {
    changed([]);
    owner = null;
    sessionStorage.removeItem(KEY);
  },
};

/** Words of the toast's own buttons, in the person's language. */
export function setToastLabels(next: ToastLabels): void {
  labels = next;
}

const CONTAINER = 'bp6-toast-container';

/** The same look without Blueprint, for the toast that nothing can be loaded. */
function showPlainly({ tone, title }: ToastEntry): void {
  const made = (tag: string, className: string, ...inside: (Node | string)[]) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...inside);
    return element;
  };
  const bar = made('i', 'toast-bar');
  const close = made('button', 'toast-close', '×');
  close.setAttribute('aria-label', labels.close);
  const sign = made('b', 'bp6-icon', '!');
  sign.setAttribute('aria-hidden', 'true');
  const body = made('div', `toast-body toast-${tone}`, sign, made('div', 'toast-title', title), close, bar);
  const message = made('span', 'bp6-toast-message', body);
  const shown = made(
    'div',
    `${CONTAINER} ${CONTAINER}-in-portal ${CONTAINER}-bottom ${CONTAINER}-right`,
    made('div', 'bp6-toast toast', message),
  );
  shown.setAttribute('role', 'alert');
  const before = document.activeElement;
  const gone = () => {
    if (shown.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    shown.remove();
  };
  bar.addEventListener('animationend', gone);
  close.addEventListener('click', gone);
  document.body.append(shown);
}

export function toast(input: ToastInput): number {
  lastId += 1;
  const entry: ToastEntry = { ...input, id: lastId, at: Date.now() };
  changed([entry, ...entries].slice(0, HISTORY_LENGTH));
  import('./ToastHost.tsx').then(
    ({ showToast }) => showToast(entry, labels),
    () => showPlainly(entry),
  );
  return entry.id;
}

export const toastSuccess = (title: string, rest: Partial<ToastInput> = {}) =>
  toast({ ...rest, tone: 'success', title });
export const toastWarning = (title: string, rest: Partial<ToastInput> = {}) =>
  toast({ ...rest, tone: 'warning', title });
export const toastError = (title: string, rest: Partial<ToastInput> = {}) => toast({ ...rest, tone: 'error', title });
