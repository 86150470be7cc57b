/**
 * The form of something new is in the address while it is open: a reload and a sign-in after a session that ended open it
 * again, and what was written is offered. `?form=copy-12` opens it as a copy of another document.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAddress } from '../../app/address.ts';

const KEY = 'form';
const NEW = 'new';

const COPY = /^copy-([1-9]\d{0,9})$/;

/**
 * @param open opens the form, where the person may.
 * @returns the document that the new one is a copy of.
 */
export function useFormInAddress(isOpen: boolean, open: () => void): number | null {
  const [params, set] = useAddress();
  const written = params.get(KEY);
  const copyOf = COPY.exec(written ?? '')?.[1] ?? null;
  const isWritten = written === NEW || copyOf !== null;
  const begin = useEffectEvent(() => {
    if (isWritten) open();
  });
  const follow = useEffectEvent((now: boolean) => {
    if (isWritten !== now) set({ [KEY]: now ? NEW : null });
  });
  const began = useRef(false);
  useEffect(() => {
    if (began.current) follow(isOpen);
    else begin();
    began.current = true;
  }, [isOpen]);
  // a copy may be asked for while the list is there
  useEffect(() => {
    if (copyOf !== null) begin();
  }, [copyOf]);
  return copyOf === null ? null : Number(copyOf);
}
