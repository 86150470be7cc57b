/**
 * What the gallery shows of a workflow beside its definition: requirements, who sends its events, where it is used, its
 * tests. Taken from the source, for a built machine holds no words and no tests. Written by `npm run docs`.
 */
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { callsOf, directories } from '../contract/directories/index.ts';
import type { ServedCall } from '../contract/server.ts';
import type { AnySetting } from '../contract/setting/setting.ts';
import { settings } from '../contract/settings/index.ts';
import { chartOf, pathOf } from '../machines/kit/chart.ts';
import { type Path, stateTour } from '../machines/kit/model.ts';
import { pages } from '../src/routes/registry.ts';
import { ORACLES } from '../tests/oracle/index.ts';
import { outcomesOf, typeOf } from '../tests/oracle/oracle.ts';
import { callNames } from './calls.ts';
import { reachedFrom } from './imports.ts';
import { layersOf, root, statesOf, type Workflow } from './machines.ts';

export interface Facts {
  /** Source file, model and tests, below the repository. */
  readonly file: string;
  /** Requirement of a state, by its path. */
  readonly requirements: Readonly<Record<string, string>>;
  /** Calls that send an event to it, with the rule they ask for. */
  readonly senders: readonly {
    readonly event: string;
    readonly call: string;
    readonly rule: string;
    /** Whose finer right is asked for. */
    readonly who?: string;
  }[];
  /** Events that are nobody's action: the page is notified of them. */
  readonly pageEvents: readonly string[];
  /** Ids of pages that run it or send to it. */
  readonly pages: readonly string[];
  /** It is part of the shell around every page. */
  readonly everywhere: boolean;
  readonly layers: readonly string[];
  /** Of a lifecycle: which layers take each transition, by its key. Of others every layer takes every one. */
  readonly proved?: Readonly<Record<string, readonly string[]>>;
  /** Test paths: the name of the beginning ('' where it has none), then those of the cases. Together they take every transition. */
  readonly paths: readonly (readonly string[])[];
  /** The event's type of each case of the paths: both have words in the reader's language. */
  readonly cases: Readonly<Record<string, string>>;
}

/** What leads to every page after sign-in, and what leads to the public ones. */
const LOADERS_FILE = resolve(root, 'src/routes/loaders.ts');
const isLoader = (file: string) => file === LOADERS_FILE || file === resolve(root, 'src/routes/publicLoaders.ts');

const calls = await callNames();
const PAGES = resolve(root, 'src/pages');
/**
 * Without what the shell takes from a page, as it hands in lists that were counted offline: that a workflow runs without
 * its window too makes it no less the window's own.
 */
const SHELL = reachedFrom(resolve(root, 'src/main.tsx'), (file) => isLoader(file) || file.startsWith(`${PAGES}/`));

const filesOf = (path: string) => new Set([...reachedFrom(path, isLoader)].filter((file) => !SHELL.has(file)));

/** Draw every declared directory and dated setting: they send their calls without naming them. */
const DIRECTORY_PAGE = resolve(root, 'src/directory/page.tsx');
const SETTING_PAGE = resolve(root, 'src/setting/page.tsx');
const DRAWN_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [DIRECTORY_PAGE, new Set(directories.flatMap((directory) => callsOf(directory).map(({ id }) => id)))],
  [SETTING_PAGE, new Set(settings.flatMap((setting: AnySetting) => Object.values(setting.calls).map(({ id }) => id)))],
]);

/** Files behind each page, without those that stand around every page. */
const behind = new Map([
  ...[...readFileSync(LOADERS_FILE, 'utf8').matchAll(/(\w+): \(\) => import\('([^']+)'\)/g)].map(
    ([, id = '', path = '']) => [id, filesOf(resolve(dirname(LOADERS_FILE), path))] as const,
  ),
  ...pages.filter(({ declared }) => declared !== undefined).map(({ id }) => [id, filesOf(DIRECTORY_PAGE)] as const),
  ...pages.filter(({ dated }) => dated !== undefined).map(({ id }) => [id, filesOf(SETTING_PAGE)] as const),
]);

const namesIn = new Map<string, ReadonlySet<string>>();
function identifiersOf(file: string): ReadonlySet<string> {
  const known = namesIn.get(file) ?? new Set(readFileSync(file, 'utf8').match(/\b[a-z]\w+\b/gi));
  namesIn.set(file, known);
  return known;
}

/**
 * Which layers take each transition: the model all that its paths take, the server those that a row of the hand-written
 * table accepts, the browser those of the few paths that come through every state.
 */
function provedIn(machine: AnyStateMachine, paths: readonly Path[]): Record<string, string[]> {
  const taken = (some: readonly Path[]) =>
    new Set(some.flatMap(({ first, steps }) => [...first, ...steps.flatMap(({ transitions }) => transitions)]));
  const inModel = taken(paths);
  const inBrowser = taken(stateTour(paths));
  const oracle = ORACLES.find((one) => one.machine === machine.id);
  const { transitions } = chartOf(machine);
  const isIn = (state: string, at: string) => at === machine.id || state === at || state.startsWith(`${at}.`);
  const depthOf = (source: string) => (source === machine.id ? 0 : source.split('.').length);
  const inServer = new Set<string>();
  for (const row of oracle?.rows ?? [])
    for (const { name, accepted } of outcomesOf(oracle as (typeof ORACLES)[number], row)) {
      if (accepted === undefined) continue;
      // the arrow that is written closest to the state is the one that is taken
      const taking = transitions
        .filter(({ event, source }) => event === typeOf(name) && isIn(row.state, source))
        .filter(({ targets: [target] }) =>
          target === undefined ? accepted.to === row.state : isIn(accepted.to, target),
        )
        .sort((one, other) => depthOf(other.source) - depthOf(one.source));
      for (const { key, source } of taking) if (source === taking[0]?.source) inServer.add(key);
    }
  return Object.fromEntries(
    transitions.map(({ key }) => {
      const layers = [
        ...(inModel.has(key) ? ['model'] : []),
        ...(inServer.has(key) ? ['server'] : []),
        ...(inBrowser.has(key) ? ['browser'] : []),
      ];
      return [key, layers];
    }),
  );
}

export function factsOf({ name, file, machine, model }: Workflow, paths: readonly Path[]): Facts {
  const fires = ({ event, alsoFires = [] }: ServedCall) =>
    [...(event ? [event] : []), ...alsoFires].filter(({ machine: one }) => one === name);
  const own = [...calls].filter(([, call]) => fires(call).length > 0);
  const uses = (path: string): boolean =>
    relative(root, path) === file ||
    own.some(([, call]) => DRAWN_BY.get(path)?.has(call.id)) ||
    (path.includes('/src/') && own.some(([callName]) => identifiersOf(path).has(callName)));
  return {
    file,
    requirements: Object.fromEntries(
      statesOf(machine).flatMap((node) => {
        const { requirement } = (node.meta ?? {}) as { requirement?: string };
        return requirement === undefined ? [] : [[pathOf(node), requirement]];
      }),
    ),
    senders: own.flatMap(([, call]) =>
      fires(call).map(({ type }) => ({
        event: type,
        call: call.id,
        rule: call.rule,
        ...(call.who && { who: call.who }),
      })),
    ),
    pageEvents: model?.pageEvents ?? [],
    pages: [...behind].filter(([, files]) => [...files].some(uses)).map(([id]) => id),
    everywhere: [...SHELL].some((path) => relative(root, path) === file),
    layers: layersOf(machine),
    ...(layersOf(machine).includes('server') && { proved: provedIn(machine, paths) }),
    paths: paths.map(({ beginning, steps }) => [beginning.name, ...steps.map((step) => step.case.name)]),
    cases: Object.fromEntries(
      paths.flatMap(({ steps }) => steps.map((step) => [step.case.name, step.case.event.type] as const)),
    ),
  };
}
