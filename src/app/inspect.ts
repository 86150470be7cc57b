/**
 * What workflows do, for whoever put an array at `globalThis.__workflows` (a test, the analysts' panel). Given to every
 * actor: `createActor(machine, { inspect })`, `useActorRef(machine, { inspect })`.
 */
import type { AnyActor, AnyActorRef, AnyMachineSnapshot, InspectionEvent, StateValue } from 'xstate';
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

/** Actors of machines that have begun; those that ended go when the next one begins. */
export const actors = new Set<AnyActorRef>();
// one that is only being made has no snapshot yet, and may begin others already
const isOver = (actor: AnyActorRef) => (actor.getSnapshot()?.status ?? 'active') !== 'active';

type Watcher = (inspected: InspectionEvent) => void;
const watchers = new Set<Watcher>();

/** Tells of everything that actors do from now on. Returns how to stop. */
export function watchActors(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

function keep(actor: AnyActorRef): void {
  for (const one of actors) if (isOver(one)) actors.delete(one);
  // promises and listeners have no states
  if ('root' in (actor as AnyActor).logic) actors.add(actor);
}

/** Only who watches pays for the names of transitions. */
let naming: Promise<typeof transitions> | undefined;

export function inspect(inspected: InspectionEvent): void {
  if (inspected.type === '@xstate.actor') keep(inspected.actorRef as AnyActorRef);
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
