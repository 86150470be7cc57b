/**
 * A walk through charts that touches nothing: from a state that somebody chose, event by event, with facts set by hand.
 * Several charts go together where a step of one sends an event to another. A walk is a tree: a step from a place that has
 * one already begins a branch. It is a text, so that it stands in an address and a scenario can be kept.
 */
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { actionName, pathOf } from './chart.ts';
import { optionsFrom } from './explain.ts';
import type { WorkflowModel } from './model.ts';
import type { Fact, Facts, RecordTable } from './release.ts';
import { closedGuards, contextOf, rowAt, saysAt, stateOf, type TrialRow } from './rows.ts';
import { begin, leavesIn, stepOf } from './step.ts';
import { comingAndGoing, transitionKey, transitionsOf } from './transitions.ts';

export interface TrialCase {
  /** Stands in walks that are kept: the event's type, `type/variant` where it has several, or a sentence of the model. */
  readonly name: string;
  readonly event: AnyEventObject;
  /** Nobody's action: the server, the clock or the chart itself sends it. */
  readonly system: boolean;
}

/** A step of one chart that sends an event to another. */
export interface Link {
  readonly event: string;
  readonly to: string;
  readonly as: string;
  /** One step of both: nobody sends `as` to the other chart by itself. */
  readonly only?: true;
}

/** An event that is taken only while another chart of the walk, if there is one, is in one of these states. */
export interface Need {
  readonly event: string;
  readonly of: string;
  readonly states: readonly string[];
}

export interface TrialChart {
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly cases: readonly TrialCase[];
  readonly beginnings: readonly { readonly name: string; readonly input?: unknown }[];
  /** Facts that may be set, with the values that the table knows of each. */
  readonly facts: ReadonlyMap<string, readonly Fact[]>;
  readonly rows: readonly TrialRow[];
  readonly links: readonly Link[];
  readonly needs: readonly Need[];
  /** Where there is no table: the cases that lead to a state from a beginning, by its path. */
  readonly ways: Readonly<Record<string, { readonly beginning: number; readonly cases: readonly string[] }>>;
}

/** The content of `docs/generated/walks/<name>.json`. */
export interface Walks {
  readonly links: readonly Link[];
  readonly needs?: readonly Need[];
  /** Charts that send to it or that it sends to. */
  readonly partners: readonly string[];
  readonly ways: TrialChart['ways'];
}

interface TrialParts {
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** The hand-written table; null where a workflow has none. */
  readonly table: RecordTable | null;
  readonly model: WorkflowModel | undefined;
  readonly walks: Walks;
}

const factsIn = (rows: readonly TrialRow[], { facts }: RecordTable['begins']): TrialChart['facts'] =>
  new Map(
    Object.keys(facts).map((name) => [name, [...new Set(rows.flatMap((row) => row.facts[name] ?? []))]] as const),
  );

const filled = <T>(lists: readonly (readonly [string, readonly T[] | undefined])[]): Record<string, readonly T[]> =>
  Object.fromEntries(lists.flatMap(([name, list]) => (list === undefined || list.length === 0 ? [] : [[name, list]])));

/** A workflow as it is walked by hand: events and facts of its table, or the cases of its tests where it has no table. */
export function trialOf({ name, machine, table, model, walks: { links, needs = [], ways } }: TrialParts): TrialChart {
  if (table === null) {
    const own = { ...model, ...model?.browser };
    const ofPage = new Set([...(own.pageEvents ?? []), ...(own.raised ?? [])]);
    const cases = (own.cases ?? []).map((one) => ({
      ...one,
      system: one.event.type.startsWith('xstate.') || ofPage.has(one.event.type),
    }));
    const beginnings = own.beginnings ?? [{ name: '' }];
    return { name, machine, cases, beginnings, facts: new Map(), rows: [], links, needs, ways };
  }
  const rows = table.rows.map(
    ({ state, facts, outcomes }): TrialRow => ({
      state,
      facts,
      says: filled(outcomes.map(({ name: one, says }) => [one, says] as const)),
      posts: filled(outcomes.map(({ name: one, posts }) => [one, posts] as const)),
    }),
  );
  const system = new Set(table.system);
  return {
    name,
    machine,
    cases: table.cases.map((one) => ({ ...one, system: system.has(one.name) || system.has(one.event.type) })),
    beginnings: [{ name: '', input: table.begins.facts }],
    facts: factsIn(rows, table.begins),
    rows,
    links,
    needs,
    ways,
  };
}

export type Move =
  | { readonly kind: 'begin'; readonly state: string }
  /** `of`: which of the charts, the first one is ''. */
  | { readonly kind: 'event'; readonly of: string; readonly name: string }
  | { readonly kind: 'fact'; readonly of: string; readonly name: string; readonly value: Fact }
  /** Another chart joins. */
  | { readonly kind: 'join'; readonly chart: string; readonly state: string };

export interface Place {
  /** The place before; -1: none. */
  readonly from: number;
  readonly move: Move;
}

const SIGN = { begin: '!', event: '+', fact: '=', join: '&' } as const;
const BETWEEN = '~';

function moveText(move: Move): string {
  const sign = SIGN[move.kind];
  switch (move.kind) {
    case 'begin':
      return `${sign}${move.state}`;
    case 'event':
      return `${sign}${move.of}>${move.name}`;
    case 'fact':
      return `${sign}${move.of}>${move.name}=${move.value}`;
    case 'join':
      return `${sign}${move.chart}>${move.state}`;
  }
}

/** `!created~+>counter.add~0+>act.cancel`: a number names the place before where that is not the one written before. */
export const walkText = (places: readonly Place[]): string =>
  places.map(({ from, move }, at) => `${from === at - 1 ? '' : from}${moveText(move)}`).join(BETWEEN);

function moveIn(sign: string, text: string): Move | undefined {
  if (sign === SIGN.begin) return { kind: 'begin', state: text };
  const at = text.indexOf('>');
  if (at === -1) return undefined;
  const [first, rest] = [text.slice(0, at), text.slice(at + 1)];
  if (sign === SIGN.event) return { kind: 'event', of: first, name: rest };
  if (sign === SIGN.join) return { kind: 'join', chart: first, state: rest };
  const [, name, value = ''] = /^(\w+)=(true|false|-?\d{1,15})$/.exec(rest) ?? [];
  if (name === undefined) return undefined;
  return { kind: 'fact', of: first, name, value: /^-?\d/.test(value) ? Number(value) : value === 'true' };
}

/** The walk of an address or a scenario; null where it is none. */
export function walkIn(text: string): Place[] | null {
  const places: Place[] = [];
  for (const [at, one] of text.split(BETWEEN).entries()) {
    const [, from = '', sign = '', rest = ''] = /^(\d*)([!+=&])(.*)$/.exec(one) ?? [];
    const move = moveIn(sign, rest);
    const before = from === '' ? at - 1 : Number(from);
    if (move === undefined || before >= at || (move.kind === 'begin') !== (at === 0)) return null;
    places.push({ from: before, move });
  }
  return places;
}

/** The places that lead to one, itself the last. */
export function wayTo(places: readonly Place[], at: number): number[] {
  const way: number[] = [];
  for (let now = at; now >= 0; now = places[now]?.from ?? -1) way.unshift(now);
  return way;
}

/** Charts by what they are called in the walk: the first '', a further one by its name, the second of a name with a number. */
export type Standing = ReadonlyMap<string, Stands>;

interface Stands {
  readonly chart: TrialChart;
  readonly snapshot: AnyMachineSnapshot;
}

/** What a step would run: an action or an actor of a chart, or an entry that its table of refusals adds to a ledger. */
export interface Effect {
  /** The chart, as in `standing`. */
  readonly of: string;
  readonly kind: 'runs' | 'posts';
  readonly name: string;
}

export interface Reached {
  readonly standing: Standing;
  /** Keys of transitions that the move took, by chart as in `standing`. */
  readonly taken: ReadonlyMap<string, readonly string[]>;
  /** What would run, in its order; nothing has. */
  readonly effects: readonly Effect[];
}

/** The chart in one of its states, as the first row of its table has it there, or as the way of the tests comes there. */
export function standingAt(chart: TrialChart, state: string): AnyMachineSnapshot | undefined {
  const { machine, beginnings, rows, ways } = chart;
  const [first] = beginnings;
  const begun = begin(machine, first?.input).snapshot;
  if (leavesIn(begun.value).join() === state) return begun;
  const row = rows.find((one) => one.state === state);
  if (row !== undefined)
    return machine.resolveState({ value: row.state, context: { ...contextOf(begun), ...row.facts } });
  const way = ways[state];
  if (way === undefined) return undefined;
  let { snapshot } = begin(machine, beginnings[way.beginning]?.input);
  for (const name of way.cases) {
    const one = chart.cases.find((each) => each.name === name);
    if (one === undefined) return undefined;
    snapshot = stepOf(machine, snapshot, one.event).after;
  }
  return snapshot;
}

/** What a step would run: what the states that are left do, then the transition, then the states that are come to. */
function effectsOf(before: AnyMachineSnapshot, after: AnyMachineSnapshot, taken: readonly string[]): string[] {
  const left = before._nodes.filter((node) => !after._nodes.includes(node));
  const come = after._nodes.filter((node) => !before._nodes.includes(node));
  const own = transitionsOf(before.machine).filter((one) => taken.includes(transitionKey(one)));
  return [
    ...left.toReversed().flatMap((node) => comingAndGoing(node).exit.map(actionName)),
    ...own.flatMap(({ actions }) => actions.map(actionName)),
    ...come.flatMap((node) => [...comingAndGoing(node).entry.map(actionName), ...node.invoke.map(({ id }) => id)]),
  ];
}

/** A chart that has ended takes nothing, and says so aloud when it is asked. */
const hasEnded = ({ machine, _nodes }: AnyMachineSnapshot) =>
  _nodes.some(({ type, parent }) => type === 'final' && parent === machine.root);

const stepped = ({ machine }: TrialChart, snapshot: AnyMachineSnapshot, event: AnyEventObject) => {
  if (hasEnded(snapshot)) return undefined;
  // the error of an actor that nothing waits for would be thrown
  if (event.type.startsWith('xstate.') && optionsFrom(snapshot, event).length === 0) return undefined;
  const step = stepOf(machine, snapshot, event);
  return step.transitions.length > 0 ? step : undefined;
};

interface Sent {
  readonly key: string;
  readonly one: TrialCase;
}

/** The first case of a type that the chart takes where it stands, else the first of them. */
function caseOf({ chart, snapshot }: Stands, is: (one: TrialCase) => boolean): TrialCase | undefined {
  const cases = chart.cases.filter(is);
  return cases.find(({ event }) => stepped(chart, snapshot, event) !== undefined) ?? cases[0];
}

const isOf =
  ({ event }: Link) =>
  (one: TrialCase): boolean =>
    event === one.event.type || event === one.name;

/** What another chart of the walk sends for this event to come: of an event that is one step of both. */
function sendersOf(standing: Standing, { key, one }: Sent): Sent[] {
  const name = standing.get(key)?.chart.name;
  return [...standing].flatMap(([other, here]): Sent[] => {
    const link = here.chart.links.find(({ to, as, only }) => only === true && to === name && as === one.event.type);
    const sent = link === undefined || other === key ? undefined : caseOf(here, isOf(link));
    return sent === undefined ? [] : [{ key: other, one: sent }];
  });
}

/** The charts that an event goes to: its own, and each that a link of it names. `wanted` is what one of them is to get. */
function receiversOf(standing: Standing, { key, one }: Sent, wanted?: Sent): Sent[] {
  const linked = (standing.get(key)?.chart.links ?? []).filter((link) => isOf(link)(one));
  const charts = new Set(linked.map(({ to }) => to));
  return [
    { key, one },
    ...[...charts].flatMap((name): Sent[] => {
      const keys = [...standing.keys()].filter((other) => other !== key && standing.get(other)?.chart.name === name);
      const to = keys.find((other) => other === wanted?.key) ?? keys[0];
      const there = to === undefined ? undefined : standing.get(to);
      if (to === undefined || there === undefined) return [];
      const types = linked.filter((link) => link.to === name).map(({ as }) => as);
      const sent = to === wanted?.key ? wanted.one : caseOf(there, ({ event }) => types.includes(event.type));
      return sent === undefined ? [] : [{ key: to, one: sent }];
    }),
  ];
}

/** The charts of the walk whose state keeps another one from an event. */
function keptBy(standing: Standing, { key, one }: Sent): string[] {
  const needs = (standing.get(key)?.chart.needs ?? []).filter(({ event }) => event === one.event.type);
  return needs.flatMap(({ of, states }) => {
    const others = [...standing].filter(([, { chart }]) => chart.name === of);
    const isMet = others.some(([, { snapshot }]) => states.includes(stateOf(snapshot)));
    return isMet ? [] : others.map(([other]) => other);
  });
}

/** The charts that do not take what is sent to them, or keep another one from it. */
const heldBy = (standing: Standing, sent: readonly Sent[]): string[] =>
  sent.flatMap((each) => {
    const here = standing.get(each.key);
    const isTaken = here !== undefined && stepped(here.chart, here.snapshot, each.one.event) !== undefined;
    return isTaken ? keptBy(standing, each) : [each.key];
  });

/** All that one event sets off. One that another chart of the walk sends goes by the first of those that may send it. */
function sentBy(standing: Standing, sent: Sent): Sent[] {
  const ways = sendersOf(standing, sent).map((sender) => receiversOf(standing, sender, sent));
  return ways.find((way) => heldBy(standing, way).length === 0) ?? ways[0] ?? receiversOf(standing, sent);
}

/** Sends a case; undefined where one of the charts that it goes to does not take it. */
export function send(standing: Standing, key: string, name: string): Reached | undefined {
  const one = standing.get(key)?.chart.cases.find((each) => each.name === name);
  if (one === undefined) return undefined;
  const after = new Map(standing);
  const taken = new Map<string, readonly string[]>();
  const effects: Effect[] = [];
  for (const sent of sentBy(standing, { key, one })) {
    const here = standing.get(sent.key);
    if (here === undefined || keptBy(standing, sent).length > 0) return undefined;
    const step = stepped(here.chart, here.snapshot, sent.one.event);
    if (step === undefined) return undefined;
    after.set(sent.key, { chart: here.chart, snapshot: step.after });
    taken.set(sent.key, step.transitions);
    const add = (kind: Effect['kind'], names: readonly string[]) =>
      effects.push(...names.map((name): Effect => ({ of: sent.key, kind, name })));
    add('runs', effectsOf(here.snapshot, step.after, step.transitions));
    add('posts', rowAt(here.chart.rows, here.snapshot)?.posts[sent.one.name] ?? []);
  }
  return { standing: after, taken, effects };
}

const NOTHING = new Map<string, readonly string[]>();

function withFact(standing: Standing, key: string, name: string, value: Fact): Standing | undefined {
  const here = standing.get(key);
  if (here === undefined || !here.chart.facts.has(name)) return undefined;
  const { chart, snapshot } = here;
  const context = { ...contextOf(snapshot), [name]: value };
  return new Map(standing).set(key, {
    chart,
    snapshot: chart.machine.resolveState({ value: snapshot.value, context }),
  });
}

/** What the charts of a walk are called in it. */
export function nextKey(standing: Standing, chart: string): string {
  for (let nth = 1; ; nth += 1) {
    const key = nth === 1 ? chart : `${chart} ${nth}`;
    if (!standing.has(key)) return key;
  }
}

export type ChartOf = (name: string) => TrialChart | undefined;

function moved(first: TrialChart, chartOf: ChartOf, before: Standing | undefined, move: Move): Reached | undefined {
  const at = (standing: Standing | undefined): Reached | undefined =>
    standing && { standing, taken: NOTHING, effects: [] };
  if (move.kind === 'begin') {
    const snapshot = standingAt(first, move.state);
    return at(snapshot && new Map([['', { chart: first, snapshot }]]));
  }
  if (before === undefined) return undefined;
  if (move.kind === 'event') return send(before, move.of, move.name);
  if (move.kind === 'fact') return at(withFact(before, move.of, move.name, move.value));
  const chart = chartOf(move.chart);
  const snapshot = chart && standingAt(chart, move.state);
  return at(chart && snapshot && new Map(before).set(nextKey(before, chart.name), { chart, snapshot }));
}

/** Where each place of a walk is; undefined from the first move on that the charts of today do not take. */
export function runWalk(first: TrialChart, chartOf: ChartOf, places: readonly Place[]): (Reached | undefined)[] {
  const reached: (Reached | undefined)[] = [];
  for (const { from, move } of places)
    reached.push(
      move.kind !== 'begin' && reached[from] === undefined
        ? undefined
        : moved(first, chartOf, reached[from]?.standing, move),
    );
  return reached;
}

/** The walk to where a chart was seen: into that state, then those of the facts that its table has and begins otherwise. */
export function walkTo(chart: TrialChart, state: string, facts: Facts): Place[] {
  const begun = standingAt(chart, state);
  const other = Object.entries(facts).filter(
    ([name, value]) => chart.facts.has(name) && begun !== undefined && contextOf(begun)[name] !== value,
  );
  const moves: Move[] = [
    { kind: 'begin', state },
    ...other.map(([name, value]): Move => ({ kind: 'fact', of: '', name, value })),
  ];
  return moves.map((move, at) => ({ from: at - 1, move }));
}

/** The one thing that would let a refused event through. */
export type Remedy =
  | { readonly kind: 'fact'; readonly name: string; readonly value: Fact }
  | { readonly kind: 'event'; readonly name: string };

export interface Choice {
  readonly one: TrialCase;
  readonly accepted: boolean;
  /** Where it leads, of what is accepted. */
  readonly to: string;
  /** Other charts of the walk: of what is accepted those that go along, of what is refused those that do not take it. */
  readonly others: readonly string[];
  /** Of what is refused: the texts of the table by their keys, and the guards that say no. */
  readonly says: readonly string[];
  readonly guards: readonly string[];
  readonly remedy: Remedy | null;
}

/** The text of a refusal that says no more than that. */
export const NOT_NOW = 'errors.not_allowed_now';

function remedyOf(standing: Standing, key: string, one: TrialCase): Remedy | null {
  const here = standing.get(key);
  if (here === undefined) return null;
  for (const [name, values] of here.chart.facts)
    for (const value of values) {
      if (contextOf(here.snapshot)[name] === value) continue;
      const changed = withFact(standing, key, name, value);
      if (changed !== undefined && send(changed, key, one.name) !== undefined) return { kind: 'fact', name, value };
    }
  for (const other of here.chart.cases) {
    const after = send(standing, key, other.name);
    if (after !== undefined && send(after.standing, key, one.name) !== undefined)
      return { kind: 'event', name: other.name };
  }
  return null;
}

/**
 * Every case of a chart where it stands: accepted, or refused with its reason. What the state has no transition for, and
 * no single step or fact would bring, is not possible here and left out.
 */
export function choicesOf(standing: Standing, key: string): Choice[] {
  const here = standing.get(key);
  if (here === undefined) return [];
  const { chart, snapshot } = here;
  return chart.cases.flatMap((one): Choice[] => {
    const sent = send(standing, key, one.name);
    const after = sent?.standing.get(key)?.snapshot;
    if (sent !== undefined && after !== undefined) {
      const others = [...sent.taken.keys()].filter((other) => other !== key);
      return [{ one, accepted: true, to: stateOf(after), others, says: [], guards: [], remedy: null }];
    }
    const held = heldBy(standing, sentBy(standing, { key, one }));
    const others = held.includes(key) ? [] : held;
    const guards = closedGuards(snapshot, one.event);
    const says = saysAt(chart.rows, snapshot, one);
    const remedy = remedyOf(standing, key, one);
    const isSilent = guards.length === 0 && remedy === null && others.length === 0;
    if (isSilent && says.every((text) => text === NOT_NOW)) return [];
    return [{ one, accepted: false, to: '', others, says, guards, remedy }];
  });
}

/** What has become of each place, for a scenario that is kept: a change of a chart that breaks it is seen by comparing. */
export const endsOf = (reached: readonly (Reached | undefined)[]): string[] =>
  reached.map((one) =>
    one === undefined
      ? ''
      : [...one.standing]
          .map(([key, { chart, snapshot }]) => {
            const facts = [...chart.facts.keys()].map((name) => `${name} ${String(contextOf(snapshot)[name])}`);
            return [`${key || chart.name}: ${stateOf(snapshot)}`, ...facts].join(', ');
          })
          .join('; '),
  );

/** The first place of a kept walk that is elsewhere today, and where that is ('' where nothing leads any more). */
export function brokenAt(
  first: TrialChart,
  chartOf: ChartOf,
  places: readonly Place[],
  ends: readonly string[],
): { readonly at: number; readonly end: string } | undefined {
  const now = endsOf(runWalk(first, chartOf, places));
  const at = now.findIndex((end, place) => end === '' || end !== ends[place]);
  return at === -1 ? undefined : { at, end: now[at] ?? '' };
}

/** Paths of states that are drawn: each that is active, with those around it. */
export const activeOf = (snapshot: AnyMachineSnapshot): Set<string> =>
  new Set(snapshot._nodes.filter((node) => node !== snapshot.machine.root).map(pathOf));
