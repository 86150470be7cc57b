/** Rows under heads that fold, as the lines of a table: which are in sight, and what the arrows do. */

/** A head with the rows below it, or a row. */
export type TreeLine<Row> =
  | { readonly kind: 'head'; readonly key: string; readonly level: number; readonly rows: readonly Row[] }
  | { readonly kind: 'row'; readonly key: string; readonly level: number; readonly row: Row };

/**
 * The lines in sight: a head for each value of each of `by` in the order of the rows, below it what its head is open for.
 * A head is known by the values from the first level on.
 */
export function linesOf<Row>(
  rows: readonly Row[],
  by: readonly ((row: Row) => string)[],
  keyOf: (row: Row) => string,
  isOpen: (key: string) => boolean,
  above = '',
  level = 0,
): TreeLine<Row>[] {
  const [first, ...rest] = by;
  if (first === undefined) return rows.map((row) => ({ kind: 'row', key: keyOf(row), level, row }));
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${above}${first(row)}/`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups].flatMap(([key, below]): TreeLine<Row>[] => [
    { kind: 'head', key, level, rows: below },
    ...(isOpen(key) ? linesOf(below, rest, keyOf, isOpen, key, level + 1) : []),
  ]);
}

/** What an arrow to the side does on a line: opens or folds its head, or goes to another line. */
export function arrowOn<Row>(
  lines: readonly TreeLine<Row>[],
  at: number,
  arrow: 'ArrowLeft' | 'ArrowRight',
): { fold: string } | { move: number } | null {
  const line = lines[at];
  if (line === undefined) return null;
  const below = lines[at + 1];
  const isOpen = line.kind === 'head' && below !== undefined && below.level > line.level;
  if (arrow === 'ArrowRight') {
    if (line.kind === 'row') return null;
    return isOpen ? { move: at + 1 } : { fold: line.key };
  }
  if (isOpen) return { fold: line.key };
  const above = lines.slice(0, at).findLastIndex(({ level }) => level < line.level);
  return above < 0 ? null : { move: above };
}
