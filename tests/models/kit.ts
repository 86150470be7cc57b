/**
 * The model layer: every path of a workflow's tour on a live actor, every step caused as it is really caused.
 *
 * An invoked actor becomes a deferred that the path resolves or rejects (`xstate.done.actor.<id>`,
 * `xstate.error.actor.<id>`); a delay is the clock advanced; effects are recorded instead of run; anything else is sent.
 */
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { caseGaps, type Path, transitionTour, uncovered, type WorkflowModel } from '../../machines/kit/model.ts';
import {
  leavesOf,
  nodesOf,
  transitionKey,
  transitionKeysOf,
  transitionsTaken,
} from '../../machines/kit/transitions.ts';
import { recordCoverage } from '../coverage.ts';
import { ORACLES } from '../oracle/index.ts';
import { BEGINNINGS } from './beginnings.ts';

const root = resolve(import.meta.dirname, '../..');

export { type Layer, recordCoverage } from '../coverage.ts';

/** The dotted leaf states a snapshot is in. */
export const leavesNow = (snapshot: AnyMachineSnapshot): string[] =>
  snapshot._nodes
    .filter((node) => node.type === 'atomic' || node.type === 'final')
    .map((node) => node.path.join('.') || node.machine.id);

/**
 * Whether the machine takes an event now. Unlike `snapshot.can()` it also accepts a transition that keeps the
 * state and runs nothing (`'counter.rename': {}`): how a lifecycle allows an event.
 */
export const accepts = (snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean =>
  (snapshot.machine.getTransitionData(snapshot, event)?.length ?? 0) > 0;

export interface World {
  /** Names of the effects (actions of the app) that the last step ran, in order; of the beginning at first. */
  readonly effects: readonly string[];
  /** The same effects with what they were given. */
  readonly calls: readonly { readonly name: string; readonly params: unknown }[];
  /** What the last step emitted, whole, in order. */
  readonly emitted: readonly AnyEventObject[];
  /** Ids of the actors that are running. */
  readonly running: readonly string[];
  /** What an actor was given when it was started last. */
  readonly inputOf: (id: string) => unknown;
  /** The event of the last step; undefined at the beginning. */
  readonly event: AnyEventObject | undefined;
}

/** Events of a lifecycle that change nothing the guards read leave their line in the log; others bring their facts. */
export function expectLogged(
  { context }: AnyMachineSnapshot,
  { event, effects }: World,
  logged: readonly string[],
): void {
  if (event === undefined) return;
  expect(effects).toEqual(logged.includes(event.type) ? ['record'] : []);
  if ('facts' in event) expect(context).toMatchObject(event.facts);
}

export type StateCheck = (snapshot: AnyMachineSnapshot, world: World) => void;

export interface ModelLayerOptions {
  /** One assertion for every leaf state, by its dotted name. */
  readonly states: Readonly<Record<string, StateCheck>>;
  /**
   * What a step emits: whole events, or the type alone of one that carries nothing. `before` is the snapshot that the
   * step was taken from.
   */
  readonly emits?: (
    snapshot: AnyMachineSnapshot,
    event: AnyEventObject,
    before: AnyMachineSnapshot,
  ) => readonly (AnyEventObject | string)[];
  /** Implementations instead of the recorded effects and the deferreds. */
  readonly provide?: Parameters<AnyStateMachine['provide']>[0];
  /** Milliseconds of every named delay, written out: never read from the machine. */
  readonly delays?: Delays;
}

/** A delay that depends on the context is a function of it. */
export type Delays = Readonly<Record<string, number | ((snapshot: AnyMachineSnapshot) => number)>>;

interface Deferred {
  input: unknown;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** An actor of the machine whose outer world is in the test's hands. */
export class Live {
  readonly transitions: string[] = [];
  readonly visited = new Set<string>();
  readonly actor;
  readonly #machine: AnyStateMachine;
  readonly #deferreds = new Map<string, Deferred>();
  readonly #clock = new SimulatedClock();
  readonly #delays: Delays;
  #calls: { name: string; params: unknown }[] = [];
  #emitted: AnyEventObject[] = [];
  #event: AnyEventObject | undefined;
  #failure: unknown;

  constructor(machine: AnyStateMachine, input: unknown, { provide = {}, delays = {} }: Partial<ModelLayerOptions>) {
    this.#delays = delays;
    const { actors, actions } = machine.implementations;
    const deferred = fromPromise(
      ({ self, input: given }) =>
        new Promise((done, failed) => {
          this.#deferreds.set(self.id, { input: given, resolve: done, reject: failed });
        }),
    );
    this.#machine = machine.provide({
      ...provide,
      actors: { ...Object.fromEntries(Object.keys(actors).map((name) => [name, deferred])), ...provide.actors },
      actions: {
        ...Object.fromEntries(
          Object.entries(actions)
            .filter(([, action]) => !('resolve' in (action as object)))
            .map(([name]) => [name, (_: unknown, params: unknown) => void this.#calls.push({ name, params })]),
        ),
        ...provide.actions,
      },
    });
    this.actor = createActor(this.#machine, {
      input,
      clock: this.#clock,
      inspect: (inspected) => this.transitions.push(...transitionsTaken(inspected).map(transitionKey)),
    });
    this.actor.subscribe({
      next: (snapshot) => this.#visit(snapshot),
      error: (error) => {
        this.#failure = error;
      },
    });
    this.actor.on('*', (event) => this.#emitted.push(event));
    this.actor.start();
    this.#visit(this.actor.getSnapshot());
  }

  #visit(snapshot: AnyMachineSnapshot): void {
    for (const leaf of leavesNow(snapshot)) this.visited.add(leaf);
  }

  get snapshot(): AnyMachineSnapshot {
    if (this.#failure !== undefined) throw this.#failure;
    return this.actor.getSnapshot();
  }

  get world(): World {
    return {
      effects: this.#calls.map(({ name }) => name),
      calls: this.#calls,
      emitted: this.#emitted,
      running: Object.entries(this.snapshot.children)
        .filter(([, child]) => (child as AnyActorRef | undefined)?.getSnapshot().status === 'active')
        .map(([id]) => id),
      inputOf: (id) => this.#deferreds.get(id)?.input,
      event: this.#event,
    };
  }

  #deferredOf(id: string): Deferred {
    const deferred = this.snapshot.children[id] === undefined ? undefined : this.#deferreds.get(id);
    if (deferred === undefined) throw new Error(`no actor ${id} is running in ${JSON.stringify(this.snapshot.value)}`);
    return deferred;
  }

  /** Of an `after` event. Not read from the machine: it may be wrong. */
  #delayOf(type: string): number {
    const name = type.replace(/^xstate\.after\./, '');
    for (const [delay, value] of Object.entries(this.#delays)) {
      if (name.startsWith(`${delay}.`)) return typeof value === 'number' ? value : value(this.snapshot);
    }
    throw new Error(`the test does not say how long ${name} takes`);
  }

  /** Waits until the last millisecond before a delay ends, when nothing may have happened, and then that one. */
  #wait(type: string): void {
    const taken = () => this.transitions.filter((key) => key.split(' | ')[1] === type).length;
    const before = taken();
    this.#clock.increment(this.#delayOf(type) - 1);
    if (taken() > before) throw new Error(`${type} came before its time`);
    this.#clock.increment(1);
  }

  /** Causes an event as it happens in the app. */
  async cause(event: AnyEventObject): Promise<void> {
    this.#calls = [];
    this.#emitted = [];
    this.#event = event;
    const ofActor = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type);
    if (ofActor !== null) {
      const deferred = this.#deferredOf(ofActor[2] as string);
      if (ofActor[1] === 'done') deferred.resolve(event.output);
      else deferred.reject(event.error);
      await new Promise((done) => setImmediate(done));
    } else if (event.type.startsWith('xstate.after.')) {
      this.#wait(event.type);
    } else {
      this.actor.send(event);
    }
  }

  stop(): void {
    this.actor.stop();
  }
}

async function walk(model: WorkflowModel, path: Path, options: ModelLayerOptions, live: Live): Promise<void> {
  const look = (expected: string, after: string) => {
    const { snapshot } = live;
    expect(model.serialize(snapshot), `after "${after}"`).toBe(expected);
    for (const leaf of leavesNow(snapshot)) options.states[leaf]?.(snapshot, live.world);
  };
  look(model.serialize(path.begins), path.beginning.name);
  for (const step of path.steps) {
    const taken = live.transitions.length;
    const before = live.snapshot;
    await live.cause(step.case.event);
    // an event that keeps the state is taken all the same
    expect(live.transitions.length, `"${step.case.name}" is taken`).toBeGreaterThan(taken);
    look(step.to, step.case.name);
    const emitted = options.emits?.(live.snapshot, step.case.event, before) ?? [];
    expect(live.world.emitted, `emitted by "${step.case.name}"`).toEqual(
      emitted.map((one) => (typeof one === 'string' ? { type: one } : one)),
    );
  }
}

/** Leaves that a workflow can rest in: one with an unguarded `always` is left as soon as it is entered. */
const restingLeavesOf = (machine: AnyStateMachine): string[] => {
  const passed = nodesOf(machine).filter((node) => node.always?.some((transition) => transition.guard === undefined));
  return leavesOf(machine).filter((leaf) => !passed.some((node) => node.path.join('.') === leaf));
};

/** Rows `source | event | guard | target`, committed, so that a deleted transition is seen in review. */
export async function expectTransitionTable(machine: AnyStateMachine): Promise<void> {
  const rows = ['source | event | guard | target', ...transitionKeysOf(machine)];
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot(resolve(root, `tests/models/__tables__/${machine.id}.txt`));
}

/** The gates of a layer: `npm run model:mutants` leaves them out, they would catch every mutant by name. */
export const GATES = 'gates';

/** Defines the suite of one machine: its paths, and that nothing of the machine stays untaken or unasserted. */
export function runModelLayer(name: string, model: WorkflowModel, options: ModelLayerOptions): void {
  describe(name, () => {
    const paths = transitionTour(model);
    const transitions: string[] = [];
    const visited = new Set<string>();

    describe('beginnings', () => {
      it.each((model.beginnings ?? [{ name: '', input: undefined }]).map((one) => [one.name, one] as const))(
        '%s',
        (_, { name: beginning, input }) => {
          const live = new Live(model.machine, input, options);
          const { snapshot } = live;
          const written = BEGINNINGS[model.machine.id]?.[beginning];
          if (written !== undefined) {
            const given = (input ?? {}) as Record<string, unknown>;
            const taken = Object.fromEntries((written.takes ?? []).map((key) => [key, given[key]]));
            expect({ state: snapshot.value, context: snapshot.context }).toEqual({
              state: written.state,
              context: { ...taken, ...written.context },
            });
          }
          for (const leaf of leavesNow(snapshot)) options.states[leaf]?.(snapshot, live.world);
          live.stop();
        },
      );
    });

    describe('paths', () => {
      it.each(paths.map((path) => [path.name, path] as const))('%s', async (_, path) => {
        const live = new Live(model.machine, path.beginning.input, options);
        try {
          await walk(model, path, options, live);
        } finally {
          live.stop();
          transitions.push(...live.transitions);
          for (const leaf of live.visited) visited.add(leaf);
        }
      });
    });

    describe(GATES, () => {
      it('has a case for every event and no other', () => {
        expect(caseGaps(model)).toEqual({ missing: [], unknown: [] });
      });

      it('has every beginning written out', () => {
        if (ORACLES.some(({ machine }) => machine === model.machine.id)) return;
        const written = Object.keys(BEGINNINGS[model.machine.id] ?? {});
        expect(written.sort()).toEqual((model.beginnings ?? [{ name: '' }]).map((one) => one.name).sort());
      });

      it('reaches every transition', () => {
        expect(uncovered(model, paths)).toEqual([]);
      });

      it('keeps its table of transitions', () => expectTransitionTable(model.machine));

      it('took every transition live and asserts every state', () => {
        const taken = new Set(transitions);
        expect(transitionKeysOf(model.machine).filter((key) => !taken.has(key))).toEqual([]);
        expect([...visited].sort()).toEqual(restingLeavesOf(model.machine).sort());
        expect(Object.keys(options.states).sort()).toEqual([...visited].sort());
      });
    });

    afterAll(() => recordCoverage(model.machine.id, 'model', { transitions, states: [...visited] }));
  });
}
