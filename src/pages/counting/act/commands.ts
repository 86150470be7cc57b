/** What the statechart allows for an act; the window asks it only here. */
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import type { ActStatus, CounterStatus } from '../../../../contract/counting/shared.ts';
import { counterMachine } from '../../../../machines/counter/counter.machine.ts';
import {
  COUNTING_ACT_MAIN_PATH,
  COUNTING_ACT_STEPS,
  type CountingActEvent,
  countingActMachine,
  NOTHING_TO_DECIDE,
  whatCompletingWaitsFor,
} from '../../../../machines/countingAct/countingAct.machine.ts';
import { type Look, lookOf } from '../../../ui/look.ts';

export const actLook = (status: ActStatus): Look => lookOf(countingActMachine.states[status]?.meta);
export const counterLook = (status: CounterStatus): Look => lookOf(counterMachine.states[status]?.meta);

export const MAIN_PATH_LOOKS: readonly Look[] = COUNTING_ACT_MAIN_PATH.map(actLook);
export const placeOf = (status: string): number => (COUNTING_ACT_MAIN_PATH as readonly string[]).indexOf(status);

/** The event over each line of the step bar. */
export const stepAfter = (status: string): string | undefined =>
  (COUNTING_ACT_STEPS as Readonly<Record<string, string>>)[status];

type EventType = CountingActEvent['type'];

const payload = (type: EventType): CountingActEvent =>
  ({ type, organizationChanged: false, facts: NOTHING_TO_DECIDE }) as unknown as CountingActEvent;

/** Events that the chart answers in a state, its guards aside: buttons that are shown. */
const answeredIn = (status: ActStatus): ReadonlySet<string> =>
  new Set([...(countingActMachine.states[status]?.ownEvents ?? []), ...countingActMachine.root.ownEvents]);

export interface Capabilities {
  /** Events that this person may send now: allowed by both the server and the chart. */
  allowed: string[];
  /** Shown as a button, perhaps closed. */
  shows: (type: EventType) => boolean;
  may: (type: EventType) => boolean;
  /** Somebody may still change its figures: they are asked for again and again. */
  open: boolean;
  live: boolean;
  countersMayJoin: boolean;
  /** Counts of what completing waits for; empty when nothing. */
  waits: Partial<Record<string, number>>;
}

export function capabilitiesOf(act: Pick<ActDetails, 'status' | 'facts' | 'allowed_events'>): Capabilities {
  const snapshot = countingActMachine.resolveState({ value: act.status, context: act.facts });
  // `can` is false for a transition that keeps its state and runs no action, which is how a lifecycle allows an event
  const taken = (type: EventType) => (countingActMachine.getTransitionData(snapshot, payload(type))?.length ?? 0) > 0;
  const allowed = act.allowed_events.filter((type) => taken(type as EventType));
  const answered = answeredIn(act.status);
  return {
    allowed,
    shows: (type) => answered.has(type),
    may: (type) => allowed.includes(type),
    open: snapshot.hasTag('open'),
    live: snapshot.hasTag('live'),
    countersMayJoin: snapshot.hasTag('countersMayJoin'),
    waits: whatCompletingWaitsFor(act.facts),
  };
}
