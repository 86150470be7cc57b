/**
 * The record that the pane shows is in the address as `row`: a link opens it, and the page can be shared. A new one is
 * there as `new`, so that a reload or a sign-in brings its form back with what was written.
 */
import { useEffect, useEffectEvent } from 'react';
import { numberIn, useAddress } from '../../app/address.ts';
import type { PaneActor } from './useRecordPane.ts';

export function useRowInAddress(actor: PaneActor, mayAdd: boolean): void {
  const [params, set] = useAddress();
  const open = useEffectEvent(() => {
    const id = numberIn(params, 'row');
    if (id !== null) actor.send({ type: 'pane.open', place: { id } });
    else if (mayAdd && params.get('row') === 'new') actor.send({ type: 'pane.open', place: 'new' });
  });
  const follow = useEffectEvent((row: string | null) => {
    if (params.get('row') !== row) set({ row });
  });
  useEffect(() => {
    open();
    const watched = actor.subscribe(({ context: { place } }) => {
      follow(place === null || place === 'new' ? place : String(place.id));
    });
    return () => watched.unsubscribe();
  }, [actor]);
}
