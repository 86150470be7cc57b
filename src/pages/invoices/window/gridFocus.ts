/** Where the focus goes in the window of lines when what had it goes. */
import { type RefObject, useEffect, useRef } from 'react';
import { isFocusFree } from '../../../app/headingFocus.ts';

interface Places {
  place: RefObject<HTMLElement | null>;
  /** The search for goods. */
  field: RefObject<HTMLInputElement | null>;
  editable: boolean;
  /** A list is being pasted. */
  pasting: boolean;
  /** A dialog stands over the lines. */
  over: boolean;
  /** There are no lines. */
  none: boolean;
}

export interface GridFocus {
  focusGrid: () => void;
  /** Whether what a key opens over the lines leads back into them. */
  returnToGrid: (returns: boolean) => void;
}

export function useGridFocus({ place, field, editable, pasting, over, none }: Places): GridFocus {
  const grid = () => place.current?.querySelector<HTMLElement>('.lines');
  const focusGrid = () => grid()?.focus();
  const focusUnscrolled = () => grid()?.focus({ preventScroll: true });
  // work begins here: a scanner reads at once, and Tab goes on to the lines. A finger would only bring up the keyboard
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the window opens
  useEffect(() => {
    if (!isFocusFree() || !window.matchMedia('(pointer: fine)').matches) return;
    if (editable) field.current?.focus({ preventScroll: true });
    else focusUnscrolled();
  }, []);
  // the list that was pasted leaves its focus in the lines, at the first that came of it
  const wasPasting = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when pasting ends
  useEffect(() => {
    if (wasPasting.current && !pasting) (grid() ?? field.current)?.focus();
    wasPasting.current = pasting;
  }, [pasting]);
  // what a key opened over the grid closes into it: the dialog leaves the page and takes the focus along
  const returning = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the dialog closes
  useEffect(() => {
    if (over || !returning.current) return;
    returning.current = false;
    focusUnscrolled();
  }, [over]);
  // the last line took the focus along; with lines that come back it comes back too
  const hadNone = useRef(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when lines come
  useEffect(() => {
    if (hadNone.current && !none && isFocusFree()) focusUnscrolled();
    hadNone.current = none;
  }, [none]);
  return {
    focusGrid,
    returnToGrid: (returns) => {
      returning.current = returns;
    },
  };
}
