import { useEffect, useState } from 'react';

const rootSize = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** The root's font size in px, followed when the person moves the font slider. */
export function useRem(): number {
  const [rem, setRem] = useState(rootSize);
  useEffect(() => {
    const watch = new MutationObserver(() => setRem(rootSize()));
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ['style', 'class'] });
    return () => watch.disconnect();
  }, []);
  return rem;
}
