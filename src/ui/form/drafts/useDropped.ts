import { useEffect, useEffectEvent } from 'react';
import type { Subscription } from 'xstate';
import type { Draft } from './useDraft.ts';

/** Drops a form's draft when the form's workflow says that nothing of it is left to save. */
export function useDropped({ draft }: { draft: Draft }, watch: (drop: () => void) => readonly Subscription[]): void {
  const drop = useEffectEvent(() => draft.drop());
  const subscribe = useEffectEvent(watch);
  useEffect(() => {
    const subscriptions = subscribe(() => drop());
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, []);
}
