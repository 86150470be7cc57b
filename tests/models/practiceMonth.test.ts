import { expect } from 'vitest';
import { practiceMonthModel } from '../../machines/practiceMonth/practiceMonth.model.ts';
import { accepts, runModelFloor } from './kit.ts';

runModelFloor('practiceMonth', practiceMonthModel, {
  states: {
    open(snapshot) {
      expect(accepts(snapshot, { type: 'month.close' })).toBe(snapshot.context.openDays === 0);
      expect(accepts(snapshot, { type: 'month.reopen' })).toBe(false);
    },
    closed(snapshot) {
      expect(snapshot.context.openDays).toBe(0);
      expect(accepts(snapshot, { type: 'month.close' })).toBe(false);
      expect(accepts(snapshot, { type: 'month.reopen' })).toBe(true);
    },
  },
});
