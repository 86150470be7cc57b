/** What a matrix is made of: its columns, its rows in groups, and what its cells are. */
import type { ReactNode } from 'react';
import type { Matrix } from './useMatrix.ts';

export interface MatrixColumn {
  readonly key: string;
  /** As it is called in words. */
  readonly name: string;
  /** Its head, where the name alone is not enough. */
  readonly head?: ReactNode;
  /** Why nothing in it may be changed. */
  readonly locked?: string | undefined;
}

export interface MatrixRow {
  readonly key: string;
  readonly name: string;
  readonly head?: ReactNode;
  /** Beside the head: a sum of its row. */
  readonly sum?: ReactNode;
}

export interface MatrixGroup {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly MatrixRow[];
}

/** What the cells of a matrix are. */
export interface CellKind<V> {
  readonly show: (value: V) => ReactNode;
  /** For who hears the cell, and for the clipboard. */
  readonly text: (value: V) => string;
  /** What is typed or pasted; nothing where it does not fit. */
  readonly read: (text: string, before: V) => V | undefined;
  /** Del. */
  readonly none: V;
  /** Space, a click on the cell in focus, and Enter of what is not typed. */
  readonly turn?: (value: V) => V;
  /** Typed into the cell; without it the cell is turned alone. */
  readonly typed?: true;
  /** Why a value may not stand. */
  readonly fault?: (value: V) => string | undefined;
}

export interface MatrixGridProps<V> {
  readonly label: string;
  /** Over the first column. */
  readonly corner: ReactNode;
  readonly columns: readonly MatrixColumn[];
  readonly groups: readonly MatrixGroup[];
  readonly kind: CellKind<V>;
  readonly matrix: Matrix<V>;
  /** Nothing may be changed. */
  readonly readOnly?: boolean;
  /** Head of the sums, where rows have them. */
  readonly sum?: ReactNode;
  /** Width of the first column and of the others, in rem. */
  readonly headRem?: number;
  readonly columnRem?: number;
  /** So many cells of a paste did not fit, or may not be changed. */
  readonly onLeftOut?: (count: number) => void;
  readonly onFocusCell?: (row: string, column: string) => void;
}
