import { expect } from 'vitest';
import { MODEL_TRIES, testSittingModel } from '../../machines/testSitting/testSitting.model.ts';
import { accepts, runModelFloor } from './kit.ts';

const EVENTS = ['test.start', 'answer.save', 'test.submit', 'time.isUp', 'attempt.give'];
const taken = (snapshot: Parameters<typeof accepts>[0]) =>
  EVENTS.filter((type) => accepts(snapshot, { type, passed: false }));

runModelFloor('testSitting', testSittingModel, {
  states: {
    ready(snapshot, world) {
      expect(taken(snapshot)).toEqual(['test.start']);
      expect(snapshot.context.triesLeft).toBe(world.event === undefined ? MODEL_TRIES : MODEL_TRIES - 1);
    },
    answering(snapshot) {
      expect(taken(snapshot)).toEqual(['answer.save', 'test.submit', 'time.isUp']);
      // a sitting is paid for when it is graded, not when it begins
      expect(snapshot.context.triesLeft).toBeGreaterThan(0);
    },
    passed(snapshot) {
      expect(taken(snapshot)).toEqual([]);
      expect(snapshot.context.triesLeft).toBe(0);
    },
    spent(snapshot, world) {
      expect(taken(snapshot)).toEqual(['attempt.give']);
      expect(snapshot.context.triesLeft).toBe(0);
      expect(world.event).toMatchObject({ passed: false });
    },
  },
});
