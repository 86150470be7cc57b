import { expect } from 'vitest';
import { practiceMonthModel } from '../../machines/practiceMonth/practiceMonth.model.ts';
import { accepts, runModelFloor } from './kit.ts';

runModelFloor('practiceMonth', practiceMonthModel, {
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
