/** Serial numbers that go with a line: who removes it is asked before. */
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { type LineState, lastDone } from './drafts.ts';
import { keyOf } from './rows.ts';

/** Saved numbers of a line: one a unit, or the one for the whole line. */
export const numbersOn = ({ serials, lot_number }: Pick<InputProduct, 'serials' | 'lot_number'>): number =>
  serials.saved + (lot_number === null ? 0 : 1);

/** The lines with saved numbers that taking the last change back would remove. */
export function lostByUndo(context: LineState): InputProduct[] {
  const last = lastDone(context);
  if (last === undefined || !('kind' in last) || last.kind !== 'remove') return [];
  return (context.lines ?? []).filter((line) => last.keys.includes(keyOf(line, context.keys)) && numbersOn(line) > 0);
}
