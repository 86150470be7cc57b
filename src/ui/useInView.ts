import { useLayoutEffect, useRef } from 'react';

/**
 * Scrolls a place so that the part of it that matters is in view: at first, when another part matters, and when the size
 * of the place changes. What scrolls around the place stays where it is.
 * @param selector of the part; of several the last
 */
export function useInView<Place extends HTMLElement>(selector: string, matters: unknown) {
  const ref = useRef<Place>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part matters
  useLayoutEffect(() => {
    const place = ref.current;
    if (place === null) return;
    const show = () => {
      const part = [...place.querySelectorAll(selector)].at(-1)?.getBoundingClientRect();
      if (part === undefined) return;
      const { top, left, bottom, right } = place.getBoundingClientRect();
      // its end may lie under a fading edge
      const edge = Math.min(24, (bottom - top - part.height) / 2);
      place.scrollTop += Math.min(0, part.top - top - edge) || Math.max(0, part.bottom - bottom + edge);
      place.scrollLeft += Math.min(0, part.left - left) || Math.max(0, part.right - right);
    };
    const observer = new ResizeObserver(show);
    // it is called at once, and before anything is drawn
    observer.observe(place);
    return () => observer.disconnect();
  }, [selector, matters]);
  return ref;
}
