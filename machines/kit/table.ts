/**
 * A chart beside its hand-written table of refusals: what each state does with each event, and where the two say
 * different things. The table is what is right; a guard that no row sees both true and false proves nothing.
 */
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, transition } from 'xstate';
import type { Chart } from './chart.ts';
import type { RecordOutcome, RecordRow, RecordTable } from './release.ts';
import { eventTypesOf, guardNamesIn, leavesOf, transitionsOf } from './transitions.ts';

/** What one row of the table says of one case, and what the chart does with it. */
export interface Answer {
  readonly row: RecordRow;
  readonly name: string;
  readonly said: RecordOutcome;
  /** The state after it; undefined where the chart refuses. */
  readonly done: string | undefined;
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
  readonly what: 'state' | 'event' | 'cell' | 'guard';
  readonly name: string;
  /** Where it stands alone; of a guard what no row has seen. */
  readonly only: 'chart' | 'table' | 'true' | 'false' | 'both';
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

export function matrixOf(machine: AnyStateMachine, table: RecordTable): Matrix {
  const { machine: asked, seen } = watched(machine);
  const events = new Map(table.cases.map(({ name, event }) => [name, event]));
  const answers = table.rows.flatMap((row) =>
    row.outcomes.map((said): Answer => {
      const event = events.get(said.name) ?? { type: typeOf(said.name) };
      const after = stepAt(asked, row, event);
      return { row, name: said.name, said, done: after?.state, agrees: after?.state === said.to };
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
      ...cells.flatMap(({ state, event, differs, answers: own }): Problem[] =>
        differs
          ? [
              {
                what: 'cell',
                name: `${event} · ${state}`,
                only: own.some(({ agrees, done }) => !agrees && done) ? 'chart' : 'table',
              },
            ]
          : [],
      ),
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
