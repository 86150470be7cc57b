import { useEffect, useRef } from 'react';
import { type KeyGroup, useKeys } from './keys.ts';

/** What the key prints now: a pane that is open goes before the list behind it. */
const printers: { current: (() => void) | null }[] = [];
function press(event: KeyboardEvent): void {
  if (event.code !== 'KeyP' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  const print = printers.findLast(({ current }) => current !== null)?.current;
  if (!print) return;
  event.preventDefault();
  if (!event.repeat) print();
}

const KEYS: KeyGroup = { space: 'common', title: 'printKey.title', rows: [['printKey.print', 'Ctrl', 'P']] };

/**
 * Ctrl+P prints the paper of a document or a list instead of its window, whatever the layout of the keyboard.
 * @param print null: there is nothing to print, and the key is the browser's
 */
export function usePrintKey(print: (() => void) | null): void {
  useKeys(print === null ? null : KEYS);
  const now = useRef(print);
  now.current = print;
  useEffect(() => {
    printers.push(now);
    // the same listener is bound once, however many ask for it
    window.addEventListener('keydown', press);
    return () => {
      printers.splice(printers.indexOf(now), 1);
      if (printers.length === 0) window.removeEventListener('keydown', press);
    };
  }, []);
}
