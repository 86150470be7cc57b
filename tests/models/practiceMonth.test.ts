import { expect } from 'vitest';
import { practiceMonthMachine } from '../../machines/practiceMonth/practiceMonth.machine.ts';
import { practiceMonthModel } from '../../machines/practiceMonth/practiceMonth.model.ts';
import { practiceMonthOracle } from '../oracle/practiceMonth.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(practiceMonthMachine, practiceMonthOracle);

runModelLayer('practiceMonth', practiceMonthModel, {
  states: {
    open(snapshot) {
      const { openDays, lastDayCame } = snapshot.context;
      expect(accepts(snapshot, { type: 'month.close' })).toBe(lastDayCame && openDays === 0);
      expect(accepts(snapshot, { type: 'month.reopen' })).toBe(false);
    },
    closed(snapshot) {
      expect(snapshot.context).toEqual({ openDays: 0, lastDayCame: true });
      expect(accepts(snapshot, { type: 'month.close' })).toBe(false);
      expect(accepts(snapshot, { type: 'month.reopen' })).toBe(true);
    },
  },
});
