/**
 * A definition as plain data: what pages, diagrams and documents show of a machine, taken from the nodes that run.
 * States and transitions stand in document order; names are those of `transitions.ts`.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { comingAndGoing, guardName, nodesOf, transitionKey, transitionsOf } from './transitions.ts';

export interface ChartState {
  /** Dotted path; the machine itself is called by its id. */
  readonly path: string;
  /** Its own name, the last part of the path. */
  readonly key: string;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Path of the state around it; null for the machine itself. */
  readonly parent: string | null;
  /** Entered first when the state around it is. */
  readonly initial: boolean;
  /** Family of the document's look (`meta.look`). */
  readonly look: string | undefined;
  readonly tags: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  /** Actors that run while the state is active. */
  readonly actors: readonly string[];
}

export interface ChartTransition {
  /** `source | event | guard | target`; two of a state may share it when only their actions differ. */
  readonly key: string;
  readonly source: string;
  /** XState's type: `words.send`, `xstate.done.actor.cancel`; empty for `always`. */
  readonly event: string;
  /** The event in words: `cancel done`, `after 2000`, `always`. */
  readonly eventName: string;
  /** Empty without a guard. */
  readonly guard: string;
  /** Empty when the state is kept. */
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  /** It keeps its state, or stays within the compound state that it is written on. */
  readonly inner: boolean;
}

export interface Chart {
  readonly id: string;
  readonly states: readonly ChartState[];
  readonly transitions: readonly ChartTransition[];
}

export const pathOf = (node: AnyStateNode): string => node.path.join('.') || node.machine.id;

/** What XState itself sends: the answer and the failure of an actor, the end of a state, the passing of a delay. */
export type OwnKind = 'always' | 'init' | 'done' | 'failed' | 'ended' | 'after';

const OWN_KINDS: readonly [kind: OwnKind, type: RegExp][] = [
  ['always', /^()$/],
  ['init', /^xstate\.(init)$/],
  ['done', /^xstate\.done\.actor\.(.+)$/],
  ['failed', /^xstate\.error\.actor\.(.+)$/],
  ['ended', /^xstate\.done\.state\.(.+)$/],
  ['after', /^xstate\.after\.([^.]+)\./],
];

/** An event of XState's own, with the actor, state or delay that it is of; undefined for what somebody else sends. */
export function ownEvent(type: string): { readonly kind: OwnKind; readonly of: string } | undefined {
  for (const [kind, pattern] of OWN_KINDS) {
    const of = pattern.exec(type)?.[1];
    if (of !== undefined) return { kind, of };
  }
  return undefined;
}

/** The name of an event in words. */
export function eventName(type: string): string {
  const own = ownEvent(type);
  if (own === undefined) return type;
  if (own.of === '' || own.kind === 'init') return own.kind;
  return own.kind === 'after' ? `after ${own.of}` : `${own.of} ${own.kind}`;
}

export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const { type, name, params } = action as { type?: string; name?: string; params?: unknown };
  const given = typeof params === 'object' && params !== null ? ` ${JSON.stringify(params)}` : '';
  return `${(type ?? name ?? '').replace(/^xstate\./, '')}${given}`;
}

const isCompound = ({ type }: AnyStateNode): boolean => type === 'compound' || type === 'parallel';
const isInside = (node: AnyStateNode, outer: AnyStateNode): boolean =>
  node === outer || (node.parent !== undefined && isInside(node.parent, outer));

/** Whether an arrow would have zero length: it is written into its state instead. */
export const staysInside = ({ source, target }: AnyTransitionDefinition): boolean =>
  target === undefined || (isCompound(source) && target.every((node) => isInside(node, source)));

const stateOf = (node: AnyStateNode): ChartState => ({
  path: pathOf(node),
  key: node.key,
  type: node.type,
  parent: node.parent === undefined ? null : pathOf(node.parent),
  initial: node.parent?.type === 'compound' && (node.parent.initial.target ?? []).includes(node),
  look: (node.meta as { look?: string } | undefined)?.look,
  tags: node.tags,
  entry: comingAndGoing(node).entry.map(actionName),
  exit: comingAndGoing(node).exit.map(actionName),
  actors: node.invoke.map(({ id }) => id),
});

export const chartTransitionOf = (transition: AnyTransitionDefinition): ChartTransition => ({
  key: transitionKey(transition),
  source: pathOf(transition.source),
  event: transition.eventType,
  eventName: eventName(transition.eventType),
  guard: guardName(transition.guard),
  targets: transition.target?.map(pathOf) ?? [],
  actions: transition.actions.map(actionName),
  inner: staysInside(transition),
});

export const chartOf = (machine: AnyStateMachine): Chart => ({
  id: machine.id,
  states: nodesOf(machine).map(stateOf),
  transitions: transitionsOf(machine).map(chartTransitionOf),
});
