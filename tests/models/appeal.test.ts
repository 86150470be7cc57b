import { expect } from 'vitest';
import { appealMachine } from '../../machines/appeal/appeal.machine.ts';
import { appealModel } from '../../machines/appeal/appeal.model.ts';
import { appealOracle } from '../oracle/appeal.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(appealMachine, appealOracle);

const may = (snapshot: Parameters<typeof accepts>[0]) =>
  ['appeal.update', 'appeal.assign', 'appeal.answer', 'appeal.close'].filter((type) => accepts(snapshot, { type }));

runModelLayer('appeal', appealModel, {
  states: {
    new(snapshot, world) {
      expectLogged(snapshot, world, ['appeal.update']);
      expect(may(snapshot)).toEqual(['appeal.update', 'appeal.assign']);
    },
    assigned(snapshot, world) {
      expectLogged(snapshot, world, ['appeal.update']);
      expect(may(snapshot)).toEqual(['appeal.update', 'appeal.answer']);
    },
    answered(snapshot) {
      expect(may(snapshot)).toEqual(['appeal.assign', 'appeal.close']);
    },
    closed(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
  },
});
