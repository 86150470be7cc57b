import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of the place that scrolls, in px; 0 before it is known. */
export function useRoom(place: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const scroller = place.current;
    if (scroller === null) return;
    const look = () => setRoom(scroller.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [place]);
  return room;
}
