/**
 * Mutants of a workflow: its definition with one thing wrong. What the model layer does not see of them, it does not
 * assert (issue 7, "mutation check"; `npm run model:mutants`).
 */
import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, not } from 'xstate';
import { nodesOf, transitionKey } from '../../machines/kit/transitions.ts';

/** `onError`: the transition after a failed actor is deleted; `entry`: an action on coming or going is dropped. */
export const KINDS = ['delete', 'onError', 'invert', 'swap', 'drop', 'entry'] as const;
export type Kind = (typeof KINDS)[number];

export interface Mutant {
  readonly kind: Kind;
  /** Stable and distinguished from every other of the machine: what was done to which transition or state. */
  readonly name: string;
  /** Makes a machine of the same definition wrong, in place. */
  apply(machine: AnyStateMachine): void;
}

type Transitions = AnyTransitionDefinition[];

/** XState appends what it derives from `after` and `invoke`; that is not in the source. */
const writtenOf = (node: AnyStateNode, when: 'entry' | 'exit'): number => {
  const written: unknown = node.config[when];
  return written === undefined ? 0 : Array.isArray(written) ? written.length : 1;
};

const nameOfAction = (action: unknown): string => {
  if (typeof action === 'string') return action;
  const { type } = action as { type?: unknown };
  return typeof type === 'string' ? type : 'inline';
};

const placeOf = (node: AnyStateNode): string => node.path.join('.') || node.machine.id;

interface TransitionList {
  /** Of this state in any machine of the same definition. */
  read(of: AnyStateNode): Transitions;
  /** Another list in its place: what is read may be the definition's own, which other machines are made of. */
  write(of: AnyStateNode, transitions: Transitions): void;
}

const listsOf = (node: AnyStateNode): TransitionList[] => [
  ...[...node.transitions.keys()].map((event) => ({
    read: (of: AnyStateNode) => of.transitions.get(event) ?? [],
    write: (of: AnyStateNode, transitions: Transitions) => void of.transitions.set(event, transitions),
  })),
  {
    read: (of) => of.always ?? [],
    write: (of, transitions) => {
      of.always = transitions;
    },
  },
];

const without = <T>(all: readonly T[], at: number): T[] => all.filter((_, index) => index !== at);

/** Another state than the one that is meant: the next beside it, else any leaf elsewhere. */
function otherThan(target: AnyStateNode): AnyStateNode | undefined {
  const { parent } = target;
  const beside = parent === undefined || parent.type === 'parallel' ? [] : Object.values(parent.states);
  const at = beside.indexOf(target);
  const next = [...beside.slice(at + 1), ...beside.slice(0, Math.max(at, 0))].find((node) => node.type !== 'history');
  if (next !== undefined) return next;
  return nodesOf(target.machine).find(
    (node) =>
      (node.type === 'atomic' || node.type === 'final') && !target.path.every((key, depth) => node.path[depth] === key),
  );
}

/** Every mutant of a machine, in document order: each transition, guard, target and action once. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const mutants: Mutant[] = [];
  const names = new Map<string, number>();
  const add = (kind: Kind, words: string, apply: Mutant['apply']) => {
    const before = names.get(`${kind} ${words}`) ?? 0;
    names.set(`${kind} ${words}`, before + 1);
    mutants.push({ kind, name: before === 0 ? words : `${words} (${before + 1})`, apply });
  };
  for (const [place, node] of nodesOf(machine).entries()) {
    const nodeIn = (of: AnyStateMachine) => nodesOf(of)[place] as AnyStateNode;
    for (const list of listsOf(node)) {
      for (const [at, transition] of list.read(node).entries()) {
        const words = transitionKey(transition);
        const its = (of: AnyStateMachine) => list.read(nodeIn(of))[at] as AnyTransitionDefinition;
        add(transition.eventType.startsWith('xstate.error.') ? 'onError' : 'delete', words, (of) =>
          list.write(nodeIn(of), without(list.read(nodeIn(of)), at)),
        );
        if (transition.guard !== undefined) {
          add('invert', words, (of) => {
            const mutated = its(of);
            // XState's own type of a guard with parameters asks for their types, which nobody knows here
            mutated.guard = not(mutated.guard as never) as never;
          });
        }
        const [target] = transition.target ?? [];
        const other = target && otherThan(target);
        if (other !== undefined) {
          add('swap', `${words} → ${placeOf(other)}`, (of) => {
            const there = nodesOf(of).find((one) => placeOf(one) === placeOf(other));
            if (there !== undefined) its(of).target = [there];
          });
        }
        for (const [index, action] of transition.actions.entries()) {
          add('drop', `${words} | ${nameOfAction(action)}`, (of) => {
            its(of).actions = without(its(of).actions, index);
          });
        }
      }
    }
    for (const when of ['entry', 'exit'] as const) {
      for (const [index, action] of node[when].slice(0, writtenOf(node, when)).entries()) {
        add('entry', `${placeOf(node)} | ${when} | ${nameOfAction(action)}`, (of) => {
          nodeIn(of)[when] = without(nodeIn(of)[when], index);
        });
      }
    }
  }
  return mutants;
}

/** What a machine is run by; the rest of it is the same for all that are made of one definition. */
const PARTS = ['config', 'implementations', 'root', 'states', 'events', 'idMap', 'options'] as const;
type Parts = Record<(typeof PARTS)[number] | 'provide', unknown>;

/** A wrong definition may turn in circles: then it is an error. */
const MOST_STEPS = 1_000;

/**
 * Makes a machine wrong for whoever holds it, and for all that they make of it by `provide`. Returns what makes it
 * right again.
 */
export function become(machine: AnyStateMachine, mutant: Pick<Mutant, 'apply'>): () => void {
  return replace(machine, machine, mutant);
}

/** The same with another machine in its place: one of the same file with one place of its text changed. */
export const becomeOther = (machine: AnyStateMachine, other: AnyStateMachine): (() => void) =>
  replace(machine, other, { apply: () => {} });

function replace(machine: AnyStateMachine, by: AnyStateMachine, mutant: Pick<Mutant, 'apply'>): () => void {
  const { provide } = by;
  const wrong = (right: AnyStateMachine): AnyStateMachine => {
    mutant.apply(right);
    right.options = { ...right.options, maxIterations: MOST_STEPS };
    const again = right.provide.bind(right);
    right.provide = (implementations: Parameters<typeof provide>[0]) => wrong(again(implementations));
    return right;
  };
  const held = machine as unknown as Parts;
  const before = Object.fromEntries(PARTS.map((part) => [part, held[part]]));
  const mutated = wrong(provide.call(by, {})) as unknown as Parts;
  for (const part of PARTS) held[part] = mutated[part];
  held.provide = mutated.provide;
  return () => {
    for (const part of PARTS) held[part] = before[part];
    Reflect.deleteProperty(machine, 'provide');
  };
}
