/** A walk that a person made in a browser, found again in the graph of a model: so it can be walked by a test. */
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { type Carried, comparedWith, type Names, namedBy } from './carried.ts';
import { type Edge, type Graph, graphsOf, type Path, pathOf, type WorkflowModel } from './model.ts';
import { stepOf } from './step.ts';

/** What the live panel writes down. */
export interface Recorded {
  readonly workflow: string;
  readonly name: string;
  /** The state in which it began. */
  readonly begins: StateValue;
  /** What the machine held there, masked as what events carry; a walk of before it was kept has none. */
  readonly held?: Carried;
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

/** Of each step, how little a case of its event differs from what was carried, of those that take it in the graph if any does. */
const leastOf = (model: WorkflowModel, graph: Graph, steps: Recorded['steps']): number[] => {
  const edges = [...graph.edges.values()].flat();
  return steps.map((step) => {
    const taking = edges.filter((edge) => isStep(edge, step)).map((edge) => edge.case);
    const cases = taking.length > 0 ? taking : model.cases.filter(({ event }) => event.type === step.event);
    return Math.min(...cases.map(({ event }) => comparedWith(step.carried, event).different));
  });
};

/** What the machine does with the cases of an event in a state, those included that the model does not try there (`within`). */
const edgesBeyond = ({ machine, cases, serialize }: WorkflowModel, from: AnyMachineSnapshot, type: string): Edge[] =>
  cases
    .filter(({ event }) => event.type === type)
    .map((one) => {
      const { after, transitions } = stepOf(machine, from, one.event);
      return { case: one, from: serialize(from), to: serialize(after), after, transitions };
    });

/** Follows the steps from a state, by the cases that carry what was carried; as far as they go. */
function follow(
  model: WorkflowModel,
  graph: Graph,
  from: AnyMachineSnapshot,
  steps: Recorded['steps'],
  least: readonly number[],
  names: Names,
): Edge[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [];
  let longest: Edge[] = [];
  const tried = (graph.edges.get(model.serialize(from)) ?? []).filter((edge) => isStep(edge, step));
  const edges = tried.length > 0 ? tried : edgesBeyond(model, from, step.event).filter((edge) => isStep(edge, step));
  const ways = edges
    .map((edge) => ({ edge, compared: comparedWith(step.carried, edge.case.event) }))
    .filter(({ compared }) => compared.different === least[0])
    .map(({ edge, compared }) => ({ edge, ...namedBy(names, compared) }))
    .sort((one, other) => one.broken - other.broken);
  for (const way of ways) {
    const found = [way.edge, ...follow(model, graph, way.edge.after, rest, least.slice(1), way.names)];
    if (found.length > longest.length) longest = found;
    if (longest.length === steps.length) break;
  }
  return longest;
}

/**
 * The path of the model that a recorded walk is, its way from the beginning before it. A state is come to with one thing or
 * another in the machine's hands: of the ways there, that which brings it as it was held is gone first.
 */
export function recordedPath(model: WorkflowModel, { name, begins, held, steps }: Recorded, nth: number): Path | Lost {
  const value = JSON.stringify(begins);
  const starts = graphsOf(model)
    .flatMap((graph) =>
      waysTo(graph, value).map((way) => {
        const from = way.at(-1)?.after ?? graph.begins;
        return { graph, way, from, compared: comparedWith(held, { ...from.context, type: '' }) };
      }),
    )
    .sort((one, other) => one.compared.different - other.compared.different);
  const least = new Map<Graph, number[]>();
  let lost = 0;
  for (const { graph, way, from, compared } of starts) {
    const ofSteps = least.get(graph) ?? leastOf(model, graph, steps);
    least.set(graph, ofSteps);
    const found = follow(model, graph, from, steps, ofSteps, namedBy(new Map(), compared).names);
    if (found.length === steps.length) {
      const path = pathOf(graph, [...way, ...found], nth);
      // called as whoever recorded it called it
      return { ...path, name: path.name.replace(/ |$/, ` “${name}”: `).trimEnd() };
    }
    lost = Math.max(lost, found.length + 1);
  }
  return { lost };
}
