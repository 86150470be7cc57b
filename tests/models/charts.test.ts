import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { chartOf } from '../../machines/kit/chart.ts';
import { definitionOf } from '../../machines/kit/definition.ts';
import { mermaidOf } from '../../machines/kit/mermaid.ts';
import { nodesOf, transitionsOf } from '../../machines/kit/transitions.ts';
import { loadWorkflows, root } from '../../scripts/machines.ts';

const workflows = await loadWorkflows();

it('finds the workflows', () => {
  expect(workflows.length).toBeGreaterThan(20);
});

/** Folders whose files a machine may need: nothing of pages, of the server or of libraries. */
const NEAR = /^(?:machines|contract)\//;
const IMPORT = /^(?:import|export)[^;]*?from '([^']+)';/gm;

describe.each(workflows.map(({ name, file, machine }) => [name, file, machine] as const))('%s', (_, file, machine) => {
  const chart = chartOf(machine);

  it('has every state and every transition in its chart', () => {
    expect(chart.states.map(({ path }) => path)).toEqual(
      nodesOf(machine).map((node) => node.path.join('.') || machine.id),
    );
    expect(chart.transitions).toHaveLength(transitionsOf(machine).length);
    for (const { type, path } of chart.states)
      if (type === 'compound') expect(chart.states.filter((one) => one.parent === path && one.initial)).toHaveLength(1);
  });

  it('opens in an editor as it stands: it needs xstate, the contract and the rules beside it', () => {
    const needed = [...readFileSync(resolve(root, file), 'utf8').matchAll(IMPORT)].map(([, from = '']) => from);
    expect(needed).toContain('xstate');
    for (const from of needed.filter((one) => one !== 'xstate')) {
      expect(from).toMatch(/^\.{1,2}\//);
      expect(relative(root, resolve(root, dirname(file), from))).toMatch(NEAR);
    }
  });

  it('is drawn whole by Mermaid', () => {
    const lines = mermaidOf(chart);
    const drawn = lines.filter((line) => /^\s*state "/.test(line));
    // the machine itself is a box only where it has something of its own to say
    expect(drawn.length - (chart.states.length - 1)).toBeOneOf([0, 1]);
    const arrows = lines.filter((line) => / --> \S+ : /.test(line));
    expect(arrows).toHaveLength(
      chart.transitions.filter(({ inner }) => !inner).reduce((sum, { targets }) => sum + targets.length, 0),
    );
  });

  it('is the same machine again from its JSON', () => {
    const text = JSON.stringify(definitionOf(machine));
    const again = createMachine(JSON.parse(text));
    expect(chartOf(again)).toEqual({
      ...chart,
      // a look is of our pages, and no part of XState
      states: chart.states.map((state) => ({ ...state, look: undefined })),
    });
  });
});
