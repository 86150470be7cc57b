/** Cells of the assortment matrix: how they are written, read and compared, and the rows that categories make. */
import type { MatrixCategory, MatrixCell } from '../../../contract/matrixGrid.ts';
import { MOST_PIECES } from '../../../contract/settings/matrixItem.ts';

export interface Cell {
  readonly stand: MatrixCell['stand'];
  readonly min: number;
  readonly max: number | null;
}

/** Not sold in the shop; also what is not set yet. */
export const NONE: Cell = { stand: 'none', min: 0, max: null };

export const sameCell = (one: Cell, other: Cell): boolean =>
  one.stand === other.stand && one.min === other.min && one.max === other.max;

export const MUST = '■';
const NOTHING = '·';

/** As it stands in the grid, on the clipboard and in the sheet. */
export function textOf({ stand, min, max }: Cell): string {
  if (stand === 'none') return NOTHING;
  return `${stand === 'must' ? `${MUST} ` : ''}${min}–${max ?? ''}`;
}

/**
 * What was typed or pasted. Figures typed with a hyphen leave a must-have a must-have; the dash of `textOf` says exactly
 * what stands: a copied cell is the same cell.
 */
export function cellIn(text: string, before: Cell): Cell | undefined {
  const written = text.trim();
  if (written === '' || written === NOTHING || written === '.') return NONE;
  const found = /^([■*])?\s*(\d{1,6})\s*(?:([-–—])\s*(\d{1,6})?)?$/.exec(written);
  if (found === null) return undefined;
  const [, mark, least, dash, most] = found;
  const min = Number(least);
  const max = dash === undefined ? before.max : most === undefined ? null : Number(most);
  if (min > MOST_PIECES || (max ?? 0) > MOST_PIECES) return undefined;
  const must = mark !== undefined || (dash !== '–' && before.stand === 'must');
  return { stand: must ? 'must' : 'may', min, max };
}

/** A must-have or no must-have; what must be there is there at least once. */
export const turned = (cell: Cell): Cell =>
  cell.stand === 'must' ? { ...cell, stand: 'may' } : { ...cell, stand: 'must', min: Math.max(1, cell.min) };

export const isFaulty = ({ min, max }: Cell): boolean => max !== null && max < min;

export interface CategoryGroup {
  readonly id: number;
  readonly name: string;
  /** With how deep they stand below the group: 0 directly in it. */
  readonly rows: readonly { readonly id: number; readonly name: string; readonly depth: number }[];
}

/** The tree as groups: a category of the top with all below it; one without any below is its own row. */
export function groupsOf(categories: readonly MatrixCategory[]): CategoryGroup[] {
  const below = new Map<number | null, MatrixCategory[]>();
  for (const one of categories) below.set(one.parent_id, [...(below.get(one.parent_id) ?? []), one]);
  const inside = (id: number, depth: number): CategoryGroup['rows'] =>
    (below.get(id) ?? []).flatMap((one) => [{ id: one.id, name: one.name, depth }, ...inside(one.id, depth + 1)]);
  return (below.get(null) ?? []).map(({ id, name }) => {
    const rows = inside(id, 0);
    return { id, name, rows: rows.length > 0 ? rows : [{ id, name, depth: 0 }] };
  });
}
