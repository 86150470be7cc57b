/** The record that the pane shows is in the address as `row`: a link opens it, and the page can be shared. */
import { useEffect, useEffectEvent } from 'react';
import { numberIn, useAddress } from '../../app/address.ts';
import type { PaneActor } from './useRecordPane.ts';

export function useRowInAddress(actor: PaneActor): void {
  const [params, set] = useAddress();
  const open = useEffectEvent(() => {
    const id = numberIn(params, 'row');
    if (id !== null) actor.send({ type: 'pane.open', place: { id } });
  });
  const follow = useEffectEvent((id: number | null) => {
    if (numberIn(params, 'row') !== id) set({ row: id });
  });
  useEffect(() => {
    open();
    const watched = actor.subscribe(({ context: { place } }) => {
      follow(place === null || place === 'new' ? null : place.id);
    });
    return () => watched.unsubscribe();
  }, [actor]);
}
