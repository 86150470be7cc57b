/** Keys of the whole screen: a scanner types wherever the focus is, and every code must arrive in the scanner's field. */

import { type RefObject, useEffect } from 'react';
import { type KeyGroup, showSheet, useKeys } from '../../../app/keys.ts';
import type { CounterActor, ScanController } from './scanController.ts';

/** Nobody types letters on a button: keys that come within this time of one another, in milliseconds, are a scan. */
const SCAN_PAUSE = 1_000;
const SHORTEST_CODE = 3;

export const editableOf = (target: EventTarget | null) =>
  target instanceof Element
    ? target.closest<HTMLInputElement>('input, textarea, select, [contenteditable="true"]')
    : null;

/** What lies over the screen has keys of its own. */
export const isOver = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.bp6-overlay, [role="dialog"]') !== null;

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
    let burst = '';
    let last = 0;
    let swallowed = '';

    const swallow = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      swallowed = event.key;
    };

    /** A scan into an open question must not press its button: it is refused aloud. */
    function duringQuestion(event: KeyboardEvent): void {
      if (editableOf(event.target) !== null) return;
      const goesOn = event.timeStamp - last < SCAN_PAUSE;
      if (event.key.length === 1) {
        burst = goesOn ? burst + event.key : event.key;
        last = event.timeStamp;
        if (event.key === ' ' && goesOn) swallow(event);
      } else if (event.key === 'Enter' && goesOn && burst.length >= SHORTEST_CODE) {
        swallow(event);
        scans.refuse('notNow', burst);
        burst = '';
      }
    }

    function onKeyDown(event: KeyboardEvent): void {
      if (event.isComposing) return;
      const snapshot = actor.getSnapshot();
      if (snapshot.hasTag('asking')) {
        duringQuestion(event);
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
      if (event.key === '?' && empty) {
        // no code begins with it
        event.preventDefault();
        showSheet('keys');
      } else if (event.key === 'F2') {
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

    /** Buttons are pressed when the key comes up. */
    function onKeyUp(event: KeyboardEvent): void {
      if (event.key !== swallowed) return;
      swallow(event);
      swallowed = '';
    }

    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('keyup', onKeyUp, true);
    return () => {
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('keyup', onKeyUp, true);
    };
  }, [actor, scans, field]);
}
