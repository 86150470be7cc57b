/** Where the keyboard goes on in the window of an act: a step takes the button away that it was sent by. */
import { useIsFetching } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
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
  /** What the act was before the step that was taken: it goes on when it has been read again. */
  const from = useRef<string | null>(lacksCounters(act) ? '' : null);
  const [taken, setTaken] = useState(0);
  /** What asked for the step: its dialog gives the focus back there, which nobody has put there. */
  const asking = useRef<Element | null>(null);
  const onward = useRef<Element | null>(null);
  useEffect(() => {
    let before: string | null = null;
    const done = command.on('command.done', ({ command: { type } }) => {
      if (type.startsWith('comment.')) return;
      // the act may have been read again before this is said
      from.current = before ?? read.current;
      setTaken((steps) => steps + 1);
    });
    const steps = command.subscribe(({ context }) => {
      if (context.command === null) before = null;
      else if (before === null) {
        before = read.current;
        asking.current = document.activeElement;
      }
    });
    return () => {
      done.unsubscribe();
      steps.unsubscribe();
    };
  }, [command]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that is done while nothing is read looks as well
  useEffect(() => {
    read.current = now;
    if (from.current === null || from.current === now || isReading) return;
    let frame = 0;
    const acted = new AbortController();
    const { signal } = acted;
    const goOn = () => {
      const { activeElement } = document;
      // a dialog that is closing has not given it back yet
      if (activeElement?.closest('[role="dialog"]') && command.getSnapshot().context.command === null) {
        frame = requestAnimationFrame(goOn);
        return;
      }
      const isOwn = activeElement === asking.current || activeElement === onward.current;
      if (!isFocusFree() && !isOwn) {
        from.current = null;
        return;
      }
      const within = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
      const next = within('[data-onward]:not(:disabled)') ?? within('.counters') ?? null;
      onward.current = next;
      next?.focus();
      // until the person does something, what is read once more or a dialog that closes late changes where it is
      const back = ({ target }: FocusEvent) => target === asking.current && next?.focus();
      document.addEventListener('focusin', back, { signal });
      const end = () => {
        from.current = null;
        acted.abort();
      };
      for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, end, { signal });
    };
    goOn();
    return () => {
      cancelAnimationFrame(frame);
      acted.abort();
    };
  }, [now, isReading, place, command, taken]);
}
