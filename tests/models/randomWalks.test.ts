import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counterModel } from '../../machines/counter/counter.model.ts';
import { inBrowser, type Path, randomWalks, transitionTour, uncovered } from '../../machines/kit/model.ts';
import { stepOf } from '../../machines/kit/step.ts';
import { questionDialogModel } from '../../machines/questionDialog/questionDialog.model.ts';
import { loadWorkflows, root } from '../../scripts/machines.ts';

const names = (paths: readonly Path[]) => paths.map((path) => path.name);

describe('walks at random', () => {
  const walks = randomWalks(questionDialogModel, { count: 20, seed: 7 });

  it('are as many as asked, numbered, and the same for the same seed', () => {
    expect(walks).toHaveLength(20);
    expect(names(randomWalks(questionDialogModel, { count: 20, seed: 7 }))).toEqual(names(walks));
    expect(names(randomWalks(questionDialogModel, { count: 20, seed: 8 }))).not.toEqual(names(walks));
    expect(walks[0]?.name).toMatch(/^01 /);
  });

  it('begin in turn from every beginning, end within their length, and not all at once', () => {
    const beginnings = questionDialogModel.beginnings ?? [];
    expect(beginnings.length).toBeGreaterThan(1);
    expect(walks.slice(0, beginnings.length).map((path) => path.beginning)).toEqual(beginnings);
    expect(new Set(walks.map((path) => path.steps.length)).size).toBeGreaterThan(1);
    for (const { steps } of randomWalks(questionDialogModel, { count: 10, seed: 1, longest: 3 }))
      expect(steps.length).toBeLessThanOrEqual(3);
  });

  it('are all different, and of a small workflow no more than there are', () => {
    const few = randomWalks(counterModel, { count: 50, seed: 7 });
    expect(new Set(few.map((path) => path.name.replace(/^\d+/, ''))).size).toBe(few.length);
    expect(few.length).toBeGreaterThan(10);
    expect(few.length).toBeLessThan(50);
    expect(few.at(-1)?.name).toMatch(new RegExp(`^${few.length} `));
  });

  it('are paths of the machine: each step starts where the one before it ended', () => {
    for (const { begins, steps } of walks) {
      let at = begins;
      for (const step of steps) {
        const { after, transitions } = stepOf(questionDialogModel.machine, at, step.case.event);
        expect(transitions).toEqual(step.transitions);
        expect(questionDialogModel.serialize(after)).toBe(step.to);
        at = after;
      }
    }
  });
});

describe('what a browser walks', () => {
  it('is made by the one kit, which also walks at random and takes the pictures', async () => {
    for (const { name } of await loadWorkflows()) {
      const file = resolve(root, `e2e/machines/${name}.spec.ts`);
      expect(existsSync(file), file).toBe(true);
      const layer = readFileSync(file, 'utf8');
      // the model as it is, not one of the layer's own: `npm run qa` and the gallery number its paths
      expect(layer, file).toMatch(new RegExp(`runBrowserLayer<\\w+>\\([\`']${name}\\b[^,]*, ${name}Model, \\{`));
      expect(layer, file).not.toMatch(/transitionTour|randomWalks/);
    }
  });

  it('is less than the model tries where a browser cannot bring it, and takes every transition all the same', async () => {
    const narrowed = (await loadWorkflows()).flatMap(({ model }) => (model?.browser === undefined ? [] : [model]));
    expect(narrowed.length).toBeGreaterThan(0);
    for (const model of narrowed) {
      const walked = inBrowser(model);
      expect(uncovered(walked, transitionTour(walked)), model.machine.id).toEqual([]);
      const beginnings = (walked.beginnings ?? []).map(({ name }) => name);
      for (const { beginning } of randomWalks(walked, { count: 4, seed: 3 }))
        expect(beginnings, model.machine.id).toContain(beginning.name);
    }
  });
});
