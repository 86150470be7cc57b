/** What of the lines waits for the person: errors, warnings, conflicts, empty figures, missing serial numbers. */
import { type LineFigures, missingIn } from '../../../../machines/invoiceWorkspace/lines.ts';
import { COLUMNS, type Column, type GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';

/** Figures that are written and cannot be: zero where a price is divided by it or nothing is bought, or below it. */
export const wrongIn = (figures: LineFigures) => missingIn(figures).filter((field) => figures[field] !== null);

/** `error`: not saved, and why is known. `empty`: not saved before a figure is written. */
export type Standing = 'good' | 'error' | 'warned' | 'empty' | 'gone' | 'theirs';

export function standingOf({ draft }: Pick<GridRow, 'draft'>): Standing {
  if (draft === null || draft.removed) return draft?.theirs ? 'theirs' : 'good';
  if (draft.theirs !== null) return 'theirs';
  if (draft.gone) return 'gone';
  if (Object.keys(draft.faults).length > 0) return draft.warned ? 'warned' : 'error';
  if (wrongIn(draft.figures).length > 0) return 'error';
  return missingIn(draft.figures).length > 0 ? 'empty' : 'good';
}

/** Units of a line with a number of their own, as its cell shows them. */
export function serialsOf({ line, product, figures }: Pick<GridRow, 'line' | 'product' | 'figures'>) {
  if (!product.is_serial_number) return { saved: 0, needed: 0 };
  return { saved: line?.serials.saved ?? 0, needed: line?.count ?? figures.count ?? 0 };
}

export const PROBLEMS = ['errors', 'conflicts', 'warnings', 'empty', 'serials'] as const;
export type ProblemKind = (typeof PROBLEMS)[number];

/** A line that waits, and the cell in which. */
export interface Problem {
  row: number;
  key: string;
  column: Column;
}

const isColumn = (field: string): field is Column => (COLUMNS as readonly string[]).includes(field);

/** The cell that an error is about; one of the whole line is shown at its product. */
const faultIn = ({ draft, figures }: GridRow): Column =>
  Object.keys(draft?.faults ?? {}).find(isColumn) ?? wrongIn(figures)[0] ?? 'product';

const KINDS: Readonly<Record<Exclude<Standing, 'good'>, ProblemKind>> = {
  error: 'errors',
  gone: 'errors',
  theirs: 'conflicts',
  warned: 'warnings',
  empty: 'empty',
};

export function problemsOf(rows: readonly GridRow[]): Record<ProblemKind, Problem[]> {
  const found: Record<ProblemKind, Problem[]> = { errors: [], conflicts: [], warnings: [], empty: [], serials: [] };
  rows.forEach((one, row) => {
    const { key, draft } = one;
    const standing = standingOf(one);
    if (standing !== 'good') {
      const missing = draft && standing === 'empty' ? missingIn(draft.figures)[0] : undefined;
      found[KINDS[standing]].push({ row, key, column: missing ?? faultIn(one) });
    }
    const { saved, needed } = serialsOf(one);
    if (one.line !== null && draft?.removed !== true && saved < needed)
      found.serials.push({ row, key, column: 'serials' });
  });
  return found;
}

/** Lines that are not saved and have a reason, in the order of the rows. */
export const unsavedOf = ({ errors, conflicts, warnings }: ReturnType<typeof problemsOf>): Problem[] =>
  [...errors, ...conflicts, ...warnings].sort((one, other) => one.row - other.row);

/** The next one below a row, then from the top again. */
export const nextAfter = (problems: readonly Problem[], row: number): Problem | undefined =>
  problems.find((one) => one.row > row) ?? problems[0];
