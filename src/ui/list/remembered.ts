/** What a person likes of lists, kept in this browser for that person: the size of a page, the columns of each list. */
import { useSyncExternalStore } from 'react';
import { PAGE_SIZE, PAGE_SIZES } from '../../../contract/common.ts';
import { useSession } from '../../app/session.ts';

const SIZE_KEY = 'list-page-size';
const COLUMNS_KEY = 'list-columns';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // a full or closed storage: the choice holds until the page is left
  }
  for (const listener of listeners) listener();
}

const useKept = (key: string): string | null => useSyncExternalStore(subscribe, () => localStorage.getItem(key));

const usePerson = (): number => useSession((snapshot) => snapshot.context.user?.id ?? 0);

/** One of the sizes that are offered, or none. */
export const sizeIn = (written: string | null): number | undefined =>
  PAGE_SIZES.find((size) => String(size) === written);

/** One size for all lists. */
export function usePageSize(): [size: number, choose: (size: number) => void] {
  const key = `${SIZE_KEY}:${usePerson()}`;
  const kept = useKept(key);
  return [sizeIn(kept) ?? PAGE_SIZE, (size) => keep(key, size === PAGE_SIZE ? null : String(size))];
}

export type Chosen = Readonly<Record<string, boolean>>;

function chosenIn(written: string | null): Chosen {
  try {
    const value: unknown = JSON.parse(written ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, shown]) => typeof shown === 'boolean'));
  } catch {
    return {};
  }
}

/** Only what differs from the list's own columns is kept, so a column that is added later appears. */
export function useChosenColumns(list: string): [chosen: Chosen, choose: (next: Chosen) => void] {
  const key = `${COLUMNS_KEY}:${list}:${usePerson()}`;
  const written = useKept(key);
  return [chosenIn(written), (next) => keep(key, Object.keys(next).length === 0 ? null : JSON.stringify(next))];
}
