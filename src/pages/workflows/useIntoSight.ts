import { type RefObject, useEffect, useRef } from 'react';

/** Of the window's height: what begins lower is not seen by who looks at the middle. */
const LOW = 0.75;

/** On a narrow screen an answer may be below or above what was pressed: when it becomes another one, it is brought into sight. */
export function useIntoSight<E extends HTMLElement>(answer: string | null): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    const at = ref.current;
    if (answer === null || at === null) return;
    const { top, bottom } = at.getBoundingClientRect();
    if (top > window.innerHeight * LOW || bottom < 0) at.scrollIntoView({ block: 'start' });
  }, [answer]);
  return ref;
}
