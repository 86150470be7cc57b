/** Where the keyboard goes on in the window of an act: a step takes the button away that it was sent by. */
import { useIsFetching } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { type ActDetails, actShow } from '../../../../contract/counting/acts.ts';
import { keyOf, queryClient } from '../../../api/queries.ts';
import { isFocusFree } from '../../../app/headingFocus.ts';
import type { CommandActor } from './actors.ts';

/** Counters come first: without them nobody counts what is loaded. */
export const lacksCounters = ({ status, facts }: ActDetails): boolean =>
  status === 'created' && facts.assigned + facts.counting + facts.submitted === 0;

/**
 * After a step, and in an act that has just begun, the focus goes to what is done next: the control that is marked
 * `data-onward`, else the counters, who are next where others act. It stays where somebody has put it meanwhile.
 */
export function useFocusOnward(place: RefObject<HTMLElement | null>, command: CommandActor, act: ActDetails): void {
  const now = [act.version, act.status, ...Object.values(act.facts)].join();
  // what a step answered is shown before its facts are read
  const isReading = useIsFetching({ queryKey: keyOf(actShow, { id: act.id }) }, queryClient) > 0;
  const read = useRef(now);
  /** What the act was when the step was taken: it goes on when it has been read again. */
  const from = useRef<string | null>(lacksCounters(act) ? '' : null);
  useEffect(() => {
    const subscription = command.on('command.done', ({ command: { type } }) => {
      if (!type.startsWith('comment.')) from.current = read.current;
    });
    return () => subscription.unsubscribe();
  }, [command]);
  useEffect(() => {
    read.current = now;
    if (from.current === null || from.current === now || isReading) return;
    from.current = null;
    if (!isFocusFree()) return;
    const within = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    (within('[data-onward]:not(:disabled)') ?? within('.counters'))?.focus();
  }, [now, isReading, place]);
}
