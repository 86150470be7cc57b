/** How tall the heads of a matrix are: whole names, since two may differ in their last words alone. */
import type { MatrixColumn } from './kinds.ts';

/** Two lines with air around them; each line more. */
const LEAST_REM = 2.5;
const LINE_REM = 0.9;
/** Of a bold letter, and of what stands left and right of the name. */
const LETTER_REM = 0.46;
const EDGES_REM = 0.5;
/** A figure behind the name. */
const FIGURE = ' 000';

/** Lines that a name takes, a word that is longer than a line being broken. */
export function linesOf(name: string, letters: number): number {
  let [lines, used] = [1, 0];
  for (const word of name.split(/\s+/)) {
    const beside = used === 0 ? word.length : used + 1 + word.length;
    if (beside <= letters) used = beside;
    else {
      lines += (used === 0 ? 0 : 1) + Math.ceil(word.length / letters) - 1;
      used = word.length % letters || letters;
    }
  }
  return lines;
}

export function headRemOf(columns: readonly MatrixColumn[], columnRem: number): number {
  const letters = Math.floor((columnRem - EDGES_REM) / LETTER_REM);
  const lines = columns.map(({ name, head }) => linesOf(head === undefined ? name : name + FIGURE, letters));
  return Math.max(LEAST_REM, Math.max(0, ...lines) * LINE_REM + 0.4);
}
