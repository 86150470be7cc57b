/**
 * The form of something new is in the address while it is open: a reload and a sign-in after a session that ended open it
 * again, and what was written is offered.
 */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAddress } from '../../app/address.ts';

const KEY = 'form';
const NEW = 'new';

/** @param open opens the form, where the person may. */
export function useFormInAddress(isOpen: boolean, open: () => void): void {
  const [params, set] = useAddress();
  const isWritten = params.get(KEY) === NEW;
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
}
