import { createContext, type ReactNode, use, useLayoutEffect } from 'react';

/** What the fields of a form are called, by name: an offered draft is read with them. */
export type Labels = Map<string, ReactNode>;

export const FormLabels = createContext<Labels | null>(null);

/** Called by every field: its form knows by then how to call what was written in it. */
export function useFieldLabel(name: string, label: ReactNode): void {
  const labels = use(FormLabels);
  useLayoutEffect(() => {
    labels?.set(name, label);
  }, [labels, name, label]);
}
