import { type RefObject, useEffect, useRef } from 'react';

/** Of the window's height: what begins lower is not seen by who looks at the middle. */
const LOW = 0.75;
/** What stands above an answer that is opened by its address comes later and moves it; in milliseconds. */
const COMES = 5_000;

/**
 * On a narrow screen an answer may be below or above what was pressed: when it becomes another one, it is brought into sight,
 * and again while what stands around it still comes, unless the person goes elsewhere.
 * @param asked selects what it answers, which an address may name far down its table: beside the answer it is in sight too
 */
export function useIntoSight<E extends HTMLElement>(answer: string | null, asked?: string): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const at = ref.current;
    if (answer === null || at === null) return;
    const show = () => {
      const place = asked === undefined || !isBeside(at) ? null : document.querySelector(asked);
      if (place !== null && isOutside(place)) place.scrollIntoView({ block: 'center', inline: 'center' });
      const { top, bottom } = at.getBoundingClientRect();
      if (top > window.innerHeight * LOW || bottom < 0) at.scrollIntoView({ block: 'start' });
    };
    show();
    const around = new ResizeObserver(show);
    // beside it is what scrolls by itself, whose parts come one after another
    for (const parent of [at.parentElement, at.parentElement?.parentElement, at.previousElementSibling])
      for (const one of parent?.children ?? []) around.observe(one);
    const leave = new AbortController();
    const end = () => {
      around.disconnect();
      leave.abort();
    };
    const timer = setTimeout(end, COMES);
    // a drawing that comes brings what is chosen in it into sight, which is not what was asked for
    window.addEventListener('scroll', show, { signal: leave.signal, capture: true, passive: true });
    for (const moved of ['wheel', 'pointerdown', 'keydown', 'touchmove'] as const)
      window.addEventListener(moved, end, { signal: leave.signal, passive: true });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [answer, asked]);
  return ref;
}

/** Whether it stands beside what it answers, not under it. */
const isBeside = (at: HTMLElement): boolean => {
  const main = at.previousElementSibling?.getBoundingClientRect();
  return main !== undefined && main.right <= at.getBoundingClientRect().left + 1;
};

function isOutside(place: Element): boolean {
  const { top, bottom } = place.getBoundingClientRect();
  return top < 0 || bottom > window.innerHeight;
}
