/** A letter that acts on the window while nothing is being typed and nothing lies over it; its place counts, whatever language the keyboard has. */
import { useEffect, useEffectEvent } from 'react';

const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], .bp6-overlay, [role="dialog"]') !== null;

/** @param act null: the key does nothing here */
export function useLetterKey(place: `Key${string}`, act: (() => void) | null): void {
  const press = useEffectEvent(() => act?.());
  const acts = act !== null;
  useEffect(() => {
    if (!acts) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.code !== place || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTaken(event.target)) return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [place, acts]);
}
