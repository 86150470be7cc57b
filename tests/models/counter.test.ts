import { expect } from 'vitest';
import { counterModel } from '../../machines/counter/counter.model.ts';
import { accepts, expectLogged, runModelFloor } from './kit.ts';

runModelFloor('counter', counterModel, {
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
