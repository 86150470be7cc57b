/**
 * The tour that `npm test` walks in the browser: fewer paths. That each machine's takes all of it is a test of every
 * browser layer (`e2e/machines/kit.ts`).
 */
import { expect, test } from 'vitest';
import { setup } from 'xstate';
import { cheapestTour, transitionTour, type WorkflowModel } from '../../machines/kit/model.ts';

const TYPES = Array.from({ length: 20 }, (_, at) => `e${at + 1}`);

/** Every event leads to one state, or ends in a state of its own. */
function modelOf(ends: boolean): WorkflowModel {
  const machine = setup({}).createMachine({
    id: 'any',
    initial: 'open',
    states: {
      open: { on: Object.fromEntries(TYPES.map((type) => [type, ends ? { target: `of_${type}` } : { actions: [] }])) },
      ...(ends && Object.fromEntries(TYPES.map((type) => [`of_${type}`, { type: 'final' as const }]))),
    },
  });
  return {
    machine,
    cases: TYPES.map((type) => ({ name: `does ${type}`, event: { type } })),
    serialize: ({ value }) => JSON.stringify(value),
  };
}

test('twenty steps that one page can take are one path instead of two', () => {
  const model = modelOf(false);
  expect(transitionTour(model).map(({ steps }) => steps.length)).toEqual([12, 8]);
  const [only, ...others] = cheapestTour(model);
  expect(others).toEqual([]);
  expect(only?.steps.map((step) => step.case.name)).toEqual(TYPES.map((type) => `does ${type}`));
  expect(only?.name).toMatch(/^long 01 does e1, does e2, /);
});

test('paths that end are those that people have a number for', () => {
  const model = modelOf(true);
  expect(cheapestTour(model).map(({ name }) => name)).toEqual(
    TYPES.map((type, at) => `${String(at + 1).padStart(2, '0')} does ${type}`),
  );
});
