/** The part of a window's state that lives in its address, so that going back and a sent link bring it again. */
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { MATRIX_FILTERS, MATRIX_SORTS, type MatrixView } from '../../../../machines/actWorkspace/matrix.ts';

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

const oneOf = <T extends string>(values: readonly T[], value: string | null, usual: T): T =>
  values.find((one) => one === value) ?? usual;

export const numberIn = (params: URLSearchParams, name: string): number | null => {
  const value = params.get(name);
  return value !== null && /^\d{1,10}$/.test(value) && Number(value) > 0 ? Number(value) : null;
};

/** `sort=sum` is the most first, `sort=-sum` the least. */
export function matrixViewOf(params: URLSearchParams): MatrixView {
  const written = params.get('sort') ?? '';
  const ascending = written.startsWith('-');
  return {
    filter: oneOf(MATRIX_FILTERS, params.get('filter'), 'all'),
    query: params.get('q') ?? '',
    sort: oneOf(MATRIX_SORTS, ascending ? written.slice(1) : written, 'sum'),
    descending: !ascending,
  };
}

/** A value that follows another one after it has been at rest: select search waits 500 ms (decision 52). */
export function useSettled<T>(value: T, wait = 500): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}
