import { createContext, type ReactNode, use, useLayoutEffect } from 'react';

/** How a value of a field reads where it is no words already: a choice is kept by its code. */
export type Reader = (value: never) => string | undefined;

/** What the fields of a form are called, and how their values read, by name: an offered draft is read with them. */
export interface Labels {
  names: Map<string, ReactNode>;
  readers: Map<string, Reader>;
}

export const FormLabels = createContext<Labels | null>(null);

/** Called by every field: its form knows by then how to call what was written in it. */
export function useFieldLabel(name: string, label: ReactNode): void {
  const labels = use(FormLabels);
  useLayoutEffect(() => {
    labels?.names.set(name, label);
  }, [labels, name, label]);
}

/** Called by a field whose values are no words. */
export function useFieldReader(name: string, reader: Reader): void {
  const labels = use(FormLabels);
  useLayoutEffect(() => {
    labels?.readers.set(name, reader);
  });
}
