/**
 * A chart as a release keeps it, and what is different between two of them: names, words, and the bodies behind the names
 * (what a guard compares with, what an action writes), by their fingerprints. Plain data, so that the gallery and the
 * commands compare in the same way.
 */
import type { Chart } from './chart.ts';

type Language = 'uz' | 'ru';

/** What is called how, by path, type or name. */
export interface RecordWords {
  readonly states: Readonly<Record<string, { readonly name: string; readonly description: string }>>;
  readonly events: Readonly<Record<string, { readonly name: string }>>;
  readonly guards?: Readonly<Record<string, string>>;
  /** So that one that is gone can be named; a release of before it was kept has none. */
  readonly constants?: Readonly<Record<string, string>>;
  readonly actions?: Readonly<Record<string, string>>;
  readonly actors?: Readonly<Record<string, string>>;
  readonly delays?: Readonly<Record<string, string>>;
}

export type Fact = number | boolean;
export type Facts = Readonly<Record<string, Fact>>;

/** What the table of refusals says of a case in a row. */
export interface RecordOutcome {
  readonly name: string;
  /** Accepted: the state after it, and what of the facts is different then. */
  readonly to?: string;
  readonly facts?: Facts;
  /** Entries in the ledgers. */
  readonly posts?: readonly string[];
  /** Refused: the reason, and the keys of the texts that a person may read. */
  readonly reason?: string;
  readonly says?: readonly string[];
}

export interface RecordRow {
  readonly state: string;
  readonly facts: Facts;
  readonly source: string;
  readonly passing?: true;
  readonly outcomes: readonly RecordOutcome[];
}

export interface RecordTable {
  readonly begins: { readonly state: string; readonly facts: Facts };
  readonly cases: readonly {
    readonly name: string;
    readonly event: { readonly type: string; readonly [carried: string]: unknown };
  }[];
  /** Events that no person sends. */
  readonly system: readonly string[];
  /** Events that wait for an open practice day. */
  readonly needsDay: readonly string[];
  /** Reasons of the server, by the event that it may refuse though the chart accepts it; earlier releases have none. */
  readonly beyond?: Readonly<Record<string, readonly string[]>>;
  readonly rows: readonly RecordRow[];
}

/** What the server was heard to answer when the tests of the API layer sent what it refuses. */
export interface Answered {
  /** By row of the table and case: the code of the refusal, then the keys of the text that it may be. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Cases that were refused for want of an open day alone. */
  readonly day: readonly string[];
  /** Reasons beside the chart, by case. */
  readonly beyond: Readonly<Record<string, readonly string[]>>;
}

/** A guard, an action, an actor or a delay: its own text, and that of everything that it uses, as a fingerprint. */
export interface RecordBody {
  readonly text: string;
  readonly print: string;
}

export const BODIES = ['guards', 'actions', 'actors', 'delays'] as const;
export type BodyKind = (typeof BODIES)[number];

export interface ChartRecord {
  readonly chart: Chart;
  /** Requirement of a state, by its path. */
  readonly requirements: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Record<BodyKind, Readonly<Record<string, RecordBody>>>>;
  /** Numbers and texts that have a name in the code of the workflow. */
  readonly constants: Readonly<Record<string, string>>;
  /** Those of them that are milliseconds; a release of before it was kept has none. */
  readonly durations?: readonly string[];
  readonly words: Readonly<Record<Language, RecordWords>>;
  /** The hand-written table of refusals; null where a workflow has none. */
  readonly table: RecordTable | null;
  /** Of a workflow with a table; releases of before it was kept have none. */
  readonly answered?: Answered;
  /** Texts of refusals, by their key. */
  readonly texts: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}

export const CHANGES = ['added', 'removed', 'changed'] as const;
export type ChangeKind = (typeof CHANGES)[number];

export interface Change {
  readonly change: ChangeKind;
  readonly what: 'state' | 'transition' | 'guard' | 'action' | 'actor' | 'delay' | 'constant' | 'text' | 'row';
  /** Path, key or name. */
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
  /** Rows of the table that are decided differently: of a body whose text is another one. */
  readonly rows?: readonly string[];
}

const SINGULAR = { guards: 'guard', actions: 'action', actors: 'actor', delays: 'delay' } as const;

/** What two records of things by name differ in. */
function compared<T>(
  what: Change['what'],
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  textOf: (one: T) => string,
  isSame: (one: T, other: T) => boolean = (one, other) => textOf(one) === textOf(other),
): Change[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): Change[] => {
    const [one, other] = [before[name], after[name]];
    if (one === undefined && other !== undefined) return [{ change: 'added', what, name, after: textOf(other) }];
    if (other === undefined && one !== undefined) return [{ change: 'removed', what, name, before: textOf(one) }];
    if (one === undefined || other === undefined || isSame(one, other)) return [];
    return [{ change: 'changed', what, name, before: textOf(one), after: textOf(other) }];
  });
}

const byName = <T>(list: readonly T[], nameOf: (one: T) => string): Record<string, T> => {
  const found: Record<string, T> = {};
  for (const one of list) {
    // two transitions of a state may share their key when only their actions differ
    let name = nameOf(one);
    while (name in found) name += ' ';
    found[name] = one;
  }
  return found;
};

const factsText = (facts: Facts): string =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** A row by its state and facts. */
export const rowName = ({ state, facts }: Pick<RecordRow, 'state' | 'facts'>): string =>
  [state, factsText(facts)].filter(Boolean).join(': ');

const outcomeText = ({ name, to, facts, posts, reason, says }: RecordOutcome): string =>
  to === undefined
    ? `${name}: ${reason} ${says?.join(' ') ?? ''}`
    : `${name} → ${to} ${facts === undefined ? '' : factsText(facts)} ${posts?.join(' ') ?? ''}`;

/** Of a changed row the outcomes that are different. */
function onlyDiffering(change: Change): Change {
  const { before, after } = change;
  if (before === undefined || after === undefined) return change;
  const was = before.split('\n');
  const is = after.split('\n');
  return {
    ...change,
    before: was.filter((line) => !is.includes(line)).join('\n'),
    after: is.filter((line) => !was.includes(line)).join('\n'),
  };
}

const wordsBy = ({ words, texts }: ChartRecord): Record<string, string> => {
  const all: Record<string, string> = {};
  for (const language of ['uz', 'ru'] as const) {
    const { states, events, guards = {} } = words[language];
    for (const [path, { name, description }] of Object.entries(states)) {
      all[`${language} ${path}`] = name;
      all[`${language} ${path}: `] = description;
    }
    for (const [type, { name }] of Object.entries(events)) all[`${language} ${type}`] = name;
    for (const [guard, text] of Object.entries(guards)) all[`${language} [${guard}]`] = text;
    for (const [key, text] of Object.entries(texts[language])) all[`${language} ${key}`] = text;
  }
  return all;
};

/** What is different in the second of two records of one chart; empty where they are the same. */
export function differenceOf(before: ChartRecord, after: ChartRecord): Change[] {
  const stateText = ({ type, look, tags, entry, exit, actors }: Chart['states'][number]) =>
    [type, look ?? '', ...tags, ...entry, ...exit, ...actors].filter(Boolean).join(', ');
  const transitionText = ({ actions, inner }: Chart['transitions'][number]) =>
    [...actions, inner ? 'inside' : ''].filter(Boolean).join(', ');
  const rowsOf = ({ table }: ChartRecord) => byName(table?.rows ?? [], rowName);
  const rowText = ({ outcomes }: RecordRow) => outcomes.map(outcomeText).join('\n');
  const rows = compared('row', rowsOf(before), rowsOf(after), rowText).map(onlyDiffering);
  const decided = rows.map(({ name }) => name);
  const states = (record: ChartRecord) =>
    byName(
      record.chart.states.map((state) => ({ ...state, requirement: record.requirements[state.path] ?? '' })),
      ({ path }) => path,
    );
  return [
    ...compared('state', states(before), states(after), (state) =>
      [stateText(state), state.requirement].filter(Boolean).join(', '),
    ),
    ...compared(
      'transition',
      byName(before.chart.transitions, ({ key }) => key),
      byName(after.chart.transitions, ({ key }) => key),
      transitionText,
    ),
    ...BODIES.flatMap((kind) =>
      compared(
        SINGULAR[kind],
        before.bodies[kind],
        after.bodies[kind],
        ({ text }) => text,
        (one, other) => one.print === other.print,
      ).map((change) => (change.change === 'changed' ? { ...change, rows: decided } : change)),
    ),
    ...compared('constant', before.constants, after.constants, (value) => value),
    ...rows,
    ...compared('text', wordsBy(before), wordsBy(after), (text) => text),
  ];
}

/**
 * States in which documents may be stored and that the second record has no more, or that have lost a way out. A chart
 * that was removed leaves none of them.
 */
export function strandedBy(
  before: ChartRecord,
  after: ChartRecord | undefined,
): { vanished: string[]; fewerWays: string[] } {
  const kept = new Set(after?.chart.states.map(({ path }) => path));
  const now = new Set(after?.chart.transitions.map(({ key }) => key));
  const vanished = before.chart.states.map(({ path }) => path).filter((path) => !kept.has(path));
  const fewerWays = before.chart.transitions
    .filter(({ key, source, targets }) => targets.some((target) => target !== source) && !now.has(key))
    .map(({ source }) => source)
    .filter((path) => kept.has(path));
  return { vanished, fewerWays: [...new Set(fewerWays)] };
}

/** Thirty-two bits of a text (FNV-1a), begun with another number for another half. */
function bitsOf(text: string, begins: number): string {
  let bits = begins;
  for (let at = 0; at < text.length; at += 1) bits = Math.imul(bits ^ text.charCodeAt(at), 0x01000193);
  return (bits >>> 0).toString(16).padStart(8, '0');
}

/**
 * The fingerprint of a chart, 16 hexadecimal digits: another one when states, transitions, what stands behind a name, a
 * constant or a row of the table is another. Words and texts are not in it: what is meant stays when it is said better.
 */
export function printOf({ chart, bodies, constants, table }: ChartRecord): string {
  const prints = BODIES.map((kind) => Object.entries(bodies[kind]).map(([name, { print }]) => [name, print]));
  const text = JSON.stringify([chart, prints, constants, table]);
  return bitsOf(text, 0x811c9dc5) + bitsOf(text, 0x9e3779b9);
}
