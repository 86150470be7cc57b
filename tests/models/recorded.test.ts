/** Walks that people recorded by hand: found again in the model, and named when a change of the chart broke them. */
import { expect, test } from 'vitest';
import { inBrowser, transitionTour } from '../../machines/kit/model.ts';
import { type Recorded, recordedPath } from '../../machines/kit/recorded.ts';
import { loadWorkflows } from '../../scripts/machines.ts';
import { brokenIn, brokenWords } from '../../scripts/recorded.ts';

const workflows = await loadWorkflows();
const modelOf = (name: string) => {
  const model = workflows.find((one) => one.name === name)?.model;
  if (model === undefined) throw new Error(`no model ${name}`);
  return inBrowser(model);
};

/** What the panel would have written of a path of the tour, from its step `from` on. */
function written(name: string, nth: number, from: number): Recorded {
  const path = transitionTour(modelOf(name))[nth];
  if (path === undefined) throw new Error(`no path ${nth}`);
  const begins = from === 0 ? path.begins : path.steps[from - 1]?.after;
  return {
    workflow: name,
    name: 'Qoʻlda',
    begins: begins?.value ?? {},
    steps: path.steps.slice(from).map((step) => ({ event: step.case.event.type, transitions: step.transitions })),
  };
}

test.each(['drawer', 'questionDialog', 'replay'])(
  'a walk of %s is a path again, from its beginning and from its middle',
  (name) => {
    const [whole, half] = [written(name, 0, 0), written(name, 0, 2)];
    const taken = (walk: Recorded) => walk.steps.map(({ transitions }) => transitions);
    for (const walk of [whole, half]) {
      const path = recordedPath(modelOf(name), walk, 1);
      if ('lost' in path) throw new Error(brokenWords(walk, path.lost));
      expect(path.steps.slice(-walk.steps.length).map(({ transitions }) => transitions)).toEqual(taken(walk));
    }
  },
);

test('a step that the chart does not take any more is named', () => {
  const walk = written('drawer', 0, 0);
  const steps = walk.steps.map((step, at) => (at === 1 ? { ...step, transitions: ['gone | x |  | y'] } : step));
  const path = recordedPath(modelOf('drawer'), { ...walk, steps }, 1);
  expect(path).toEqual({ lost: 2 });
  expect(brokenWords(walk, 2)).toContain(`step 2, ${walk.steps[1]?.event}`);
  expect(recordedPath(modelOf('drawer'), { ...walk, begins: 'nowhere' }, 1)).toEqual({ lost: 0 });
});

test('every walk that is kept is a path of today’s chart', () => {
  for (const { model } of workflows) if (model !== undefined) expect(brokenIn(inBrowser(model))).toEqual([]);
});
