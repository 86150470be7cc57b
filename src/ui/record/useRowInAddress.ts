/**
 * The record that the pane shows is in the address as `row`: a link opens it, and the page can be shared. A new one is
 * there as `new`, so that a reload or a sign-in brings its form back with what was written. A page whose rows are something
 * else names another key.
 */
import { useEffect, useEffectEvent } from 'react';
import { numberIn, useAddress } from '../../app/address.ts';
import type { PaneActor } from './useRecordPane.ts';

export function useRowInAddress(actor: PaneActor, mayAdd: boolean, key = 'row'): void {
  const [params, set] = useAddress();
  const open = useEffectEvent(() => {
    const id = numberIn(params, key);
    if (id !== null) actor.send({ type: 'pane.open', place: { id } });
    else if (mayAdd && params.get(key) === 'new') actor.send({ type: 'pane.open', place: 'new' });
  });
  const follow = useEffectEvent((row: string | null) => {
    if (params.get(key) !== row) set({ [key]: row });
  });
  useEffect(() => {
    open();
    const watched = actor.subscribe(({ context: { place } }) => {
      follow(place === null || place === 'new' ? place : String(place.id));
    });
    return () => watched.unsubscribe();
  }, [actor]);
}
