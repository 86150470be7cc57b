import { describe, expect, it } from 'vitest';
import { cancelDialogModel } from '../../machines/cancelDialog/cancelDialog.model.ts';
import { type Path, randomWalks, stepOf } from '../../machines/kit/model.ts';

const names = (paths: readonly Path[]) => paths.map((path) => path.name);

describe('walks at random', () => {
  const walks = randomWalks(cancelDialogModel, { count: 20, seed: 7 });

  it('are as many as asked, numbered, and the same for the same seed', () => {
    expect(walks).toHaveLength(20);
    expect(names(randomWalks(cancelDialogModel, { count: 20, seed: 7 }))).toEqual(names(walks));
    expect(names(randomWalks(cancelDialogModel, { count: 20, seed: 8 }))).not.toEqual(names(walks));
    expect(walks[0]?.name).toMatch(/^01 /);
  });

  it('begin in turn from every beginning, end within their length, and not all at once', () => {
    const beginnings = cancelDialogModel.beginnings ?? [];
    expect(beginnings.length).toBeGreaterThan(1);
    expect(walks.map((path) => path.beginning)).toEqual(walks.map((_, at) => beginnings[at % beginnings.length]));
    expect(new Set(walks.map((path) => path.steps.length)).size).toBeGreaterThan(1);
    for (const { steps } of randomWalks(cancelDialogModel, { count: 10, seed: 1, longest: 3 }))
      expect(steps.length).toBeLessThanOrEqual(3);
  });

  it('are ways of the machine: each step is taken from where the one before it ended', () => {
    for (const { begins, steps } of walks) {
      let at = begins;
      for (const step of steps) {
        const { after, transitions } = stepOf(cancelDialogModel.machine, at, step.case.event);
        expect(transitions).toEqual(step.transitions);
        expect(cancelDialogModel.serialize(after)).toBe(step.to);
        at = after;
      }
    }
  });
});
