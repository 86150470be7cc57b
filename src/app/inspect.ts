/**
 * What workflows do, for whoever put an array at `globalThis.__workflows` (a test, the analysts' panel). Given to every
 * actor: `createActor(machine, { inspect })`, `useActorRef(machine, { inspect })`.
 */
import type { AnyMachineSnapshot, InspectionEvent, StateValue } from 'xstate';
import { transitionKey, transitionsTaken } from '../../machines/kit/transitions.ts';

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

export function inspect(inspected: InspectionEvent): void {
  const steps = globalThis.__workflows;
  if (!Array.isArray(steps) || inspected.type !== '@xstate.microstep') return;
  const taken = transitionsTaken(inspected);
  const first = taken[0];
  if (first === undefined) return;
  const { value } = inspected.snapshot as AnyMachineSnapshot;
  const transitions = taken.map(transitionKey);
  steps.push({ machine: first.source.machine.id, transitions, value, event: inspected.event.type });
}
