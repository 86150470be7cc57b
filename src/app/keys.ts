/**
 * Keys of what is on the screen: each part declares its own where it binds them, the sheet that `?` opens lists those that
 * are there now. F-keys have one meaning in all windows: docs/keys.md.
 */
import { useEffect, useSyncExternalStore } from 'react';

export interface KeyGroup {
  /** Namespace of the texts. */
  readonly space: string;
  readonly title: string;
  /** Keys that are pressed together or one for another, and the text of what they do. */
  readonly rows: readonly (readonly [text: string, ...keys: string[]])[];
}

/** Whether this key was pressed, by its place on the keyboard (`code`) too: a Russian layout has other letters there. */
export const isKey = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>, letter: string, place: string): boolean =>
  /^[a-z/]$/i.test(key) ? key.toLowerCase() === letter : code === place;

const declared: KeyGroup[] = [];
let now: readonly KeyGroup[] = [];
const listeners = new Set<() => void>();

/** What came last stands first: the dialog before the page, the page before the shell. */
function change(): void {
  now = [...new Set(declared.toReversed())];
  for (const listener of listeners) listener();
}

/** The group must be the same on each render: a constant, or memoized. */
export function useKeys(group: KeyGroup | null): void {
  useEffect(() => {
    if (group === null) return;
    declared.push(group);
    change();
    return () => {
      declared.splice(declared.indexOf(group), 1);
      change();
    };
  }, [group]);
}

/** What a key opens over any page: the keys of what is on the screen, or a report that something is wrong. */
type Sheet = 'keys' | 'report' | null;
/** No name, number or code begins with one of these keys: a field that every letter goes to opens the sheet while it is empty. */
const SHEETS: Readonly<Record<string, Sheet>> = { '?': 'keys', '!': 'report' };
let open: Sheet = null;

export function showSheet(next: Sheet): void {
  open = next;
  for (const listener of listeners) listener();
}

export const opensSheet = (key: string): boolean => key in SHEETS;

/** @returns whether the key opens a sheet, which it then does */
export function openSheetBy(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>): boolean {
  const sheet = SHEETS[event.key];
  if (sheet === undefined) return false;
  event.preventDefault();
  showSheet(sheet);
  return true;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Keys that are there now; parts that are fetched later bring theirs. */
export const useKeysNow = (): readonly KeyGroup[] => useSyncExternalStore(subscribe, () => now);

export const useSheet = (): Sheet => useSyncExternalStore(subscribe, () => open);
