/** The document of the open window, where its lifecycle has a way: what a report is about when no address says it. */
import { useEffect } from 'react';

interface Shown {
  readonly machine: string;
  readonly id: number;
}
/** A part of a window says it beside the whole: each takes back its own. */
const shown = new Set<Shown>();

export const shownDocument = (): Shown | undefined => [...shown].at(-1);

export function useShownDocument(machine: string, id: number): void {
  useEffect(() => {
    const own = { machine, id };
    shown.add(own);
    return () => void shown.delete(own);
  }, [machine, id]);
}
