import { expect } from 'vitest';
import { practiceDayMachine } from '../../machines/practiceDay/practiceDay.machine.ts';
import { practiceDayModel } from '../../machines/practiceDay/practiceDay.model.ts';
import { practiceDayOracle } from '../oracle/practiceDay.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const EVENTS = ['day.startClosing', 'day.resume', 'day.close', 'day.reopen'];

runOracleLayer(practiceDayMachine, practiceDayOracle);

runModelLayer('practiceDay', practiceDayModel, {
  states: {
    open(snapshot) {
      const taken = EVENTS.filter((type) => accepts(snapshot, { type }));
      expect(taken).toEqual(snapshot.context.blockers > 0 ? [] : ['day.startClosing']);
    },
    closing(snapshot) {
      expect(snapshot.context.blockers).toBe(0);
      expect(EVENTS.filter((type) => accepts(snapshot, { type }))).toEqual(['day.resume', 'day.close']);
    },
    closed(snapshot) {
      const { laterDocuments, anotherOpen, monthClosed } = snapshot.context;
      const held = laterDocuments || anotherOpen || monthClosed;
      expect(EVENTS.filter((type) => accepts(snapshot, { type }))).toEqual(held ? [] : ['day.reopen']);
    },
  },
});
