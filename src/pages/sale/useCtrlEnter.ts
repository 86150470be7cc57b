import { useEffect, useRef } from 'react';

/** The main step of the window, by Ctrl+Enter from anywhere in it; null: there is none now. */
export function useCtrlEnter(act: (() => void) | null): void {
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
