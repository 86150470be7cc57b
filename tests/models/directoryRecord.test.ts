import { expect } from 'vitest';
import { directoryRecordMachine } from '../../machines/directoryRecord/directoryRecord.machine.ts';
import { directoryRecordModel } from '../../machines/directoryRecord/directoryRecord.model.ts';
import { directoryRecordOracle } from '../oracle/directoryRecord.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(directoryRecordMachine, directoryRecordOracle);

runModelLayer('directoryRecord', directoryRecordModel, {
  states: {
    active(snapshot, world) {
      expectLogged(snapshot, world, ['record.update']);
      expect(accepts(snapshot, { type: 'record.update' })).toBe(true);
      expect(accepts(snapshot, { type: 'record.archive' })).toBe(!snapshot.context.inUse);
      expect(accepts(snapshot, { type: 'record.restore' })).toBe(false);
    },
    archived(snapshot) {
      // what is archived was free, and is not changed
      expect(snapshot.context.inUse).toBe(false);
      expect(accepts(snapshot, { type: 'record.restore' })).toBe(true);
      expect(accepts(snapshot, { type: 'record.update' })).toBe(false);
      expect(accepts(snapshot, { type: 'record.archive' })).toBe(false);
    },
  },
});
