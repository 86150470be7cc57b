import { useEffect, useRef } from 'react';
import { type KeyGroup, useKeys } from '../../app/keys.ts';

/** The keys of such a step, for the sheet that `?` opens: a window by its title, the step by its button. */
export const ctrlEnter = (space: string, title: string, step: string): KeyGroup => ({
  ...{ space, title },
  rows: [[step, 'Ctrl', 'Enter']],
});

/**
 * The main step of the window, by Ctrl+Enter from anywhere in it; null: it cannot be taken now.
 * @param keys null: the window does not show the step
 */
export function useCtrlEnter(act: (() => void) | null, keys: KeyGroup | null): void {
  useKeys(keys);
  const now = useRef(act);
  now.current = act;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || now.current === null) return;
      // a question that is open has its own main step
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      now.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
