/** A walk that a person made in a browser, found again in the graph of a model: so it can be walked by a test. */
import type { StateValue } from 'xstate';
import { type Carried, comparedWith, type Names, namedBy } from './carried.ts';
import { type Edge, type Graph, graphsOf, type Path, pathOf, type WorkflowModel } from './model.ts';

/** What the live panel writes down. */
export interface Recorded {
  readonly workflow: string;
  readonly name: string;
  /** The state in which it began. */
  readonly begins: StateValue;
  /** Each event that was answered. */
  readonly steps: readonly RecordedStep[];
}

export interface RecordedStep {
  readonly event: string;
  /** Keys of the transitions that it took. */
  readonly transitions: readonly string[];
  /** The state after it, and what it carried; a walk of version 1.4.0 has neither. */
  readonly state?: StateValue;
  readonly carried?: Carried;
}

/** Why a walk is no path of the model: its beginning is no state of it, or a step (from 1) is taken nowhere there. */
export interface Lost {
  readonly lost: number;
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((key, at) => key === other[at]);

/** Shortest ways from the beginning to every state of the graph whose value is that one. */
function waysTo(graph: Graph, value: string): Edge[][] {
  const ways: Edge[][] = JSON.stringify(graph.begins.value) === value ? [[]] : [];
  const seen = new Set([graph.root]);
  let front: Edge[][] = [[]];
  while (front.length > 0) {
    const next: Edge[][] = [];
    for (const way of front)
      for (const edge of graph.edges.get(way.at(-1)?.to ?? graph.root) ?? []) {
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        const longer = [...way, edge];
        if (JSON.stringify(edge.after.value) === value) ways.push(longer);
        next.push(longer);
      }
    front = next;
  }
  return ways;
}

/** Whether an edge is the step as far as the chart is concerned: the same event, transitions and state after it. */
const isStep = ({ case: { event }, transitions, after }: Edge, step: RecordedStep): boolean =>
  event.type === step.event &&
  same(transitions, step.transitions) &&
  (step.state === undefined || JSON.stringify(after.value) === JSON.stringify(step.state));

/** Of each step, how little a case that takes it anywhere in the graph differs from what was carried. */
const leastOf = (graph: Graph, steps: Recorded['steps']): number[] => {
  const edges = [...graph.edges.values()].flat();
  return steps.map((step) =>
    Math.min(
      ...edges
        .filter((edge) => isStep(edge, step))
        .map((edge) => comparedWith(step.carried, edge.case.event).different),
    ),
  );
};

/** Follows the steps from a state, by the cases that carry what was carried; as far as they go. */
function follow(graph: Graph, from: string, steps: Recorded['steps'], least: readonly number[], names: Names): Edge[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  let longest: Edge[] = [];
  const ways = (graph.edges.get(from) ?? [])
    .filter((edge) => isStep(edge, step))
    .map((edge) => ({ edge, compared: comparedWith(step.carried, edge.case.event) }))
    .filter(({ compared }) => compared.different === least[0])
    .map(({ edge, compared }) => ({ edge, ...namedBy(names, compared) }))
    .sort((one, other) => one.broken - other.broken);
  for (const way of ways) {
    const found = [way.edge, ...follow(graph, way.edge.to, rest, least.slice(1), way.names)];
    if (found.length > longest.length) longest = found;
    if (longest.length === steps.length) break;
  }
  return longest;
}

/** The path of the model that a recorded walk is, its way from the beginning before it. */
export function recordedPath(model: WorkflowModel, { begins, steps }: Recorded, nth: number): Path | Lost {
  let lost = 0;
  for (const graph of graphsOf(model)) {
    const least = leastOf(graph, steps);
    for (const way of waysTo(graph, JSON.stringify(begins))) {
      const found = follow(graph, way.at(-1)?.to ?? graph.root, steps, least, new Map());
      if (found.length === steps.length) return pathOf(graph, [...way, ...found], nth);
      lost = Math.max(lost, found.length + 1);
    }
  }
  return { lost };
}
