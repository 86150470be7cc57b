/**
 * A definition as XState's own JSON: names instead of code, targets by id. `createMachine` takes it as it is and has the
 * same states, transitions and guard names; Stately's editor imports it.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { comingAndGoing, guardName } from './transitions.ts';

export interface TransitionJson {
  description?: string;
  guard?: string;
  target?: string | string[];
  reenter?: true;
  actions?: ActionJson[];
}
export type ActionJson = string | { type: string; params: unknown };
export interface StateJson {
  id?: string;
  description?: string;
  meta?: { requirement: string };
  type?: 'parallel' | 'final' | 'history';
  history?: 'shallow' | 'deep';
  initial?: string;
  tags?: string[];
  entry?: ActionJson[];
  exit?: ActionJson[];
  invoke?: { id: string; src: string; onDone?: TransitionJson[]; onError?: TransitionJson[] }[];
  on?: Record<string, TransitionJson[]>;
  after?: Record<string, TransitionJson[]>;
  always?: TransitionJson[];
  onDone?: TransitionJson[];
  states?: Record<string, StateJson>;
}

function actionOf(action: unknown): ActionJson {
  if (typeof action === 'string') return action;
  const { type, name, params } = action as { type?: string; name?: string; params?: unknown };
  const called = type ?? name ?? '';
  // params that are made from an event are code, and code has no JSON
  return typeof params === 'object' && params !== null ? { type: called, params } : called;
}

const idOf = (node: AnyStateNode): string => `#${[node.machine.id, ...node.path].join('.')}`;

/** What is said of states and transitions beside what they are: a built machine has no words of its own. */
export interface Notes {
  state(node: AnyStateNode): Pick<StateJson, 'description' | 'meta'>;
  transition(transition: AnyTransitionDefinition): string;
}

function transitionOf(transition: AnyTransitionDefinition, notes: Notes): TransitionJson {
  const { guard, target, reenter, actions } = transition;
  const [first, ...others] = (target ?? []).map(idOf);
  return {
    description: notes.transition(transition),
    ...(guard !== undefined && { guard: guardName(guard) }),
    ...(first !== undefined && { target: others.length > 0 ? [first, ...others] : first }),
    ...(reenter && { reenter: true as const }),
    ...(actions.length > 0 && { actions: actions.map(actionOf) }),
  };
}

const some = <T>(list: readonly T[]): boolean => list.length > 0;
const filled = (record: object): boolean => Object.keys(record).length > 0;

/** One state with everything in it. */
function stateOf(node: AnyStateNode, notes: Notes): StateJson {
  const toJson = (transition: AnyTransitionDefinition) => transitionOf(transition, notes);
  const own = new Map([...node.transitions].map(([type, list]) => [type, list.map(toJson)]));
  const taken = (type: string): TransitionJson[] | undefined => {
    const list = own.get(type);
    own.delete(type);
    return list;
  };
  const invoke = node.invoke.map(({ id, src }) => {
    const onDone = taken(`xstate.done.actor.${id}`);
    const onError = taken(`xstate.error.actor.${id}`);
    return {
      id,
      src: typeof src === 'string' ? src : id,
      ...(onDone && { onDone }),
      ...(onError && { onError }),
    };
  });
  const onDone = taken(`xstate.done.state.${node.id}`);
  const after: Record<string, TransitionJson[]> = {};
  for (const { eventType, delay } of node.after) {
    const list = taken(eventType);
    if (list !== undefined) after[String(delay)] = list;
  }
  const { type } = node;
  const { entry, exit } = comingAndGoing(node);
  return {
    ...notes.state(node),
    ...((type === 'parallel' || type === 'final' || type === 'history') && { type }),
    ...(type === 'history' && { history: node.history === 'deep' ? ('deep' as const) : ('shallow' as const) }),
    ...(type === 'compound' && { initial: (node.initial.target ?? [])[0]?.key ?? '' }),
    ...(some(node.tags) && { tags: [...node.tags] }),
    ...(some(entry) && { entry: entry.map(actionOf) }),
    ...(some(exit) && { exit: exit.map(actionOf) }),
    ...(some(invoke) && { invoke }),
    ...(own.size > 0 && { on: Object.fromEntries(own) }),
    ...(filled(after) && { after }),
    ...(node.always && some(node.always) && { always: node.always.map(toJson) }),
    ...(onDone && { onDone }),
    ...(filled(node.states) && {
      states: Object.fromEntries(Object.entries(node.states).map(([key, child]) => [key, stateOf(child, notes)])),
    }),
  };
}

export const definitionOf = (machine: AnyStateMachine, notes: Notes): StateJson & { id: string } => ({
  ...stateOf(machine.root, notes),
  id: machine.id,
});
