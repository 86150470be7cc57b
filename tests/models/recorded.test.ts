/** Walks that people recorded by hand: found again in the model, and named when a change of the chart broke them. */
import { expect, test } from 'vitest';
import { graphsOf, inBrowser, transitionTour } from '../../machines/kit/model.ts';
import { type Recorded, type RecordedStep, recordedPath } from '../../machines/kit/recorded.ts';
import { stepOf } from '../../machines/kit/step.ts';
import { loadWorkflows } from '../../scripts/machines.ts';
import { brokenIn, brokenWords } from '../../scripts/recorded.ts';
import { carriedBy } from '../../src/live/carried.ts';

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
  const numbers = new Map();
  const held = carriedBy({ ...begins?.context, type: '' }, numbers);
  return {
    workflow: name,
    name: 'Qoʻlda',
    begins: begins?.value ?? {},
    ...(held !== undefined && { held }),
    steps: path.steps.slice(from).map((step) => {
      const carried = carriedBy(step.case.event, numbers);
      const taken = { event: step.case.event.type, transitions: step.transitions, state: step.after.value };
      return { ...taken, ...(carried !== undefined && { carried }) };
    }),
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
      // the name that somebody gave it is found again in the list, the report and CI
      expect(path.name).toMatch(/^01 “Qoʻlda”: /);
    }
  },
);

test('a person may go where the model does not try to: the mini menu is left for a page without a fly-out', () => {
  const model = modelOf('sidebar');
  const steps: RecordedStep[] = [];
  const begins = graphsOf(model)[0]?.begins;
  if (begins === undefined) throw new Error('no beginning');
  let now = begins;
  for (const event of [{ type: 'size.toggle' }, { type: 'page.shown', section: null }]) {
    const { after, transitions } = stepOf(model.machine, now, event);
    steps.push({ event: event.type, transitions, state: after.value });
    now = after;
  }
  const walk: Recorded = { workflow: 'sidebar', name: 'Logo', begins: begins.value, steps };
  const path = recordedPath(model, walk, 1);
  if ('lost' in path) throw new Error(brokenWords(walk, path.lost));
  expect(path.steps.map((step) => step.case.event.type)).toEqual(['size.toggle', 'page.shown']);
});

test('a step that the chart does not take any more is named', () => {
  const walk = written('drawer', 0, 0);
  const steps = walk.steps.map((step, at) => (at === 1 ? { ...step, transitions: ['gone | x |  | y'] } : step));
  const path = recordedPath(modelOf('drawer'), { ...walk, steps }, 1);
  expect(path).toEqual({ lost: 2 });
  expect(brokenWords(walk, 2)).toContain(`step 2, ${walk.steps[1]?.event}`);
  expect(recordedPath(modelOf('drawer'), { ...walk, begins: 'nowhere' }, 1)).toEqual({ lost: 0 });
});

test.each(['replay', 'favourites', 'testAttempt', 'import', 'countingAct'])(
  'a walk of %s is the very cases that were taken, by what they carried',
  (name) => {
    const model = modelOf(name);
    const casesOf = (walk: Recorded) => {
      const path = recordedPath(model, walk, 1);
      return 'lost' in path
        ? brokenWords(walk, path.lost)
        : path.steps.slice(-walk.steps.length).map((step) => step.case.name);
    };
    const tour = transitionTour(model)
      .filter(({ steps }) => steps.length > 0)
      .slice(0, 6);
    const walks = tour.map((_, nth) => written(name, nth, 0));
    const taken = tour.map(({ steps }) => steps.map((step) => step.case.name));
    expect(walks.map(casesOf)).toEqual(taken);
    // the events alone are not enough
    const bare = walks.map((walk) => ({
      ...walk,
      steps: walk.steps.map(({ event, transitions }) => ({ event, transitions })),
    }));
    expect(bare.map(casesOf)).not.toEqual(taken);
  },
);

test.each(['inactivity', 'approval', 'stream', 'saleOrder'])(
  'a walk of %s goes on from what the machine held when it began, not from the first state of that name',
  (name) => {
    const model = modelOf(name);
    const tour = transitionTour(model).slice(0, 8);
    const middles = tour.flatMap(({ steps }, nth) =>
      steps.slice(1).map(({ from }, at) => ({ from, walk: written(name, nth, at + 1) })),
    );
    const beganIn = (walk: Recorded) => {
      const path = recordedPath(model, walk, 1);
      if ('lost' in path) return brokenWords(walk, path.lost);
      return model.serialize(path.steps.at(-1 - walk.steps.length)?.after ?? path.begins);
    };
    const begun = middles.map(({ from }) => from);
    expect(middles.map(({ walk }) => beganIn(walk))).toEqual(begun);
    const bare = middles.map(({ walk: { held: _, ...walk } }) => beganIn(walk));
    expect(bare).not.toEqual(begun);
  },
);

test('a walk that comes to another state than it was recorded in is broken at that step', () => {
  const walk = written('drawer', 0, 0);
  const steps = walk.steps.map((step, at) => (at === 1 ? { ...step, state: 'elsewhere' } : step));
  expect(recordedPath(modelOf('drawer'), { ...walk, steps }, 1)).toEqual({ lost: 2 });
});

test('what is kept of an event names no person and no record', () => {
  const numbers = new Map<string | number, string>();
  const event = {
    type: 'client.saved',
    form: { name: 'Olim Karimov', phone: 998901234567, married: true, note: '', children: 0, kind: 'person' },
    ids: [4711, 4712, 4711, 4713],
    error: new Error('Olim'),
  };
  expect(carriedBy(event, numbers)).toEqual({
    form: { name: '#1', phone: '#2', married: true, note: '', children: 0, kind: 'person' },
    ids: ['#3', '#4', '#3'],
  });
  expect(carriedBy({ type: 'client.opened', id: 4712 }, numbers)).toEqual({ id: '#4' });
  expect(carriedBy({ type: 'client.closed' }, numbers)).toBeUndefined();
});

test('a walk that the chart does not go any more is named by its place, beside those that it goes', () => {
  const whole = written('drawer', 0, 0);
  const [first, ...rest] = whole.steps;
  const broken = { ...whole, name: 'Eski yoʻl', steps: [{ ...(first as RecordedStep), event: 'gone' }, ...rest] };
  expect(brokenIn(modelOf('drawer'), [whole, broken])).toEqual([
    {
      number: '02',
      name: 'Eski yoʻl',
      words: expect.stringMatching(/^“Eski yoʻl” is broken: step 1, gone, is not taken/),
    },
  ]);
});

test('every walk that is kept is a path of today’s chart', () => {
  for (const { model } of workflows) if (model !== undefined) expect(brokenIn(inBrowser(model))).toEqual([]);
});
