/**
 * A chart beside its hand-written table of refusals: what each state does with each event, and where the two say
 * different things. The table is what is right; a guard that no row sees both true and false proves nothing. The reason
 * of a refusal stands beside what the server was heard to answer.
 */
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, transition } from 'xstate';
import type { Chart } from './chart.ts';
import { type Answered, type RecordOutcome, type RecordRow, type RecordTable, rowName } from './release.ts';
import { eventTypesOf, guardNamesIn, leavesOf, transitionsOf } from './transitions.ts';

/** What one row of the table says of one case, and what the chart does with it. */
export interface Answer {
  readonly row: RecordRow;
  readonly name: string;
  readonly said: RecordOutcome;
  /** The state after it; undefined where the chart refuses. */
  readonly done: string | undefined;
  /** The code that the server was heard to refuse it with, and the keys of its text; undefined where it was not asked. */
  readonly heard: readonly string[] | undefined;
  /** Where its reason stands alone; undefined where table and server say the same. */
  readonly only: Problem['only'] | undefined;
  readonly agrees: boolean;
}

export type CellKind = 'accepted' | 'refused' | 'impossible';

export interface Cell {
  readonly state: string;
  readonly event: string;
  readonly kind: CellKind;
  /** Where it leads: the state itself where it is kept. */
  readonly targets: readonly string[];
  /** Keys of the texts of refusals that have one of their own. */
  readonly says: readonly string[];
  readonly answers: readonly Answer[];
  /** Some row refuses it; of a cell that is accepted too, it depends on the facts. */
  readonly refuses: boolean;
  /** Chart and table say different things. */
  readonly differs: boolean;
}

export interface Problem {
  readonly what: 'state' | 'event' | 'cell' | 'guard' | 'reason';
  readonly name: string;
  /** Where it stands alone; of a guard what no row has seen, of a reason `server` too, and `other`: the two differ. */
  readonly only: 'chart' | 'table' | 'true' | 'false' | 'both' | 'server' | 'other';
}

export interface Matrix {
  readonly states: readonly string[];
  readonly events: readonly string[];
  readonly cells: readonly Cell[];
  readonly problems: readonly Problem[];
  /** Guards that some row sees true and some row false, of all. */
  readonly guards: { readonly seen: number; readonly all: number };
}

const typeOf = (name: string): string => name.split('/')[0] as string;

/** The texts that say no more than that it is impossible here, or that it is gone. */
const PLAIN = new Set(['errors.not_allowed_now', 'errors.not_found']);

/** Whether more is said of a refusal than that it is not possible now. */
const saysMore = ([code, ...keys]: readonly string[]): boolean =>
  code !== 'not_allowed_now' || !keys.includes('errors.not_allowed_now');

const saidOf = ({ reason = '', says = [] }: RecordOutcome): readonly string[] => [reason, ...says];

/** Texts that the server was heard to say of any event. */
const heardAnywhere = ({ rows }: Answered): ReadonlySet<string> =>
  new Set(Object.values(rows).flatMap((cases) => Object.values(cases).flat()));

/** Where the reason of a refusal stands alone; undefined where the table and the server say the same. */
function reasonOnly(
  { row, said, heard }: Pick<Answer, 'row' | 'said' | 'heard'>,
  anywhere: ReadonlySet<string>,
  system: boolean,
): Problem['only'] | undefined {
  if (said.to !== undefined) return heard === undefined ? undefined : 'server';
  const { reason = '', says = [] } = said;
  // nothing rests there, so that nobody asks
  if (row.passing) return undefined;
  // what no person sends is refused by the step that causes it
  if (heard === undefined && system && says.some((key) => anywhere.has(key))) return undefined;
  if (heard === undefined) return saysMore(saidOf(said)) ? 'table' : undefined;
  const [code, ...keys] = heard;
  // what nobody may see any more is not found, whatever it is
  if (code === reason && (reason === 'not_found' || says.some((key) => keys.includes(key)))) return undefined;
  if (!saysMore(heard)) return 'table';
  return saysMore(saidOf(said)) ? 'other' : 'server';
}

/** Reasons that the table has beside the chart, and those that the server was heard to give. */
function beyondProblems({ beyond = {}, needsDay }: RecordTable, answered: Answered): Problem[] {
  const pairs = (of: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(of).flatMap(([name, reasons]) => reasons.map((reason) => `${name} ${reason}`));
  const written = [...pairs(beyond), ...needsDay.map((name) => `${name} no_open_day`)];
  const heard = [...pairs(answered.beyond), ...answered.day.map((name) => `${name} no_open_day`)];
  const only = (list: readonly string[], others: readonly string[], where: Problem['only']) =>
    list.filter((one) => !others.includes(one)).map((name): Problem => ({ what: 'reason', name, only: where }));
  return [...only(written, heard, 'table'), ...only(heard, written, 'server')];
}

/** What the server was heard to say in a row that the table has no more. */
function lostRows({ rows }: RecordTable, answered: Answered): Problem[] {
  const known = new Set(rows.map(rowName));
  return Object.entries(answered.rows)
    .filter(([row]) => !known.has(row))
    .flatMap(([row, cases]) =>
      Object.entries(cases)
        .filter(([, heard]) => saysMore(heard))
        .map(([name]): Problem => ({ what: 'reason', name: `${name} · ${row.split(':')[0]}`, only: 'server' })),
    );
}

const snapshotAt = (machine: AnyStateMachine, value: string, context: unknown): AnyMachineSnapshot =>
  machine.resolveState({ value, context });

/** What the chart does with an event; undefined where it refuses. */
export function stepAt(
  machine: AnyStateMachine,
  { state, facts }: Pick<RecordRow, 'state' | 'facts'>,
  event: AnyEventObject,
): { state: string; facts: RecordRow['facts'] } | undefined {
  // a state that stands only in the table takes nothing
  if (!leavesOf(machine).includes(state)) return undefined;
  const before = snapshotAt(machine, state, facts);
  if ((machine.getTransitionData(before, event)?.length ?? 0) === 0) return undefined;
  const [after] = transition(machine, before, event);
  return { state: String(after.value), facts: after.context as RecordRow['facts'] };
}

/** The machine with guards that note what they have answered. */
function watched(machine: AnyStateMachine): { machine: AnyStateMachine; seen: Map<string, Set<boolean>> } {
  const seen = new Map<string, Set<boolean>>();
  const guards = Object.fromEntries(
    Object.entries(machine.implementations.guards).map(([name, guard]) => [
      name,
      (args: unknown, params: unknown): boolean => {
        const answer = (guard as (args: unknown, params: unknown) => boolean)(args, params);
        seen.set(name, (seen.get(name) ?? new Set()).add(answer));
        return answer;
      },
    ]),
  );
  return { machine: machine.provide({ guards }), seen };
}

/** One event in one state, over all rows and cases of the table. */
function cellOf(state: string, event: string, answers: readonly Answer[]): Cell {
  const accepted = answers.filter(({ said }) => said.to !== undefined);
  const says = [...new Set(answers.flatMap(({ said }) => said.says ?? []))].filter((key) => !PLAIN.has(key));
  return {
    state,
    event,
    kind: accepted.length > 0 ? 'accepted' : says.length > 0 ? 'refused' : 'impossible',
    targets: [...new Set(accepted.map(({ said }) => said.to as string))],
    says,
    answers,
    refuses: answers.some(({ said }) => said.to === undefined),
    differs: answers.some(({ agrees }) => !agrees),
  };
}

/** @param answered what the server was heard to say; without it reasons are compared with nothing */
export function matrixOf(machine: AnyStateMachine, table: RecordTable, answered?: Answered): Matrix {
  const { machine: asked, seen } = watched(machine);
  const anywhere = answered && heardAnywhere(answered);
  const events = new Map(table.cases.map(({ name, event }) => [name, event]));
  const answers = table.rows.flatMap((row) =>
    row.outcomes.map((said): Answer => {
      const event = events.get(said.name) ?? { type: typeOf(said.name) };
      const { name } = said;
      const done = stepAt(asked, row, event)?.state;
      const heard = answered?.rows[rowName(row)]?.[name];
      const only = anywhere && reasonOnly({ row, said, heard }, anywhere, table.system.includes(name));
      return { row, name, said, done, heard, only, agrees: done === said.to && only === undefined };
    }),
  );
  const chartStates = leavesOf(machine);
  const chartEvents = eventTypesOf(machine);
  const tableStates = [...new Set(table.rows.map(({ state }) => state))];
  const tableEvents = [...new Set(table.cases.map(({ name }) => typeOf(name)))];
  const states = [...new Set([...chartStates, ...tableStates])];
  const types = [...new Set([...chartEvents, ...tableEvents])];
  const cells = types.flatMap((event) =>
    states.map((state) =>
      cellOf(
        state,
        event,
        answers.filter(({ row, name }) => row.state === state && typeOf(name) === event),
      ),
    ),
  );
  const alone = (what: 'state' | 'event', chart: readonly string[], written: readonly string[]): Problem[] => [
    ...chart.filter((name) => !written.includes(name)).map((name): Problem => ({ what, name, only: 'chart' })),
    ...written.filter((name) => !chart.includes(name)).map((name): Problem => ({ what, name, only: 'table' })),
  ];
  const guards = [...new Set(transitionsOf(machine).flatMap(({ guard }) => guardNamesIn(guard)))];
  const unseen = guards.flatMap((name): Problem[] => {
    const answered = seen.get(name) ?? new Set();
    if (answered.size === 2) return [];
    return [{ what: 'guard', name, only: answered.size === 0 ? 'both' : answered.has(true) ? 'false' : 'true' }];
  });
  return {
    states,
    events: types,
    cells,
    problems: [
      ...alone('state', chartStates, tableStates),
      ...alone('event', chartEvents, tableEvents),
      ...cells.flatMap(({ state, event, answers: own }): Problem[] => {
        const name = `${event} · ${state}`;
        const moved = own.filter(({ said, done }) => done !== said.to);
        if (moved.length > 0) return [{ what: 'cell', name, only: moved.some(({ done }) => done) ? 'chart' : 'table' }];
        const reasons = own.flatMap(({ only }) => only ?? []);
        return [...new Set(reasons)].map((only) => ({ what: 'reason', name, only }));
      }),
      ...(answered ? [...lostRows(table, answered), ...beyondProblems(table, answered)] : []),
      ...unseen,
    ],
    guards: { seen: guards.length - unseen.length, all: guards.length },
  };
}

/** The same of a workflow without a table, from its chart alone: what a state takes itself or from those around it. */
export function chartMatrixOf({ states, transitions }: Chart): Pick<Matrix, 'states' | 'events' | 'cells'> {
  const inner = states.filter(({ path }) => !states.some(({ parent }) => parent === path)).map(({ path }) => path);
  const events = [...new Set(transitions.map(({ event }) => event))];
  const [root] = states;
  const takes = (state: string, source: string) =>
    state === source || source === root?.path || state.startsWith(`${source}.`);
  const cells = events.flatMap((event) =>
    inner.map((state): Cell => {
      const own = transitions.filter((one) => one.event === event && takes(state, one.source));
      const targets = [...new Set(own.flatMap((one) => (one.targets.length === 0 ? [state] : one.targets)))];
      return {
        ...{ state, event, targets, says: [], answers: [], refuses: false, differs: false },
        kind: own.length > 0 ? 'accepted' : 'impossible',
      };
    }),
  );
  return { states: inner, events, cells };
}
