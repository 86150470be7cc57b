/** The part of a window's state that lives in its address, so that going back and a sent link bring it again. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

export type Change = Record<string, string | number | null | undefined>;

/** `set({ page: null })` takes a part away. `push` makes a step that the back button undoes. */
export function useAddress(): [URLSearchParams, (change: Change, options?: { push?: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (change: Change, { push = false }: { push?: boolean } = {}) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value === null || value === undefined || value === '') next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: !push },
      );
    },
    [setParams],
  );
  return [params, set];
}

export const numberIn = (params: URLSearchParams, name: string): number | null => {
  const value = params.get(name);
  return value !== null && /^\d{1,10}$/.test(value) && Number(value) > 0 ? Number(value) : null;
};
