/** A walk that a person made in a browser, found again in the graph of a model: so it can be walked by a test. */
import type { StateValue } from 'xstate';
import { type Edge, type Graph, graphsOf, type Path, pathOf, type WorkflowModel } from './model.ts';

/** What the live panel writes down. */
export interface Recorded {
  readonly workflow: string;
  readonly name: string;
  /** The state in which it began. */
  readonly begins: StateValue;
  /** Each event that was answered, with the keys of the transitions that it took. */
  readonly steps: readonly { readonly event: string; readonly transitions: readonly string[] }[];
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

/** Follows the steps from a state; as far as they go. */
function follow(graph: Graph, from: string, steps: Recorded['steps']): Edge[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  let longest: Edge[] = [];
  for (const edge of graph.edges.get(from) ?? []) {
    if (edge.case.event.type !== step.event || !same(edge.transitions, step.transitions)) continue;
    const found = [edge, ...follow(graph, edge.to, rest)];
    if (found.length > longest.length) longest = found;
    if (longest.length === steps.length) break;
  }
  return longest;
}

/** The path of the model that a recorded walk is, its way from the beginning before it. */
export function recordedPath(model: WorkflowModel, { begins, steps }: Recorded, nth: number): Path | Lost {
  let lost = 0;
  for (const graph of graphsOf(model))
    for (const way of waysTo(graph, JSON.stringify(begins))) {
      const found = follow(graph, way.at(-1)?.to ?? graph.root, steps);
      if (found.length === steps.length) return pathOf(graph, [...way, ...found], nth);
      lost = Math.max(lost, found.length + 1);
    }
  return { lost };
}
