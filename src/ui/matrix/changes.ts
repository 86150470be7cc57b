/**
 * What was changed in a matrix and is not saved: cells by row and column, each step undone and done again as a whole, also
 * a paste. Pure, so that it is tested without a browser.
 */

/** A cell as it will be. */
export interface CellChange<V> {
  readonly row: string;
  readonly column: string;
  readonly value: V;
}

/** Cells of one step, with what they had before: nothing, where they stood as saved. */
type Step<V> = readonly { readonly key: string; readonly before: V | undefined; readonly after: V | undefined }[];

export interface Changes<V> {
  /** Values by `cellKey`; a cell that stands as saved is not in it. */
  readonly cells: ReadonlyMap<string, V>;
  readonly done: readonly Step<V>[];
  readonly undone: readonly Step<V>[];
}

const BETWEEN = '\u0000';
export const cellKey = (row: string, column: string): string => row + BETWEEN + column;
export function placeOf(key: string): { row: string; column: string } {
  const [row = '', column = ''] = key.split(BETWEEN);
  return { row, column };
}

export const noChanges = <V>(): Changes<V> => ({ cells: new Map<string, V>(), done: [], undone: [] });

function apply<V>(cells: ReadonlyMap<string, V>, step: Step<V>, to: 'before' | 'after'): ReadonlyMap<string, V> {
  const next = new Map(cells);
  for (const cell of step) {
    const value = cell[to];
    if (value === undefined) next.delete(cell.key);
    else next.set(cell.key, value);
  }
  return next;
}

/** @param saved what a cell has where nothing is changed; a cell that is set back to it is no change. */
export function change<V>(
  changes: Changes<V>,
  cells: readonly CellChange<V>[],
  saved: (row: string, column: string) => V,
  same: (one: V, other: V) => boolean,
): Changes<V> {
  const step = cells.flatMap(({ row, column, value }) => {
    const key = cellKey(row, column);
    const before = changes.cells.get(key);
    const stands = saved(row, column);
    if (same(before ?? stands, value)) return [];
    return [{ key, before, after: same(stands, value) ? undefined : value }];
  });
  if (step.length === 0) return changes;
  return { cells: apply(changes.cells, step, 'after'), done: [...changes.done, step], undone: [] };
}

export function undo<V>(changes: Changes<V>): Changes<V> {
  const step = changes.done.at(-1);
  if (step === undefined) return changes;
  return {
    cells: apply(changes.cells, step, 'before'),
    done: changes.done.slice(0, -1),
    undone: [...changes.undone, step],
  };
}

export function redo<V>(changes: Changes<V>): Changes<V> {
  const step = changes.undone.at(-1);
  if (step === undefined) return changes;
  return {
    cells: apply(changes.cells, step, 'after'),
    done: [...changes.done, step],
    undone: changes.undone.slice(0, -1),
  };
}

/** After what is saved was read again: what has come to stand as wanted is no change any more, and steps begin anew. */
export function rebase<V>(
  changes: Changes<V>,
  saved: (row: string, column: string) => V,
  same: (one: V, other: V) => boolean,
): Changes<V> {
  const cells = new Map<string, V>();
  for (const [key, value] of changes.cells) {
    const { row, column } = placeOf(key);
    if (!same(saved(row, column), value)) cells.set(key, value);
  }
  return { cells, done: [], undone: [] };
}

/** A block of cells as a sheet has it on the clipboard. */
export const blockOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
