/** The walk that the address has: where it is, and what goes on from there. */
import { useMemo } from 'react';
import { stateOf } from '../../../../machines/kit/rows.ts';
import {
  type ChartOf,
  type Move,
  type Place,
  type Reached,
  runWalk,
  walkIn,
  walkText,
} from '../../../../machines/kit/simulation.ts';
import { begin } from '../../../../machines/kit/step.ts';
import { useAddress } from '../../../app/address.ts';
import type { Trial } from './trial.ts';

export interface Walked {
  readonly places: readonly Place[];
  readonly reached: readonly (Reached | undefined)[];
  /** The place that is shown. */
  readonly at: number;
  /** The address had a walk that is none of this chart: the one shown begins anew. */
  readonly unread: boolean;
  go(at: number): void;
  /** One move on from the place that is shown; a place that has the very move is gone to. */
  move(next: Move): void;
  begin(state: string): void;
}

const same = (one: Move, other: Move): boolean => JSON.stringify(one) === JSON.stringify(other);

export function useWalk(trial: Trial, trials: ReadonlyMap<string, Trial>): Walked {
  const [params, set] = useAddress();
  const text = params.get('walk');
  const { places, reached, unread } = useMemo(() => {
    const chartOf: ChartOf = (name) => trials.get(name);
    const first: Place[] = [
      {
        from: -1,
        move: { kind: 'begin', state: stateOf(begin(trial.machine, trial.beginnings[0]?.input).snapshot) },
      },
    ];
    const read = text === null ? first : walkIn(text);
    const ran = read === null ? [] : runWalk(trial, chartOf, read);
    if (read !== null && ran[0] !== undefined) return { places: read, reached: ran, unread: false };
    return { places: first, reached: runWalk(trial, chartOf, first), unread: true };
  }, [text, trial, trials]);
  const asked = Number(params.get('at') ?? places.length) - 1;
  const at = Number.isInteger(asked) && reached[asked] !== undefined ? asked : reached.findLastIndex(Boolean);

  const show = (next: readonly Place[], now: number) =>
    set({ walk: walkText(next), at: now === next.length - 1 ? null : now + 1 }, { push: true });
  return {
    places,
    reached,
    at,
    unread,
    go: (now) => show(places, now),
    move: (next) => {
      const known = places.findIndex(({ from, move }) => from === at && same(move, next));
      if (known === -1) show([...places, { from: at, move: next }], places.length);
      else show(places, known);
    },
    begin: (state) => show([{ from: -1, move: { kind: 'begin', state } }], 0),
  };
}
