import { useEffect, useRef } from 'react';
import { type KeyGroup, useKeys } from '../../app/keys.ts';

const KEYS: KeyGroup = { space: 'common', title: 'printKey.title', rows: [['printKey.print', 'Ctrl', 'P']] };

/**
 * Ctrl+P prints the paper of a document instead of its window, whatever the layout of the keyboard.
 * @param print null: there is nothing to print, and the key is the browser's
 */
export function usePrintKey(print: (() => void) | null): void {
  useKeys(print === null ? null : KEYS);
  const now = useRef(print);
  now.current = print;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'KeyP' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (now.current === null || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) now.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
