/** Steps of the window of lines that can be taken back or done again. */
import type { FieldsChange } from '../../contract/change.ts';
import type { LineDraft, LineFigures, LineProduct } from './lines.ts';

/**
 * What takes a step back, by the keys of its lines; `turn` orders them, and joins those that are taken as one. `check`: the
 * server has not taken the figures that the step leads to, and may warn of them.
 */
export type UndoStep = { turn: number } & (
  | { kind: 'edit'; key: string; change: FieldsChange<LineFigures>; check: boolean }
  | { kind: 'remove'; keys: string[] }
  | { kind: 'add'; key: string; product: LineProduct; figures: LineFigures; position: number; check: boolean }
  /** A line that was taken out before it was ever saved. */
  | { kind: 'drop'; draft: LineDraft }
);

/** An edit that is not saved, done again. */
export const editOf = ({ key, check }: LineDraft, change: FieldsChange<LineFigures>, turn: number): UndoStep => ({
  kind: 'edit',
  key,
  change,
  turn,
  check,
});
