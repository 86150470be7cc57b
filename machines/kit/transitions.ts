/** Names of transitions: the same string on every layer, in the committed table and in coverage. */
import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, and, not, or } from 'xstate';

/** What XState evaluates a combined guard with. Told apart by identity: a minified build renames its functions. */
const checkOf = (guard: unknown): unknown => (guard as { check?: unknown }).check;
const COMBINED = new Map([
  [checkOf(and([])), 'and'],
  [checkOf(or([])), 'or'],
  [checkOf(not('')), 'not'],
]);

/** How a guard is made of others: `and`, `or`, `not`; undefined for one that is not. */
export const combinationOf = (guard: unknown): string | undefined =>
  guard === undefined ? undefined : COMBINED.get(checkOf(guard));

/** A guard's name; combined guards (`and`, `or`, `not`) are spelled out. */
export function guardName(guard: unknown): string {
  if (guard === undefined || guard === null) return '';
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'function' || typeof guard === 'object') {
    const described = guard as { type?: string; name?: string; guards?: unknown[] };
    if (Array.isArray(described.guards)) {
      const parts = described.guards.map(guardName).filter((part) => part !== '');
      const name = combinationOf(guard) ?? 'and';
      return parts.length > 0 ? `${name}(${parts.join(', ')})` : name;
    }
    return described.type ?? described.name ?? '';
  }
  return '';
}

/** Names of the guards that a guard is made of; its own when it is made of none. */
export function guardNamesIn(guard: unknown): string[] {
  if (combinationOf(guard) !== undefined) return (guard as { guards: unknown[] }).guards.flatMap(guardNamesIn);
  return [guardName(guard)].filter((name) => name !== '');
}

/** What a state was written to do on coming and on going; XState adds the start and the end of each delay after it. */
export function comingAndGoing({ entry, exit, after }: AnyStateNode): Pick<AnyStateNode, 'entry' | 'exit'> {
  const delays = new Set(after.map(({ eventType }) => eventType)).size;
  return { entry: entry.slice(0, entry.length - delays), exit: exit.slice(0, exit.length - delays) };
}

const place = (node: AnyStateNode): string => node.path.join('.') || node.machine.id;

/** `source | event | guard | target`; a transition without a target keeps its state and is written `·`. */
export function transitionKey(transition: AnyTransitionDefinition): string {
  const target = transition.target?.map(place).join(', ') ?? '·';
  return [place(transition.source), transition.eventType || 'always', guardName(transition.guard), target].join(' | ');
}

export function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const all: AnyStateNode[] = [];
  const visit = (node: AnyStateNode) => {
    all.push(node);
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return all;
}

/** Transitions written on one state. */
export const transitionsFrom = (node: AnyStateNode): AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
];

/** Every transition of the definition, `always` and `after` included, in document order. */
export const transitionsOf = (machine: AnyStateMachine): AnyTransitionDefinition[] =>
  nodesOf(machine).flatMap(transitionsFrom);

export const transitionKeysOf = (machine: AnyStateMachine): string[] => transitionsOf(machine).map(transitionKey);

/** Leaf states by dotted path. */
export const leavesOf = (machine: AnyStateMachine): string[] =>
  nodesOf(machine)
    .filter((node) => node.type === 'atomic' || node.type === 'final')
    .map(place);

/** The event types that the definition answers, forged ones (`xstate.done…`, `after`) included. */
export const eventTypesOf = (machine: AnyStateMachine): string[] => [
  ...new Set(
    transitionsOf(machine)
      .map((transition) => transition.eventType)
      .filter((type) => type !== ''),
  ),
];

interface Microstep {
  type: string;
  _transitions?: AnyTransitionDefinition[];
}

/** The transitions of an inspection event; empty for other kinds and for the entry into the initial state. */
export function transitionsTaken(inspected: { type: string }): AnyTransitionDefinition[] {
  if (inspected.type !== '@xstate.microstep') return [];
  return ((inspected as Microstep)._transitions ?? []).filter((transition) => transition.source !== undefined);
}
