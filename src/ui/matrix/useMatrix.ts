/** The changes of a matrix as a page holds them. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { type CellChange, type Changes, cellKey, change, noChanges, rebase, redo, undo } from './changes.ts';

export interface Matrix<V> {
  value: (row: string, column: string) => V;
  isChanged: (row: string, column: string) => boolean;
  /** Values that differ from what is saved, by `cellKey`. */
  changed: ReadonlyMap<string, V>;
  /** One step. */
  set: (cells: readonly CellChange<V>[]) => void;
  undo: () => void;
  redo: () => void;
  mayUndo: boolean;
  mayRedo: boolean;
  /** Back to what is saved. */
  clear: () => void;
  /** What is saved was read again. */
  rebase: (saved: (row: string, column: string) => V) => void;
}

/** @param saved what is saved of a cell; the same function until it is read again. */
export function useMatrix<V>(
  saved: (row: string, column: string) => V,
  same: (one: V, other: V) => boolean = Object.is,
  initial?: ReadonlyMap<string, V>,
): Matrix<V> {
  const [changes, setChanges] = useState<Changes<V>>(() => ({
    ...noChanges<V>(),
    ...(initial !== undefined && { cells: initial }),
  }));
  const equal = useRef(same);
  const { cells } = changes;
  const value = useCallback(
    (row: string, column: string) => cells.get(cellKey(row, column)) ?? saved(row, column),
    [cells, saved],
  );
  return useMemo(
    () => ({
      value,
      isChanged: (row, column) => cells.has(cellKey(row, column)),
      changed: cells,
      set: (written) => setChanges((now) => change(now, written, saved, equal.current)),
      undo: () => setChanges(undo),
      redo: () => setChanges(redo),
      mayUndo: changes.done.length > 0,
      mayRedo: changes.undone.length > 0,
      clear: () => setChanges(noChanges<V>()),
      rebase: (read) => setChanges((now) => rebase(now, read, equal.current)),
    }),
    [value, cells, saved, changes],
  );
}
