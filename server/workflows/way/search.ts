/**
 * The shortest way through a chart from where a document stands, with the facts of today. A step that a fact forbids takes
 * the events that make it true with it; one that nothing here makes true blocks, and a way around it is preferred.
 */
import type { AnyStateMachine } from 'xstate';
import { optionsFrom } from '../../../machines/kit/explain.ts';
import type { WayFact } from './facts.ts';

export type ChartFacts = Readonly<Record<string, unknown>>;

/** A transition of the way, with the guards that are false when it is come to. */
export interface Leg {
  readonly event: string;
  readonly from: string;
  readonly to: string;
  readonly closed: readonly string[];
  /** The facts as they are then. */
  readonly facts: ChartFacts;
}

interface Reached {
  readonly legs: readonly Leg[];
  readonly facts: ChartFacts;
  readonly cost: number;
}

/** No way around a fact that blocks is so long. */
const BLOCKS = 100;

/** The legs that lead out of a state to another one; one that asks for the opposite of a fact is no part of a way. */
export function legsFrom(
  machine: AnyStateMachine,
  from: string,
  facts: ChartFacts,
  known: Readonly<Record<string, WayFact>>,
): Leg[] {
  return optionsFrom(machine.resolveState({ value: from, context: facts })).flatMap(
    ({ transition, verdict, guards }) => {
      const to = transition.target?.[0]?.key;
      if (to === undefined || to === from) return [];
      const closed = verdict === 'closed' ? guards : [];
      return closed.every((name) => Object.hasOwn(known, name))
        ? [{ event: transition.eventType, from, to, closed, facts }]
        : [];
    },
  );
}

const costOf = (closed: readonly string[], known: Readonly<Record<string, WayFact>>): number =>
  closed.reduce((sum, name) => sum + (known[name]?.by?.length ?? BLOCKS), 1);

/** The way with the fewest steps; null where none leads there. @param avoids states that call the document off */
export function shortestWay(
  machine: AnyStateMachine,
  start: string,
  goal: string,
  facts: ChartFacts,
  known: Readonly<Record<string, WayFact>>,
  avoids: (state: string) => boolean,
): readonly Leg[] | null {
  const open = new Map<string, Reached>([[start, { legs: [], facts, cost: 0 }]]);
  const done = new Set<string>();
  while (open.size > 0) {
    const [state, reached] = [...open].reduce((least, one) => (one[1].cost < least[1].cost ? one : least));
    if (state === goal) return reached.legs;
    open.delete(state);
    done.add(state);
    for (const leg of legsFrom(machine, state, reached.facts, known)) {
      if (done.has(leg.to) || (leg.to !== goal && avoids(leg.to))) continue;
      const cost = reached.cost + costOf(leg.closed, known);
      if (cost >= (open.get(leg.to)?.cost ?? Number.POSITIVE_INFINITY)) continue;
      const made = Object.assign({}, reached.facts, ...leg.closed.map((name) => known[name]?.once));
      open.set(leg.to, { legs: [...reached.legs, leg], facts: made, cost });
    }
  }
  return null;
}
