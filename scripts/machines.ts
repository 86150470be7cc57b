/**
 * Every workflow found by its file, `machines/<folder>/<name>.machine.ts`, with its model beside it.
 * Run by itself it prints the keys of them all as JSON, for commands that are not TypeScript.
 */
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import { calls } from '../contract/index.ts';
import { type Chart, chartOf } from '../machines/kit/chart.ts';
import { inBrowser, type WorkflowModel } from '../machines/kit/model.ts';
import {
  eventTypesOf,
  guardNamesIn,
  leavesOf,
  nodesOf,
  transitionKeysOf,
  transitionsOf,
} from '../machines/kit/transitions.ts';
import { ORACLES } from '../tests/oracle/index.ts';

export const root = resolve(import.meta.dirname, '..');

export interface Workflow {
  readonly name: string;
  /** Its file below the repository. */
  readonly file: string;
  readonly machine: AnyStateMachine;
  /** Undefined while the model is not written. */
  readonly model: WorkflowModel | undefined;
}

async function exportsOf(file: string): Promise<unknown[]> {
  return Object.values((await import(pathToFileURL(resolve(root, file)).href)) as Record<string, unknown>);
}

const isModel = (value: unknown): value is WorkflowModel =>
  typeof value === 'object' && value !== null && 'machine' in value && 'cases' in value;

export async function loadWorkflows(): Promise<Workflow[]> {
  const folders = readdirSync(resolve(root, 'machines'), { withFileTypes: true }).filter((one) => one.isDirectory());
  const files = folders.flatMap((folder) =>
    readdirSync(resolve(root, 'machines', folder.name))
      .filter((file) => file.endsWith('.machine.ts'))
      .map((file) => `machines/${folder.name}/${file}`),
  );
  const workflows: Workflow[] = [];
  for (const file of files) {
    const name = /([^/]+)\.machine\.ts$/.exec(file)?.[1] ?? '';
    const machine = (await exportsOf(file)).find(
      (value): value is AnyStateMachine => value instanceof StateMachine && value.id === name,
    );
    if (machine === undefined) throw new Error(`${file} exports no machine with the id ${name}`);
    const modelFile = file.replace(/\.machine\.ts$/, '.model.ts');
    const models = existsSync(resolve(root, modelFile)) ? (await exportsOf(modelFile)).filter(isModel) : [];
    workflows.push({ name, file, machine, model: models.find((model) => model.machine === machine) });
  }
  return workflows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** States below the machine itself, in document order. */
export const statesOf = (machine: AnyStateMachine): AnyStateNode[] =>
  nodesOf(machine).filter((node) => node !== machine.root);

/** Lifecycles that calls of the contract send events to: the server runs them, so they have a layer there. */
const ofServer = new Set(calls.map(({ event }) => event?.machine));

export const layersOf = (machine: AnyStateMachine): ('model' | 'server' | 'browser')[] =>
  ofServer.has(machine.id) ? ['model', 'server', 'browser'] : ['model', 'browser'];

/** Leaves that a workflow can rest in: one with an unguarded `always` is left as soon as it is entered. */
export function restingLeavesOf(machine: AnyStateMachine): string[] {
  const passed = new Set(
    nodesOf(machine)
      .filter((node) => node.always?.some((transition) => transition.guard === undefined))
      .map((node) => node.path.join('.')),
  );
  return leavesOf(machine).filter((leaf) => ![...passed].some((path) => leaf === path || leaf.startsWith(`${path}.`)));
}

const isSystemEvent = (type: string): boolean => type.startsWith('xstate.');

/** What `scripts/model-coverage.mjs` and `scripts/check-locales.mjs` read. */
export interface MachineKeys {
  readonly machine: string;
  readonly layers: readonly string[];
  readonly transitions: readonly string[];
  /** Leaf states that a path can be seen in. */
  readonly leaves: readonly string[];
  /** Every state below the machine, compound ones too, by dotted path. */
  readonly states: readonly string[];
  /** Event types that a person, a page or the server sends. */
  readonly events: readonly string[];
  /** Guards by name, each once. */
  readonly guards: readonly string[];
  /** XState's own: the end of an actor, the passing of a delay. */
  readonly systemEvents: readonly string[];
  /** What transitions and states do, by name, with what is given to it where that is written out. */
  readonly actions: readonly string[];
  readonly actors: readonly string[];
  readonly delays: readonly string[];
  /** What guards of a lifecycle read, by the names of the table of refusals (`tests/oracle`). */
  readonly facts: readonly string[];
  /** Cases that the name of their event does not tell from its others: of the model, and of the table of refusals. */
  readonly cases: readonly string[];
  /** Beginnings of the model that have a name. */
  readonly beginnings: readonly string[];
}

const distinct = (names: readonly string[]): string[] => [...new Set(names)];

/** The model as every test walks it, and as a browser does: both are read in the gallery. */
const walkedOf = (model: WorkflowModel | undefined): WorkflowModel[] =>
  model === undefined ? [] : [model, inBrowser(model)];

function casesOf(name: string, model: WorkflowModel | undefined): string[] {
  const types = new Map(
    walkedOf(model).flatMap(({ cases }) => cases.map((one) => [one.name, one.event.type] as const)),
  );
  const alike = (type: string): number => [...types.values()].filter((one) => one === type).length;
  const ofTable = Object.keys(ORACLES.find((oracle) => oracle.machine === name)?.cases ?? {});
  return distinct([
    ...[...types].flatMap(([one, type]) => (alike(type) > 1 ? [one] : [])),
    ...ofTable.filter((one) => one.includes('/')),
  ]);
}

const keysOf = (
  { name, machine, model }: Workflow,
  { states, transitions }: Chart = chartOf(machine),
): MachineKeys => ({
  machine: name,
  layers: layersOf(machine),
  transitions: [...new Set(transitionKeysOf(machine))],
  leaves: restingLeavesOf(machine),
  states: statesOf(machine).map((node) => node.path.join('.')),
  events: eventTypesOf(machine).filter((type) => !isSystemEvent(type)),
  guards: [...new Set(transitionsOf(machine).flatMap(({ guard }) => guardNamesIn(guard)))],
  systemEvents: eventTypesOf(machine).filter(isSystemEvent),
  actions: distinct([
    ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
    ...transitions.flatMap(({ actions }) => actions),
  ]),
  actors: distinct(states.flatMap(({ actors }) => actors)),
  delays: Object.keys(machine.implementations.delays),
  facts: Object.keys(ORACLES.find((oracle) => oracle.machine === name)?.begins.facts ?? {}),
  cases: casesOf(name, model),
  beginnings: distinct(
    walkedOf(model).flatMap(({ beginnings = [] }) => beginnings.flatMap((one) => (one.name === '' ? [] : [one.name]))),
  ),
});

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(
    `${JSON.stringify(
      (await loadWorkflows()).map((one) => keysOf(one)),
      null,
      1,
    )}\n`,
  );
}
