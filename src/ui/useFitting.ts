import { type RefObject, useLayoutEffect, useState } from 'react';
import { useRem } from './useRem.ts';

/** How wide words are in the letters of a field's placeholder, less the room that there is; null: it cannot be measured. */
function overOf(field: HTMLInputElement, words: string): number | null {
  const canvas = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (canvas === null) return null;
  const { fontFamily, fontSize, fontWeight } = getComputedStyle(field, '::placeholder');
  const { paddingLeft, paddingRight } = getComputedStyle(field);
  canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return canvas.measureText(words).width - room;
}

/**
 * The first of the words that a field has room for as its placeholder, the longest first: what is cut says less than a
 * shorter word. The last ones stand where none fit.
 */
export function useFitting(field: RefObject<HTMLInputElement | null>, ...words: readonly string[]): string {
  const rem = useRem();
  const [at, setAt] = useState(0);
  const asked = words.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: letters of another size are measured anew
  useLayoutEffect(() => {
    const input = field.current;
    if (input === null) return;
    const look = () => {
      const all = asked.split('\n');
      const fits = all.findIndex((one) => (overOf(input, one) ?? 0) <= 0);
      setAt(fits < 0 ? all.length - 1 : fits);
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(input);
    // the typeface may come after the field
    document.fonts?.addEventListener('loadingdone', look);
    return () => {
      watch.disconnect();
      document.fonts?.removeEventListener('loadingdone', look);
    };
  }, [field, asked, rem]);
  return words[at] ?? '';
}
