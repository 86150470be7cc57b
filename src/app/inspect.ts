/**
 * What workflows do, for whoever put an array at `globalThis.__workflows` (a test, the analysts' panel). Given to every
 * actor: `createActor(machine, { inspect })`, `useActorRef(machine, { inspect })`.
 */
import type { AnyMachineSnapshot, InspectionEvent, StateValue } from 'xstate';
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

/** Only who watches pays for the names of transitions. */
let naming: Promise<typeof transitions> | undefined;

export function inspect(inspected: InspectionEvent): void {
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
