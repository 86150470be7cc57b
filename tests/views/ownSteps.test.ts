import { expect, it } from 'vitest';
import { noteOwnStep, onTopOfOwn } from '../../src/api/ownSteps.ts';

it('goes on top of one step or several of its own', () => {
  noteOwnStep('act.1', 4);
  expect(onTopOfOwn('act.1', 3)).toBe(4);
  for (const to of [5, 6, 7]) noteOwnStep('act.1', to);
  expect(onTopOfOwn('act.1', 3)).toBe(7);
  expect(onTopOfOwn('act.1', 7)).toBe(7);
});

it('stops where another person was in between', () => {
  noteOwnStep('act.2', 4);
  // somebody else has made 5 of 4, which nobody here has seen
  noteOwnStep('act.2', 6);
  expect(onTopOfOwn('act.2', 3)).toBe(4);
});

it('takes a step without a version as one that raised by one', () => {
  noteOwnStep('invoice.3', 9);
  expect([7, 8, 9].map((seen) => onTopOfOwn('invoice.3', seen))).toEqual([7, 9, 9]);
});

it('keeps documents apart', () => {
  noteOwnStep('act.4', 2);
  expect([onTopOfOwn('act.5', 1), onTopOfOwn('counter.4', 1)]).toEqual([1, 1]);
});
