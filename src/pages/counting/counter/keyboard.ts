/** Keys of the whole screen: a scanner types wherever the focus is, and every code must arrive in the scanner's field. */

import { type RefObject, useEffect } from 'react';
import { type KeyGroup, openSheetBy, useKeys } from '../../../app/keys.ts';
import { editableOf, isOver } from './editable.ts';
import type { CounterActor, ScanController } from './scanController.ts';
import { ScanBurst } from './strayScans.ts';

// texts: counter keys.*
const KEYS: KeyGroup = {
  space: 'counter',
  title: 'keys.title',
  rows: [
    ['keys.quantity', '*'],
    ['keys.edit', 'F2'],
    ['keys.undo', 'Ctrl', 'Z'],
    ['keys.search', '/'],
  ],
};

export function useKeyboard(
  actor: CounterActor,
  scans: ScanController,
  field: RefObject<HTMLInputElement | null>,
): void {
  useKeys(KEYS);
  useEffect(() => {
    // a scan into an open question must not press its button
    const burst = new ScanBurst((code) => scans.refuse('notNow', code));

    function onKeyDown(event: KeyboardEvent): void {
      if (event.isComposing) return;
      const snapshot = actor.getSnapshot();
      if (snapshot.hasTag('asking')) {
        burst.down(event);
        return;
      }
      const input = field.current;
      const editable = editableOf(event.target);
      const empty = editable === null || (editable === input && input.value === '');
      if (input === null || isOver(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === 'KeyZ' && empty) {
        event.preventDefault();
        scans.undoLast();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (empty && openSheetBy(event)) return;
      if (event.key === 'F2') {
        event.preventDefault();
        scans.editTotal(snapshot.context.productId);
      } else if (editable !== null) {
        // the person, or the scanner, types where the focus is
      } else if (event.key === '/') {
        event.preventDefault();
        input.focus();
      } else if (event.key.length === 1 && event.key !== ' ') {
        // the key that brought the focus here belongs to the code
        event.preventDefault();
        input.focus();
        input.value += event.key;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }

    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('keyup', burst.up, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('keyup', burst.up, true);
    };
  }, [actor, scans, field]);
}
