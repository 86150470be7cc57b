/** The mutator itself: what it makes wrong is wrong for whoever holds the machine, and right again afterwards. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { become, mutantsOf } from './mutate.ts';
import { STEP_MUTANTS, stepMutated } from './steps.ts';

const machine = setup({
  types: { context: {} as { count: number }, events: {} as { type: 'open' | 'close' | 'count' } },
  guards: { isFew: ({ context }) => context.count < 2 },
  actions: {
    add: assign({ count: ({ context }) => context.count + 1 }),
    reset: assign({ count: 0 }),
  },
}).createMachine({
  id: 'box',
  context: { count: 0 },
  initial: 'shut',
  states: {
    shut: { on: { open: 'open' } },
    open: {
      entry: 'reset',
      after: { 1000: 'shut' },
      on: { count: { guard: 'isFew', actions: ['add'] }, close: { target: 'shut', actions: 'reset' } },
    },
    broken: {},
  },
});

/** Where events lead, and what was counted there; of the machine as it is now, and as `provide` hands it on. */
function led(...types: ('open' | 'close' | 'count')[]): [unknown, number][] {
  return [machine, machine.provide({}).provide({})].map((one) => {
    const actor = createActor(one).start();
    for (const type of types) actor.send({ type });
    const { value, context } = actor.getSnapshot();
    actor.stop();
    return [value, context.count];
  });
}
const both = (value: string, count: number) => [
  [value, count],
  [value, count],
];

it.each(STEP_MUTANTS.map((mutant) => ({ ...mutant })))('of a step, $kind $name, changes one place', (mutant) => {
  const code = readFileSync(resolve(import.meta.dirname, '../..', mutant.file), 'utf8');
  expect(stepMutated(code, mutant)).not.toBe(code);
});

describe('mutants', () => {
  it('are each transition deleted, each guard inverted, each target swapped, each written action dropped', () => {
    expect(mutantsOf(machine).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'delete shut | open |  | open',
      'swap shut | open |  | open → broken',
      'delete open | count | isFew | ·',
      'invert open | count | isFew | ·',
      'drop open | count | isFew | · | add',
      'delete open | close |  | shut',
      'swap open | close |  | shut → open',
      'drop open | close |  | shut | reset',
      'delete open | xstate.after.1000.box.open |  | shut',
      'swap open | xstate.after.1000.box.open |  | shut → open',
      'entry open | entry | reset',
    ]);
  });

  it.each([
    ['delete shut | open |  | open', ['open'], 'shut', 0],
    ['swap shut | open |  | open → broken', ['open'], 'broken', 0],
    ['delete open | count | isFew | ·', ['open', 'count'], 'open', 0],
    ['invert open | count | isFew | ·', ['open', 'count'], 'open', 0],
    ['drop open | count | isFew | · | add', ['open', 'count'], 'open', 0],
    ['delete open | close |  | shut', ['open', 'close'], 'open', 0],
    ['drop open | close |  | shut | reset', ['open', 'count', 'close'], 'shut', 1],
  ] as const)('%s', (name, events, value, count) => {
    const right = led(...events);
    const mutant = mutantsOf(machine).find((one) => `${one.kind} ${one.name}` === name);
    if (mutant === undefined) throw new Error(`no mutant ${name}`);
    const restore = become(machine, mutant);
    expect(led(...events)).toEqual(both(value, count));
    expect(right).not.toEqual(both(value, count));
    restore();
    expect(led(...events)).toEqual(right);
    expect(led('open', 'count', 'count', 'count')).toEqual(both('open', 2));
  });

  it('of an endless turn are an error, not a wait', () => {
    const turning = setup({ guards: { never: () => false } }).createMachine({
      id: 'turning',
      initial: 'here',
      states: { here: { always: { guard: 'never', target: 'there' } }, there: { always: 'here' } },
    });
    const inverted = mutantsOf(turning).find(({ kind }) => kind === 'invert');
    if (inverted === undefined) throw new Error('no guard');
    const restore = become(turning, inverted);
    const actor = createActor(turning);
    const failures: unknown[] = [];
    actor.subscribe({ error: (error) => failures.push(error) });
    actor.start();
    expect(String(failures[0])).toContain('Infinite loop');
    restore();
    expect(createActor(turning).start().getSnapshot().value).toBe('here');
  });
});
