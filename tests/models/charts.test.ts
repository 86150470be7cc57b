import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { chartOf } from '../../machines/kit/chart.ts';
import { definitionOf } from '../../machines/kit/definition.ts';
import { mermaidOf } from '../../machines/kit/mermaid.ts';
import { nodesOf, transitionsOf } from '../../machines/kit/transitions.ts';
import { loadWorkflows } from '../../scripts/machines.ts';

const workflows = await loadWorkflows();

it('finds the workflows', () => {
  expect(workflows.length).toBeGreaterThan(20);
});

describe.each(workflows.map(({ name, machine }) => [name, machine] as const))('%s', (_, machine) => {
  const chart = chartOf(machine);

  it('has every state and every transition in its chart', () => {
    expect(chart.states.map(({ path }) => path)).toEqual(
      nodesOf(machine).map((node) => node.path.join('.') || machine.id),
    );
    expect(chart.transitions).toHaveLength(transitionsOf(machine).length);
    for (const { type, path } of chart.states)
      if (type === 'compound') expect(chart.states.filter((one) => one.parent === path && one.initial)).toHaveLength(1);
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
