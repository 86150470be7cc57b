/**
 * What workflows do, for whoever put an array at `globalThis.__workflows` (a test, the analysts' panel). Given to every
 * actor: `createActor(machine, { inspect })`, `useActorRef(machine, { inspect })`.
 */
import type { AnyActor, AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent, StateValue } from 'xstate';
import type * as transitions from '../../machines/kit/transitions.ts';

export interface WorkflowStep {
  machine: string;
  /** `source | event | guard | target`, the keys of coverage and of the committed tables. */
  transitions: string[];
  value: StateValue;
  event: string;
}

declare global {
  var __workflows: WorkflowStep[] | undefined;
}

/** Actors of machines that run now. */
export const actors = new Set<AnyActorRef>();

/** The last events of machines by name, the oldest first, repeated ones once: what somebody reports has them. */
export const lastEvents: { readonly machine: string; readonly type: string }[] = [];

type Watcher = (inspected: InspectionEvent) => void;
const watchers = new Set<Watcher>();

/** Calls the listener for everything that actors do from now on. Returns the function that unsubscribes. */
export function watchActors(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function note(machine: string, type: string): void {
  const last = lastEvents.at(-1);
  if (/^xstate\.(init|stop)$/.test(type) || (last?.machine === machine && last.type === type)) return;
  if (lastEvents.push({ machine, type }) > 20) lastEvents.shift();
}

/** A hook of React stops an actor and puts its snapshot back: only the events distinguish the beginning from the end. */
function keep(inspected: InspectionEvent): void {
  const actor = inspected.actorRef as AnyActor;
  // promises and listeners have no states
  if (!('root' in actor.logic)) return;
  if (inspected.type === '@xstate.event') note((actor.logic as AnyStateMachine).id, inspected.event.type);
  if (inspected.type === '@xstate.event' && inspected.event.type === 'xstate.init') actors.add(actor);
  else if (inspected.type === '@xstate.snapshot' && inspected.snapshot.status !== 'active') actors.delete(actor);
}

/** Only who watches pays for the names of transitions. */
let naming: Promise<typeof transitions> | undefined;

export function inspect(inspected: InspectionEvent): void {
  keep(inspected);
  for (const watch of watchers) watch(inspected);
  if (!Array.isArray(globalThis.__workflows) || inspected.type !== '@xstate.microstep') return;
  naming ??= import('../../machines/kit/transitions.ts');
  const { value } = inspected.snapshot as AnyMachineSnapshot;
  void naming.then(({ transitionKey, transitionsTaken }) => {
    const taken = transitionsTaken(inspected);
    const [first] = taken;
    if (first === undefined) return;
    globalThis.__workflows?.push({
      machine: first.source.machine.id,
      transitions: taken.map(transitionKey),
      value,
      event: inspected.event.type,
    });
  });
}
