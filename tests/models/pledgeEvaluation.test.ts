import { expect } from 'vitest';
import { pledgeEvaluationMachine } from '../../machines/pledgeEvaluation/pledgeEvaluation.machine.ts';
import { pledgeEvaluationModel } from '../../machines/pledgeEvaluation/pledgeEvaluation.model.ts';
import { pledgeEvaluationOracle } from '../oracle/pledgeEvaluation.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(pledgeEvaluationMachine, pledgeEvaluationOracle);

const EVENTS = ['update', 'inspect', 'value', 'approve', 'refuse', 'expire', 'attach', 'release'].map(
  (verb) => `pledge.${verb}`,
);
const may = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type }));

runModelLayer('pledgeEvaluation', pledgeEvaluationModel, {
  states: {
    draft(snapshot, world) {
      expectLogged(snapshot, world, ['pledge.update']);
      const { photographed } = snapshot.context;
      expect(may(snapshot)).toEqual(photographed ? ['pledge.update', 'pledge.inspect'] : ['pledge.update']);
    },
    inspected(snapshot) {
      expect(may(snapshot)).toEqual(snapshot.context.priced ? ['pledge.value'] : []);
    },
    valued(snapshot) {
      expect(may(snapshot)).toEqual(['pledge.approve', 'pledge.refuse']);
    },
    approved(snapshot) {
      const { registered, current } = snapshot.context;
      expect(may(snapshot)).toEqual(registered && current ? ['pledge.expire', 'pledge.attach'] : ['pledge.expire']);
    },
    pledged(snapshot) {
      expect(may(snapshot)).toEqual(['pledge.release']);
    },
    released(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    refused(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    expired(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
  },
});
