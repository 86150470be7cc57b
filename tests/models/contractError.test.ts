import { expect } from 'vitest';
import { contractErrorMachine } from '../../machines/contractError/contractError.machine.ts';
import { contractErrorModel } from '../../machines/contractError/contractError.model.ts';
import { contractErrorOracle } from '../oracle/contractError.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(contractErrorMachine, contractErrorOracle);

const EVENTS = ['take', 'update', 'change', 'fix', 'accept'].map((verb) => `error.${verb}`);
const may = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type }));

runModelLayer('contractError', contractErrorModel, {
  states: {
    found(snapshot, world) {
      expectLogged(snapshot, world, ['error.change']);
      expect(may(snapshot)).toEqual(['error.take', 'error.change', 'error.fix']);
    },
    fixing(snapshot, world) {
      expectLogged(snapshot, world, ['error.update', 'error.change']);
      expect(may(snapshot)).toEqual(['error.update', 'error.change', 'error.fix', 'error.accept']);
    },
    fixed(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    accepted(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
  },
});
