/** Keys of the window: a scanner types wherever the focus is, and every code must arrive in its field. */
import { type RefObject, useEffect } from 'react';
import { BREACH_REASONS, type BreachReason } from '../../../contract/outputs.ts';
import { type KeyGroup, openSheetBy, useKeys } from '../../app/keys.ts';

// texts: outputs keys.*
const KEYS: KeyGroup = {
  space: 'outputs',
  title: 'keys.title',
  rows: [
    ['keys.undo', 'Ctrl', 'Z'],
    ['keys.reason', 'Alt', '1', '4'],
    ['keys.sign', 'F8'],
    ['keys.handOver', 'Ctrl', '↵'],
  ],
};

export interface DeskKeys {
  field: RefObject<HTMLInputElement | null>;
  canvas: RefObject<HTMLCanvasElement | null>;
  press: RefObject<(() => void) | null>;
  onReason: (reason: BreachReason) => void;
  onUndo: () => void;
}

const isEditable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
const isOver = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.bp6-overlay, [role="dialog"]') !== null;

export function useDeskKeys({ field, canvas, press, onReason, onUndo }: DeskKeys): void {
  useKeys(KEYS);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const input = field.current;
      if (event.isComposing || input === null || isOver(event.target)) return;
      const { key, code, ctrlKey, metaKey, altKey } = event;
      // nothing is being typed
      const free = !isEditable(event.target) || (event.target === input && input.value === '');
      const act = (done: () => void) => {
        event.preventDefault();
        done();
      };
      const reason = altKey && !ctrlKey ? BREACH_REASONS[Number(code.replace('Digit', '')) - 1] : undefined;
      if (reason !== undefined) act(() => onReason(reason));
      else if (key === 'F8') act(() => canvas.current?.focus());
      else if ((ctrlKey || metaKey) && key === 'Enter') act(() => press.current?.());
      else if ((ctrlKey || metaKey) && code === 'KeyZ' && free) act(onUndo);
      else if (ctrlKey || metaKey || altKey || (free && openSheetBy(event)) || isEditable(event.target)) return;
      // the key that brings the focus here belongs to the code
      else if (key.length === 1 && key !== ' ')
        act(() => {
          input.focus();
          input.value += key;
        });
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [field, canvas, press, onReason, onUndo]);
}
