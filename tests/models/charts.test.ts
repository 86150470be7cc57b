import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, type AnyStateNode, createMachine } from 'xstate';
import { chartOf, pathOf } from '../../machines/kit/chart.ts';
import {
  type ActionJson,
  definitionOf,
  type Notes,
  type StateJson,
  type TransitionJson,
} from '../../machines/kit/definition.ts';
import { mermaidOf } from '../../machines/kit/mermaid.ts';
import { transitionTour } from '../../machines/kit/model.ts';
import { combinationOf, nodesOf, transitionsOf } from '../../machines/kit/transitions.ts';
import { loadWorkflows, root } from '../../scripts/machines.ts';
import { mermaidCount } from './mermaidCount.ts';

const workflows = await loadWorkflows();

it('finds the workflows', () => {
  expect(workflows.length).toBeGreaterThan(20);
});

const IMPORT = /^(?:import|export)[^;]*?from '([^']+)';/gm;
/** Nothing of pages, of the server, of libraries: the contract, the files beside it, and the child that sends commands. */
const NEAR =
  /^(?:xstate|\.\.\/\.\.\/contract\/(?:\w+\/)?\w+\.ts|\.\/\w+(?:\.machine)?\.ts|\.\.\/command\/command\.machine\.ts)$/;

interface Written {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** A syntax tree has its parts in any place. */
function* within(part: unknown): Generator<Written> {
  if (typeof part !== 'object' || part === null) return;
  if ('type' in part && typeof part.type === 'string') yield part as Written;
  for (const inner of Object.values(part)) yield* within(inner);
}

/** An editor reads names and lists where they stand: what is only referred to, it does not see. */
function plain(part: Written): Written {
  if (part.type === 'SpreadElement' || part.type === 'Identifier') throw new Error(`${part.type} in the definition`);
  return part;
}

function fieldsOf(part: Written): Map<string, Written> {
  expect(part.type).toBe('ObjectExpression');
  return new Map(
    (part.properties as Written[]).map((one) => {
      const { key, value } = plain(one) as unknown as { key: Written; value: Written };
      return [String(key.name ?? key.value), value];
    }),
  );
}

const listOf = (part: Written | undefined): Written[] =>
  part === undefined ? [] : part.type === 'ArrayExpression' ? (part.elements as Written[]).map(plain) : [plain(part)];

/** States, transitions, guards and actions as they are written in a file, without running it. */
function writtenIn(code: string) {
  const counts = { states: 0, transitions: 0, guards: 0, actions: 0 };
  const takeActions = (part: Written | undefined) => {
    counts.actions += listOf(part).length;
  };
  const takeTransitions = (part: Written | undefined) => {
    for (const one of listOf(part)) {
      counts.transitions += 1;
      if (one.type !== 'ObjectExpression') continue;
      const fields = fieldsOf(one);
      if (fields.has('guard')) counts.guards += listOf(fields.get('guard')).length;
      takeActions(fields.get('actions'));
    }
  };
  const takeState = (part: Written) => {
    counts.states += 1;
    const fields = fieldsOf(part);
    for (const name of ['on', 'after']) {
      const ways = fields.get(name);
      if (ways !== undefined) for (const one of fieldsOf(ways).values()) takeTransitions(one);
    }
    takeTransitions(fields.get('always'));
    takeTransitions(fields.get('onDone'));
    takeActions(fields.get('entry'));
    takeActions(fields.get('exit'));
    for (const actor of listOf(fields.get('invoke')).map(fieldsOf)) {
      takeTransitions(actor.get('onDone'));
      takeTransitions(actor.get('onError'));
    }
    const states = fields.get('states');
    if (states !== undefined) for (const state of fieldsOf(states).values()) takeState(state);
  };
  for (const { type, callee, arguments: given } of within(parseAst(code, { lang: 'ts' }))) {
    const called = (callee as { property?: { name?: string } } | undefined)?.property?.name;
    if (type === 'CallExpression' && called === 'createMachine') takeState((given as [Written])[0]);
  }
  return counts;
}

interface Texts {
  description: string;
  states: Record<string, { description: string }>;
  events: Record<string, { name: string }>;
}
const textsOf = (language: string, name: string): Texts =>
  JSON.parse(readFileSync(resolve(root, `locales/${language}/machines/${name}.json`), 'utf8')) as Texts;

/** The requirement behind a state, as its definition has it. */
function metaOf({ meta }: AnyStateNode): { meta?: { requirement: string } } {
  const { requirement } = (meta ?? {}) as { requirement?: string };
  return requirement === undefined ? {} : { meta: { requirement } };
}

/** The name of the JSON, with the code that has no JSON: how guards are combined, and params that are made from an event. */
function behind(named: ActionJson, written: unknown): unknown {
  if (combinationOf(written) !== undefined) return written;
  const { params } = (written ?? {}) as { params?: unknown };
  return typeof params === 'function' ? { type: typeof named === 'string' ? named : named.type, params } : named;
}

/** The definition from its JSON, the code put back in each place; a description says which state or transition it is of. */
function withCode(machine: AnyStateMachine): object {
  const nodes = nodesOf(machine);
  const transitions = transitionsOf(machine);
  const notes: Notes = {
    state: (node) => ({ description: `state ${nodes.indexOf(node)}`, ...metaOf(node) }),
    transition: (transition) => `transition ${transitions.indexOf(transition)}`,
  };
  const actionsIn = (named: readonly ActionJson[] | undefined, written: readonly unknown[]) =>
    named?.map((one, at) => behind(one, written[at]));
  return JSON.parse(JSON.stringify(definitionOf(machine, notes)), (_, part: unknown) => {
    const { description } = (part ?? {}) as { description?: string };
    const [, kind, at] = /^(state|transition) (\d+)$/.exec(description ?? '') ?? [];
    const transition = kind === 'transition' ? transitions[Number(at)] : undefined;
    if (transition !== undefined) {
      const named = part as TransitionJson;
      return {
        ...named,
        ...(named.guard !== undefined && { guard: behind(named.guard, transition.guard) }),
        ...(named.actions !== undefined && { actions: actionsIn(named.actions, transition.actions) }),
      };
    }
    const node = kind === 'state' ? nodes[Number(at)] : undefined;
    if (node === undefined) return part;
    const named = part as StateJson;
    return {
      ...named,
      ...(named.entry !== undefined && { entry: actionsIn(named.entry, node.entry) }),
      ...(named.exit !== undefined && { exit: actionsIn(named.exit, node.exit) }),
    };
  });
}

describe.each(workflows.map(({ name, file, machine, model }) => [name, file, machine, model] as const))(
  '%s',
  (_, file, machine, model) => {
    const chart = chartOf(machine);

    it('has every state and every transition in its chart', () => {
      expect(chart.states.map(({ path }) => path)).toEqual(
        nodesOf(machine).map((node) => node.path.join('.') || machine.id),
      );
      expect(chart.transitions).toHaveLength(transitionsOf(machine).length);
      for (const { type, path } of chart.states)
        if (type === 'compound')
          expect(chart.states.filter((one) => one.parent === path && one.initial)).toHaveLength(1);
    });

    it('opens in an editor unchanged: it needs xstate, the contract and the rules beside it', () => {
      const needed = [...readFileSync(resolve(root, file), 'utf8').matchAll(IMPORT)].map(([, from = '']) => from);
      expect(needed).toContain('xstate');
      for (const from of needed) expect(from).toMatch(NEAR);
    });

    it('is written out: who reads its file without running it finds all of it', () => {
      expect(writtenIn(readFileSync(resolve(root, file), 'utf8'))).toEqual({
        states: chart.states.length,
        transitions: chart.transitions.length,
        guards: chart.transitions.filter(({ guard }) => guard !== '').length,
        actions: [
          ...chart.states.flatMap(({ entry, exit }) => [...entry, ...exit]),
          ...chart.transitions.flatMap(({ actions }) => actions),
        ].length,
      });
    });

    it('is drawn whole by Mermaid', () => {
      const { states, arrows, inner } = mermaidCount(mermaidOf(chart));
      // the machine itself is a box only where it has actions or transitions of its own
      expect(states - (chart.states.length - 1)).toBeOneOf([0, 1]);
      const leaving = chart.transitions.filter((transition) => !transition.inner);
      expect(arrows).toBe(leaving.reduce((sum, { targets }) => sum + targets.length, 0));
      expect(inner).toBe(chart.transitions.length - leaving.length);
    });

    it.each(['uz', 'ru'])('is the same machine again from its JSON, with words and requirements in %s', (language) => {
      const texts = textsOf(language, machine.id);
      const notes: Notes = {
        state: (node) => ({
          description: texts.states[pathOf(node)]?.description ?? texts.description,
          ...metaOf(node),
        }),
        transition: ({ eventType }) => texts.events[eventType]?.name ?? 'always',
      };
      const again = createMachine(JSON.parse(JSON.stringify(definitionOf(machine, notes))));
      expect(chartOf(again)).toEqual({
        ...chart,
        // a look is of our pages, and no part of XState
        states: chart.states.map((state) => ({ ...state, look: undefined })),
      });
      const nodes = nodesOf(again);
      expect(nodes.map((node) => node.description)).toEqual(nodes.map((node) => notes.state(node).description));
      expect(nodes.map(metaOf)).toEqual(nodesOf(machine).map(metaOf));
      for (const transition of transitionsOf(again)) expect(transition.description).toBe(notes.transition(transition));
    });

    it('walks the same paths again from its JSON, with the code put back behind the names', () => {
      if (model === undefined) return;
      const { context } = machine.config as { context?: never };
      const again = createMachine({ ...withCode(machine), context }, machine.implementations as never);
      const pathsOf = (of: typeof machine) => transitionTour({ ...model, machine: of }).map(({ name }) => name);
      expect(pathsOf(again as never)).toEqual(pathsOf(machine));
    });
  },
);
