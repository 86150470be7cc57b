/** Serial numbers that go with a line: who removes it is asked before. */
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { type LastTurn, type LineState, lastDone, lastUndone } from './drafts.ts';
import { type GridRow, keyOf } from './rows.ts';

/** Saved numbers of a line: one a unit, or the one for the whole line. */
export const numbersOn = ({ serials, lot_number }: Pick<InputProduct, 'serials' | 'lot_number'>): number =>
  serials.saved + (lot_number === null ? 0 : 1);

/** Of these lines, those with saved numbers that would be removed. */
function lostBy(context: LineState, last: LastTurn | undefined): InputProduct[] {
  const keys = new Set(last?.steps.flatMap((step) => (step.kind === 'remove' ? step.keys : [])));
  return (context.lines ?? []).filter((line) => keys.has(keyOf(line, context.keys)) && numbersOn(line) > 0);
}

/** The lines with saved numbers that taking the last change back would remove. */
export const lostByUndo = (context: LineState): InputProduct[] => lostBy(context, lastDone(context));

/** And those that doing it again would remove. */
export const lostByRedo = (context: LineState): InputProduct[] => lostBy(context, lastUndone(context));

/** Of the row of that key, unless it is being removed already. */
export const lostByRemoving = (rows: readonly GridRow[], key: string): InputProduct[] =>
  rows.flatMap(({ key: one, line, draft }) =>
    one === key && line && !draft?.removed && numbersOn(line) > 0 ? [line] : [],
  );
