/**
 * Test models: what path generation needs to know about a machine beside the machine itself.
 * Used by Vitest and Playwright alike (statecharts, three layers).
 */
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, createActor } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { begin, INERT_ACTOR, inert, leavesIn, stepOf } from './step.ts';
import { eventTypesOf, transitionKeysOf } from './transitions.ts';

/** One case of an event: its payload and its name. Names are sentences without a subject: "signs in". */
export interface EventCase {
  readonly name: string;
  readonly event: AnyEventObject;
}

export interface WorkflowModel {
  readonly machine: AnyStateMachine;
  /** The beginnings: a machine with guarded initial states has several. One unnamed beginning when left out. */
  readonly beginnings?: readonly { readonly name: string; readonly input?: unknown }[];
  readonly cases: readonly EventCase[];
  /** Raised by the machine itself: never sent, covered by their cause. */
  readonly raised?: readonly string[];
  /** Nobody's action: what the page learns from the server, the network, the clock, another tab or another workflow. */
  readonly pageEvents?: readonly string[];
  /** What distinguishes states: the value and what guards read, no more. */
  serialize(snapshot: AnyMachineSnapshot): string;
  /** Keeps the graph finite: false for an event that need not be tried here. */
  within?(snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean;
  /** States at most; a larger graph is an error of the model. */
  readonly limit?: number;
  /** Where a browser cannot bring all that the model tries: what of it is walked there. */
  readonly browser?: Partial<Pick<WorkflowModel, 'beginnings' | 'cases' | 'serialize' | 'within'>>;
}

/** The model as a browser walks it: its paths are those that people read, and ask for by their number. */
export const inBrowser = (model: WorkflowModel): WorkflowModel => ({ ...model, ...model.browser });

export interface PathStep {
  readonly case: EventCase;
  /** The state before and after, serialized. */
  readonly from: string;
  readonly to: string;
  readonly after: AnyMachineSnapshot;
  readonly transitions: readonly string[];
}

export interface Path {
  /** Stable: the numbered sentence of its steps. */
  readonly name: string;
  readonly beginning: { readonly name: string; readonly input?: unknown };
  readonly begins: AnyMachineSnapshot;
  /** Transitions taken by the beginning itself (`always`). */
  readonly first: readonly string[];
  readonly steps: readonly PathStep[];
}

const UNNAMED = [{ name: '' }];
export interface Edge {
  case: EventCase;
  from: string;
  to: string;
  after: AnyMachineSnapshot;
  transitions: string[];
}

export interface Graph {
  beginning: { name: string; input?: unknown };
  begins: AnyMachineSnapshot;
  first: string[];
  root: string;
  edges: Map<string, Edge[]>;
}

function graphOf(model: WorkflowModel, beginning: { name: string; input?: unknown }): Graph {
  const { snapshot: begins, transitions: first } = begin(model.machine, beginning.input);
  const events = model.cases.map((one) => one.event);
  const byEvent = new Map(model.cases.map((one) => [one.event, one]));
  const limit = model.limit ?? 20_000;
  // The inert machine: exploring must not run effects either.
  const machine = inert(model.machine);
  const map = getAdjacencyMap(machine, {
    input: beginning.input,
    events,
    fromState: Object.assign(machine.resolveState({ value: begins.value, context: begins.context }), {
      children: Object.fromEntries(machine.root.invoke.map(({ id }) => [id, createActor(INERT_ACTOR)])),
    }),
    serializeState: (state) => model.serialize(state as AnyMachineSnapshot),
    serializeEvent: (event) => byEvent.get(event)?.name ?? event.type,
    filterEvents: (state, event) => model.within?.(state as AnyMachineSnapshot, event) ?? true,
    limit,
  });
  const edges = new Map<string, Edge[]>();
  for (const [from, { state, transitions }] of Object.entries(map)) {
    const here: Edge[] = [];
    for (const { event } of Object.values(transitions) as { event: AnyEventObject }[]) {
      const { after, transitions: taken } = stepOf(model.machine, state as AnyMachineSnapshot, event);
      if (taken.length === 0) continue;
      const one = byEvent.get(event);
      if (!one) throw new Error(`no case for ${event.type}`);
      here.push({ case: one, from, to: model.serialize(after), after, transitions: taken });
    }
    edges.set(from, here);
  }
  return { beginning, begins, first, root: model.serialize(begins), edges };
}

/** What can happen from each beginning of a model. */
export const graphsOf = (model: WorkflowModel): Graph[] =>
  (model.beginnings ?? UNNAMED).map((beginning) => graphOf(model, beginning));

/** A tour takes every transition, and every event case. */
const goalsOf = (edge: Edge): string[] => [...edge.transitions, `case ${edge.case.name}`];

/** The shortest path from a state to the nearest edge that takes an uncovered transition, that edge included. */
function wayToUncovered(graph: Graph, from: string, covered: ReadonlySet<string>): Edge[] | undefined {
  const seen = new Set([from]);
  let front: { at: string; way: Edge[] }[] = [{ at: from, way: [] }];
  while (front.length > 0) {
    const next: { at: string; way: Edge[] }[] = [];
    for (const { at, way } of front) {
      for (const edge of graph.edges.get(at) ?? []) {
        if (goalsOf(edge).some((key) => !covered.has(key))) return [...way, edge];
        if (!seen.has(edge.to)) {
          seen.add(edge.to);
          next.push({ at: edge.to, way: [...way, edge] });
        }
      }
    }
    front = next;
  }
  return undefined;
}

export function pathOf({ beginning, begins, first }: Graph, steps: readonly Edge[], nth: number): Path {
  const words = [beginning.name, ...steps.map((step) => step.case.name)].filter((word) => word !== '');
  return { name: `${String(nth).padStart(2, '0')} ${words.join(', ')}`, beginning, begins, first, steps };
}

export interface TourOptions {
  /** Steps of one path at most; a longer path to a transition is not cut. */
  readonly longest?: number;
}

/**
 * Paths that together take every reachable transition: each continues from its last state to the nearest transition
 * not yet taken, and a new one begins when it is long enough or nothing new can be reached.
 */
export function transitionTour(model: WorkflowModel, { longest = 12 }: TourOptions = {}): Path[] {
  const covered = new Set<string>();
  const paths: Path[] = [];
  for (const beginning of model.beginnings ?? UNNAMED) {
    const graph = graphOf(model, beginning);
    const own = paths.length;
    for (;;) {
      const steps: Edge[] = [];
      let at = graph.root;
      for (;;) {
        const way = wayToUncovered(graph, at, covered);
        if (!way || (steps.length > 0 && steps.length + way.length > longest)) break;
        for (const edge of way) {
          steps.push(edge);
          for (const key of goalsOf(edge)) covered.add(key);
        }
        at = steps.at(-1)?.to ?? at;
      }
      const firstIsNew = graph.first.some((key) => !covered.has(key));
      for (const key of graph.first) covered.add(key);
      if (steps.length === 0 && !(firstIsNew && paths.length === own)) break;
      paths.push(pathOf(graph, steps, paths.length + 1));
      if (steps.length === 0) break;
    }
  }
  return paths;
}

/** What a path costs in a browser before its first step, in steps: a page is opened and the app started. */
const OPENING = 6;
/** A longer walk would say too little when it fails, and take too long on a busy machine. */
const LONGEST_IN_BROWSER = 24;
/** Paths that nobody has a number for have to save so much of the cost at least. */
const WORTH = 1 / 6;

const costOf = (tour: readonly Path[]): number => tour.reduce((sum, { steps }) => sum + OPENING + steps.length, 0);

/**
 * The tour that costs a browser least. It takes what `transitionTour` takes, every transition and every case, by fewer and
 * longer paths, for each opens a page once; their names begin with "long". Where that saves little they are those of
 * `transitionTour`, which people read and ask for by their number.
 */
export function cheapestTour(model: WorkflowModel): Path[] {
  const numbered = transitionTour(model);
  const long = transitionTour(model, { longest: LONGEST_IN_BROWSER });
  if (costOf(long) > costOf(numbered) * (1 - WORTH)) return numbered;
  return long.map((path) => ({ ...path, name: `long ${path.name}` }));
}

/** Dotted leaf states that a path comes through. */
export const leavesOfPath = (path: Path): string[] =>
  [path.begins, ...path.steps.map((step) => step.after)].flatMap((snapshot) => leavesIn(snapshot.value));

/**
 * The few paths of a tour that together come through every state that the whole tour comes through: each time the one
 * with the most states not yet seen, of equals the longest.
 */
export function stateTour(tour: readonly Path[]): Path[] {
  const unseen = new Set(tour.flatMap(leavesOfPath));
  const chosen: Path[] = [];
  const newIn = (path: Path): number => new Set(leavesOfPath(path).filter((leaf) => unseen.has(leaf))).size;
  while (unseen.size > 0) {
    const [best] = [...tour].sort(
      (one, other) => newIn(other) - newIn(one) || other.steps.length - one.steps.length,
    ) as [Path];
    chosen.push(best);
    for (const leaf of leavesOfPath(best)) unseen.delete(leaf);
  }
  return tour.filter((path) => chosen.includes(path));
}

/** Numbers between 0 and 1 that a seed always gives in the same order (mulberry32). */
function* randomFrom(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

export interface WalkOptions {
  readonly count: number;
  /** The same seed walks the same paths. */
  readonly seed: number;
  /** Steps of one walk at most; it ends sooner where nothing can happen any more. */
  readonly longest?: number;
}

/** So many walks in a row that were all walked before: a small graph has no others, or none worth waiting for. */
const ALIKE = 200;

/**
 * Walks at random through the graph, from every beginning in turn: paths that no tour takes. No path is walked
 * twice, so there may be fewer than asked for.
 */
export function randomWalks(model: WorkflowModel, { count, seed, longest = 12 }: WalkOptions): Path[] {
  const graphs = graphsOf(model);
  const random = randomFrom(seed);
  const oneOf = <T>(list: readonly T[]): T | undefined => list[Math.floor(random.next().value * list.length)];
  const walks: Path[] = [];
  const walked = new Set<string>();
  for (let nth = 0, alike = 0; walks.length < count && alike < ALIKE; nth += 1) {
    const graph = graphs[nth % graphs.length] as Graph;
    const steps: Edge[] = [];
    let at = graph.root;
    while (steps.length < longest) {
      const edge = oneOf(graph.edges.get(at) ?? []);
      if (edge === undefined) break;
      steps.push(edge);
      at = edge.to;
    }
    const way = [nth % graphs.length, ...steps.map((step) => step.case.name)].join(' | ');
    alike = walked.has(way) ? alike + 1 : 0;
    if (!walked.has(way)) walks.push(pathOf(graph, steps, walks.length + 1));
    walked.add(way);
  }
  return walks;
}

/** Transitions of the definition that no path of the tour takes: must be empty. */
export function uncovered(model: WorkflowModel, paths: readonly Path[]): string[] {
  const taken = new Set(paths.flatMap((path) => [...path.first, ...path.steps.flatMap((step) => step.transitions)]));
  return transitionKeysOf(model.machine).filter((key) => !taken.has(key));
}

/** Event types that the machine answers and the model has no case for, and vice versa: both must be empty. */
export function caseGaps(model: WorkflowModel): { missing: string[]; unknown: string[] } {
  const own = new Set(eventTypesOf(model.machine));
  const cases = new Set(model.cases.map((one) => one.event.type));
  const raised = new Set(model.raised ?? []);
  return {
    missing: [...own].filter((type) => !cases.has(type) && !raised.has(type)),
    unknown: [...cases].filter((type) => !own.has(type)),
  };
}

/** Whether the machine takes an event in a state. */
export function accepts(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: AnyEventObject): boolean {
  const whole = machine.resolveState({ value: snapshot.value, context: snapshot.context });
  return (machine.getTransitionData(whole, event)?.length ?? 0) > 0;
}
