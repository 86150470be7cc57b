import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { testSittingMachine } from '../../machines/testSitting/testSitting.machine.ts';
import { MODEL_TRIES, testSittingModel } from '../../machines/testSitting/testSitting.model.ts';
import { testSittingOracle } from '../oracle/testSitting.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const EVENTS = ['test.start', 'answer.save', 'test.submit', 'time.isUp', 'attempt.give'];
const taken = (snapshot: Parameters<typeof accepts>[0]) =>
  EVENTS.filter((type) => accepts(snapshot, { type, passed: false }));

runOracleLayer(testSittingMachine, testSittingOracle, { triesLeft: 2 });

runModelLayer('testSitting', testSittingModel, {
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

it('begins with one try by default', () => {
  expect(createActor(testSittingMachine, { input: undefined }).getSnapshot().context).toEqual({ triesLeft: 1 });
});
