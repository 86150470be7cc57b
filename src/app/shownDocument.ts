/** The document of the open window, where its lifecycle has a way: what a report is about when no address says it. */
import { useEffect } from 'react';

interface Shown {
  readonly machine: string;
  readonly id: number;
}
let shown: Shown | null = null;

export const shownDocument = (): Shown | null => shown;

export function useShownDocument(machine: string, id: number): void {
  useEffect(() => {
    const own = { machine, id };
    shown = own;
    return () => {
      if (shown === own) shown = null;
    };
  }, [machine, id]);
}
