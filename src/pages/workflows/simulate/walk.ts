/**
 * A walk through a chart that touches nothing: from a state with facts set by hand, step by step, as the chart decides.
 * It is written as words, so that an address holds it: the name of a case, `=fact:value` for a fact that was set, and
 * `+name` for another chart that goes along.
 */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { chartTransitionOf } from '../../../../machines/kit/chart.ts';
import { optionsFrom } from '../../../../machines/kit/explain.ts';
import { leavesIn, stepOf, type WorkflowModel } from '../../../../machines/kit/model.ts';
import type { Fact, Facts, RecordRow, RecordTable } from '../../../../machines/kit/release.ts';
import { transitionKey } from '../../../../machines/kit/transitions.ts';

/** What may come in a walk: a case of the table, or of the model where there is no table. */
export interface WalkCase {
  readonly name: string;
  readonly event: AnyEventObject;
}

export interface Place {
  readonly snapshot: AnyMachineSnapshot;
  /** Facts by the names of the table; none where there is no table. */
  readonly facts: Facts;
}

export interface Walked {
  readonly token: string;
  readonly case: WalkCase | undefined;
  /** It was refused, and nothing changed. */
  readonly refused: boolean;
  readonly taken: readonly string[];
  readonly place: Place;
}

export interface Walk {
  readonly machine: AnyStateMachine;
  readonly table: RecordTable | null;
  readonly cases: readonly WalkCase[];
}

export const statesAt = ({ snapshot }: Place): string[] => leavesIn(snapshot.value);

/** Dotted paths of the active states, those around them too. */
export const activeAt = ({ snapshot }: Place): ReadonlySet<string> =>
  new Set(snapshot._nodes.map((node) => node.path.join('.') || node.machine.id));

const placeAt = (machine: AnyStateMachine, value: AnyMachineSnapshot['value'], facts: Facts): Place => ({
  snapshot: machine.resolveState({ value, context: facts }),
  facts,
});

/** A lifecycle begins in any of its states, with the facts of its table. */
export const beginAt = ({ machine }: Walk, state: string, facts: Facts): Place => placeAt(machine, state, facts);

/** The first row of the table that such a place is. */
export const rowAt = (table: RecordTable | null, place: Place): RecordRow | undefined => {
  const [state] = statesAt(place);
  return table?.rows.find(
    (row) => row.state === state && Object.entries(row.facts).every(([name, value]) => place.facts[name] === value),
  );
};

/** Why a case is not taken: the texts of the table, else the guards of the chart that say no. */
export interface Refusal {
  readonly says: readonly string[];
  readonly guards: readonly string[];
}

export interface Option extends WalkCase {
  readonly open: boolean;
  readonly to: readonly string[];
  /** What would be done, in its order. */
  readonly does: readonly string[];
  readonly posts: readonly string[];
  readonly refusal: Refusal;
}

/** What can come next, and what is refused. */
export function optionsAt({ machine, table, cases }: Walk, place: Place): Option[] {
  const row = rowAt(table, place);
  return cases.map(({ name, event }): Option => {
    const taken = machine.getTransitionData(place.snapshot, event) ?? [];
    const charted = taken.map(chartTransitionOf);
    const { after } = taken.length > 0 ? stepOf(machine, place.snapshot, event) : { after: place.snapshot };
    const entered = after._nodes.filter((node) => !place.snapshot._nodes.includes(node));
    const outcome = row?.outcomes.find((one) => one.name === name);
    return {
      name,
      event,
      open: taken.length > 0,
      to: leavesIn(after.value),
      does: [
        ...charted.flatMap(({ actions }) => actions),
        ...entered.flatMap((node) => node.invoke.map(({ id }) => `do ${id}`)),
      ],
      posts: outcome?.posts ?? [],
      refusal: {
        says: outcome?.says ?? [],
        guards: optionsFrom(place.snapshot, event)
          .filter(({ verdict }) => verdict === 'closed')
          .flatMap(({ guards }) => guards),
      },
    };
  });
}

const FACT = /^=(\w+):(true|false|\d{1,6})$/;

/** What an address says of a fact; undefined for anything else. */
export function factIn(token: string): { name: string; value: Fact } | undefined {
  const [, name, value] = FACT.exec(token) ?? [];
  if (name === undefined || value === undefined) return undefined;
  return { name, value: value === 'true' ? true : value === 'false' ? false : Number(value) };
}

export const factToken = (name: string, value: Fact): string => `=${name}:${value}`;

/** One more word of a walk. What the chart refuses leaves the place as it is. */
export function stepOn(walk: Walk, place: Place, token: string): Walked | undefined {
  const fact = factIn(token);
  if (fact !== undefined) {
    // only what the table of refusals has a name for, and only of its kind
    if (typeof place.facts[fact.name] !== typeof fact.value) return undefined;
    const facts = { ...place.facts, [fact.name]: fact.value };
    return {
      ...{ token, case: undefined, refused: false, taken: [] },
      place: placeAt(walk.machine, place.snapshot.value, facts),
    };
  }
  const one = walk.cases.find(({ name }) => name === token);
  if (one === undefined) return undefined;
  const taken = (walk.machine.getTransitionData(place.snapshot, one.event) ?? []).map(transitionKey);
  if (taken.length === 0) return { token, case: one, refused: true, taken: [], place };
  const { after } = stepOf(walk.machine, place.snapshot, one.event);
  const facts = walk.table === null ? place.facts : (after.context as Facts);
  return { token, case: one, refused: false, taken, place: { snapshot: after, facts } };
}

/** A walk from its beginning; words that the chart does not know any more end it. */
export function walkOf(
  walk: Walk,
  from: Place,
  tokens: readonly string[],
): { steps: Walked[]; unknown: string | undefined } {
  const steps: Walked[] = [];
  let place = from;
  for (const token of tokens) {
    const step = stepOn(walk, place, token);
    if (step === undefined) return { steps, unknown: token };
    steps.push(step);
    place = step.place;
  }
  return { steps, unknown: undefined };
}

/** States of a model that are looked at on the way to one that is asked for. */
const MOST = 1_500;

/** The shortest way of a model to a state; undefined where none is found. */
export function wayTo(model: WorkflowModel, from: AnyMachineSnapshot, state: string): string[] | undefined {
  const isThere = (snapshot: AnyMachineSnapshot) => snapshot._nodes.some((node) => node.path.join('.') === state);
  if (isThere(from)) return [];
  const seen = new Set([model.serialize(from)]);
  let front: { snapshot: AnyMachineSnapshot; way: string[] }[] = [{ snapshot: from, way: [] }];
  while (front.length > 0 && seen.size < MOST) {
    const next: typeof front = [];
    for (const { snapshot, way } of front) {
      for (const { name, event } of model.cases) {
        if (model.within?.(snapshot, event) === false) continue;
        if ((model.machine.getTransitionData(snapshot, event)?.length ?? 0) === 0) continue;
        const { after } = stepOf(model.machine, snapshot, event);
        const key = model.serialize(after);
        if (seen.has(key)) continue;
        seen.add(key);
        if (isThere(after)) return [...way, name];
        next.push({ snapshot: after, way: [...way, name] });
      }
    }
    front = next;
  }
  return undefined;
}
