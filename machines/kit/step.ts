/**
 * One step of a machine of which nothing outside runs: its actors are still and its effects are left out. Paths of tests
 * and walks of the simulator are made of such steps.
 */
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  SimulatedClock,
  type StateValue,
} from 'xstate';
import { transitionKey, transitionsTaken } from './transitions.ts';

export const INERT_ACTOR = fromCallback(() => {});

/** By the root, which is another one when a mutant takes the machine's place: to make a machine costs more than a step. */
const inertOf = new WeakMap<AnyStateMachine['root'], AnyStateMachine>();

export function inert(machine: AnyStateMachine): AnyStateMachine {
  const known = inertOf.get(machine.root);
  if (known !== undefined) return known;
  const { actors, actions } = machine.implementations;
  const made: AnyStateMachine = machine.provide({
    actors: Object.fromEntries(Object.keys(actors).map((name) => [name, INERT_ACTOR])),
    actions: Object.fromEntries(
      Object.entries(actions)
        .filter(([, action]) => !('resolve' in (action as object)))
        .map(([name]) => [name, () => {}]),
    ),
  });
  inertOf.set(machine.root, made);
  return made;
}

const INERT_CHILD = { status: 'active', input: undefined, output: undefined, error: undefined } as const;

/** Actors that live as long as the machine, as a snapshot keeps them: the machine may send them something at any time. */
const childrenOf = ({ root }: AnyStateMachine) =>
  Object.fromEntries(root.invoke.map(({ id, src }) => [id, { src, snapshot: INERT_CHILD }]));

/** One step from a snapshot, with the transitions it takes; nothing outside the machine runs. */
export function stepOf(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
): { after: AnyMachineSnapshot; transitions: string[] } {
  const transitions: string[] = [];
  let listening = false;
  const actor = createActor(inert(machine), {
    snapshot: Object.assign(machine.resolveState({ value: snapshot.value, context: snapshot.context }), {
      children: childrenOf(machine),
    }),
    clock: new SimulatedClock(),
    inspect: (inspected) => {
      if (listening) transitions.push(...transitionsTaken(inspected).map(transitionKey));
    },
  });
  actor.start();
  listening = true;
  actor.send(event);
  const after = actor.getSnapshot();
  actor.stop();
  return { after, transitions };
}

/** The machine as it begins, with the transitions that the beginning takes by itself. */
export function begin(
  machine: AnyStateMachine,
  input: unknown,
): { snapshot: AnyMachineSnapshot; transitions: string[] } {
  const transitions: string[] = [];
  const actor = createActor(inert(machine), {
    input,
    clock: new SimulatedClock(),
    inspect: (inspected) => transitions.push(...transitionsTaken(inspected).map(transitionKey)),
  });
  actor.start();
  const snapshot = actor.getSnapshot();
  actor.stop();
  return { snapshot, transitions };
}

/** Dotted leaf states of a state value. */
export const leavesIn = (value: StateValue, above = ''): string[] =>
  typeof value === 'string'
    ? [above + value]
    : Object.entries(value).flatMap(([key, below]) =>
        typeof below === 'object' && Object.keys(below).length === 0
          ? [above + key]
          : leavesIn(below as StateValue, `${above}${key}.`),
      );
