import { expect, it } from 'vitest';
import { scoringRunMachine } from '../../machines/scoringRun/scoringRun.machine.ts';
import { scoringRunModel } from '../../machines/scoringRun/scoringRun.model.ts';
import { scoringRunOracle } from '../oracle/scoringRun.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(scoringRunMachine, scoringRunOracle);

const facts = { listed: false, model: true, waiting: 0, missed: false, manual: false };
const EVENTS = [
  ...['run.start', 'source.answer', 'source.fail', 'run.score', 'run.decide', 'run.review'],
  ...['run.fail', 'run.retry', 'run.expire'],
];
const taken = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type, facts }));

runModelLayer('scoringRun', scoringRunModel, {
  states: {
    created: (snapshot) => expect(taken(snapshot)).toEqual(['run.start']),
    collecting(snapshot) {
      const { waiting, missed } = snapshot.context;
      if (waiting > 0) expect(taken(snapshot)).toEqual(['source.answer', 'source.fail']);
      else expect(taken(snapshot)).toEqual([missed ? 'run.fail' : 'run.score']);
    },
    scored(snapshot) {
      expect(snapshot.context).toMatchObject({ waiting: 0, missed: false });
      expect(taken(snapshot)).toEqual(['run.decide']);
    },
    decided(snapshot) {
      expect(taken(snapshot)).toEqual([...(snapshot.context.manual ? ['run.review'] : []), 'run.expire']);
    },
    failed(snapshot) {
      expect(snapshot.context.missed).toBe(true);
      expect(taken(snapshot)).toEqual(['run.retry']);
    },
    expired: (snapshot) => expect(taken(snapshot)).toEqual([]),
  },
});

it('hears the other sources out once the needed one has failed (areas 3.4: collecting → collecting)', () => {
  const context = { ...facts, waiting: 1, missed: true };
  expect(taken(scoringRunMachine.resolveState({ value: 'collecting', context }))).toEqual([
    'source.answer',
    'source.fail',
  ]);
});
