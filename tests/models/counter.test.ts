import { expect } from 'vitest';
import { counterMachine } from '../../machines/counter/counter.machine.ts';
import { counterModel } from '../../machines/counter/counter.model.ts';
import { counterOracle } from '../oracle/counter.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(counterMachine, counterOracle);

runModelLayer('counter', counterModel, {
  states: {
    assigned(snapshot, world) {
      expectLogged(snapshot, world, ['counter.rename']);
      expect(accepts(snapshot, { type: 'counter.start' })).toBe(true);
      expect(accepts(snapshot, { type: 'entries.save' })).toBe(false);
      expect(accepts(snapshot, { type: 'counter.submit' })).toBe(false);
    },
    counting(snapshot, world) {
      expectLogged(snapshot, world, ['entries.save']);
      expect(snapshot.hasTag('takesEntries')).toBe(true);
      expect(accepts(snapshot, { type: 'counter.remove' })).toBe(false);
      expect(accepts(snapshot, { type: 'counter.rename' })).toBe(false);
    },
    submitted(snapshot) {
      expect(snapshot.hasTag('takesEntries')).toBe(false);
      for (const type of ['counter.start', 'entries.save', 'counter.submit', 'counter.release', 'counter.remove']) {
        expect(accepts(snapshot, { type }), type).toBe(false);
      }
    },
    removed(snapshot) {
      expect(snapshot.status).toBe('done');
    },
  },
});
