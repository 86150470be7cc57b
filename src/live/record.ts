/**
 * What the machines of this page do from the moment the panel asks: the last events with what each of them set off, and
 * who runs now. Everything is masked as it comes in; nothing of it is kept when the panel goes.
 */
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, InspectionEvent } from 'xstate';
import { optionsFrom } from '../../machines/kit/explain.ts';
import type { Recorded, RecordedStep } from '../../machines/kit/recorded.ts';
import { transitionKey, transitionsTaken } from '../../machines/kit/transitions.ts';
import { actors, watchActors } from '../app/inspect.ts';
import { carriedBy, type Numbers } from './carried.ts';
import { maskedEvent } from './mask.ts';

export interface Happened {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly machine: string;
  readonly actor: string;
  readonly type: string;
  /** The event as it may be shown. */
  readonly event: Record<string, unknown>;
  /** Keys of the transitions that it set off, in their order. */
  readonly taken: readonly string[];
  /** Why nothing happened: guards that returned false; empty when the state does not answer such an event. */
  readonly refusedBy: readonly string[];
}

export interface Running {
  readonly actor: AnyActorRef;
  readonly id: string;
  readonly machine: string;
  readonly snapshot: AnyMachineSnapshot;
}

export interface Seen {
  readonly running: readonly Running[];
  /** The newest first. */
  readonly events: readonly Happened[];
  /** The walk that is being recorded: of which actor, and how many steps it has. */
  readonly recording: { readonly actor: string; readonly workflow: string; readonly steps: number } | null;
  /** The next workflow that begins is recorded: a dialog, which lies over the panel as soon as it is there. */
  readonly awaiting: boolean;
}

const KEPT = 200;
/** XState's own, that no person and no server sent. */
const OWN = new Set(['xstate.init', 'xstate.stop']);

let events: readonly Happened[] = [];
let now: Seen = { running: [], events, recording: null, awaiting: false };
interface Walk {
  readonly actor: string;
  readonly begins: Recorded['begins'];
  readonly held: Recorded['held'];
  readonly workflow: string;
  readonly steps: RecordedStep[];
  readonly numbers: Numbers;
}

/** Nothing that somebody typed gets into a walk, nor what names a person or a record. */
let walk: Walk | null = null;
let awaiting = false;
let stop: (() => void) | undefined;
let drawn: number | undefined;
let number = 0;
const listeners = new Set<() => void>();
/** What came and has not been answered by a snapshot yet, by actor. */
const open = new Map<unknown, { event: AnyEventObject; before: AnyMachineSnapshot; taken: string[] }>();

const isMachine = (actor: unknown): actor is AnyActorRef => actors.has(actor as AnyActorRef);
const snapshotOf = (actor: AnyActorRef) => actor.getSnapshot() as AnyMachineSnapshot;

function look(): void {
  drawn = undefined;
  const running = [...actors]
    .map((actor) => ({
      actor,
      id: actor.sessionId,
      machine: snapshotOf(actor).machine.id,
      snapshot: snapshotOf(actor),
    }))
    .filter(({ snapshot }) => snapshot.status === 'active');
  now = {
    running,
    events,
    recording: walk && { actor: walk.actor, workflow: walk.workflow, steps: walk.steps.length },
    awaiting,
  };
  for (const listener of listeners) listener();
}

/** Once a frame, however much happens in it. */
function lookSoon(): void {
  drawn ??= window.setTimeout(look, 60);
}

function note(inspected: InspectionEvent): void {
  const actor = inspected.actorRef;
  if (inspected.type === '@xstate.snapshot') lookSoon();
  if (!isMachine(actor)) return;
  if (inspected.type === '@xstate.event' && !OWN.has(inspected.event.type)) {
    open.set(actor, { event: inspected.event, before: snapshotOf(actor), taken: [] });
  } else if (inspected.type === '@xstate.microstep') {
    open.get(actor)?.taken.push(...transitionsTaken(inspected).map(transitionKey));
  } else if (inspected.type === '@xstate.snapshot') {
    if (awaiting && inspected.event.type === 'xstate.init') begin(actor);
    const ended = open.get(actor);
    open.delete(actor);
    if (ended !== undefined && ended.event.type === inspected.event.type) add(actor, ended);
  }
}

function add(
  actor: AnyActorRef,
  { event, before, taken }: { event: AnyEventObject; before: AnyMachineSnapshot; taken: string[] },
): void {
  number += 1;
  const closed = taken.length > 0 ? [] : optionsFrom(before, event).filter(({ verdict }) => verdict === 'closed');
  const happened: Happened = {
    id: number,
    at: Date.now(),
    machine: before.machine.id,
    actor: actor.sessionId,
    type: event.type,
    event: maskedEvent(event),
    taken,
    refusedBy: [...new Set(closed.flatMap(({ guards }) => guards))],
  };
  events = [happened, ...events].slice(0, KEPT);
  // what nothing answered is no step
  if (walk?.actor !== actor.sessionId || taken.length === 0) return;
  const carried = carriedBy(event, walk.numbers);
  const step = { event: event.type, transitions: taken, state: snapshotOf(actor).value };
  walk.steps.push({ ...step, ...(carried !== undefined && { carried }) });
}

/** From now on the steps of this workflow are written down. */
function begin(actor: AnyActorRef): void {
  const { machine, value, context } = snapshotOf(actor);
  const numbers: Numbers = new Map();
  const held = carriedBy({ ...(context as object), type: '' }, numbers);
  walk = { actor: actor.sessionId, workflow: machine.id, begins: value, held, steps: [], numbers };
  awaiting = false;
}

export const record = {
  get: (): Seen => now,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    if (stop === undefined) {
      stop = watchActors(note);
      look();
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
      window.clearTimeout(drawn);
      drawn = undefined;
      open.clear();
      events = [];
      walk = null;
      awaiting = false;
      now = { running: [], events, recording: null, awaiting };
    };
  },
  begin({ actor }: Running): void {
    begin(actor);
    look();
  },
  /** Those of the next workflow that begins, or no more of it. */
  await(is: boolean): void {
    awaiting = is;
    look();
  },
  /** @returns the walk under its name */
  end(name: string): Recorded | null {
    const ended = walk;
    walk = null;
    look();
    if (ended === null) return null;
    const { workflow, begins, held, steps } = ended;
    return { workflow, name, begins, ...(held !== undefined && { held }), steps };
  },
  clear(): void {
    events = [];
    look();
  },
};
