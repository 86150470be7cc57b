import { type RefObject, useEffect, useRef } from 'react';

/** Of the window's height: what begins lower is not seen by who looks at the middle. */
const LOW = 0.75;
/** What stands above an answer that is opened by its address comes later and moves it; in milliseconds. */
const COMES = 5_000;

/**
 * On a narrow screen an answer may be below or above what was pressed: when it becomes another one, it is brought into sight,
 * and again while what stands around it still comes, unless the person goes elsewhere.
 */
export function useIntoSight<E extends HTMLElement>(answer: string | null): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const at = ref.current;
    if (answer === null || at === null) return;
    const show = () => {
      const { top, bottom } = at.getBoundingClientRect();
      if (top > window.innerHeight * LOW || bottom < 0) at.scrollIntoView({ block: 'start' });
    };
    show();
    const around = new ResizeObserver(show);
    for (const place of [at.parentElement, at.parentElement?.parentElement])
      for (const one of place?.children ?? []) around.observe(one);
    const leave = new AbortController();
    const end = () => {
      around.disconnect();
      leave.abort();
    };
    const timer = setTimeout(end, COMES);
    for (const moved of ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const)
      window.addEventListener(moved, end, { signal: leave.signal, passive: true });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [answer]);
  return ref;
}
