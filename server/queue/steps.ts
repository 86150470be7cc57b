/** What a chart says about moving on: which event of a person leads a state to a later one. */
import type { AnyStateMachine } from 'xstate';
import { nodesOf, transitionsFrom } from '../../machines/kit/transitions.ts';

export interface Step {
  readonly event: string;
  /** Family of the look of the state that it leaves. */
  readonly look: string;
  /** It leaves the document in its state: how long that lasts says nothing of when the step is late. */
  readonly stays?: true;
}

interface Moved {
  readonly machine: AnyStateMachine;
  /** Events that a person sends to the document itself. */
  readonly byPeople: readonly string[];
}

/**
 * The step that is due in each state: the first event of a person, in the order of the chart, that leads to a state
 * after this one and does not call the document off. A state in which nothing is waited for (`rests`) has none.
 */
export function stepsOf({ machine, byPeople }: Moved, rests: readonly string[]): ReadonlyMap<string, Step> {
  const nodes = nodesOf(machine).filter((node) => node !== machine.root);
  const steps = new Map<string, Step>();
  for (const [at, node] of nodes.entries()) {
    if (rests.includes(node.key)) continue;
    const due = transitionsFrom(node).find(({ eventType, target }) => {
      const [to] = target ?? [];
      return byPeople.includes(eventType) && to !== undefined && nodes.indexOf(to) > at && to.meta?.look !== 'off';
    });
    if (due) steps.set(node.key, { event: due.eventType, look: node.meta?.look ?? 'new' });
  }
  return steps;
}

/** Events of people, other than the step that is due, by which a state is left. */
export function otherWaysOf({ machine, byPeople }: Moved, state: string, due: string): readonly string[] {
  const node = nodesOf(machine).find(({ key }) => key === state);
  if (node === undefined) return [];
  return transitionsFrom(node).flatMap(({ eventType, target }) => {
    const [to] = target ?? [];
    return byPeople.includes(eventType) && eventType !== due && to !== undefined && to !== node ? [eventType] : [];
  });
}
