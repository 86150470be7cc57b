import { expect } from 'vitest';
import { guaranteeMachine } from '../../machines/guarantee/guarantee.machine.ts';
import { guaranteeModel } from '../../machines/guarantee/guarantee.model.ts';
import { guaranteeOracle } from '../oracle/guarantee.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(guaranteeMachine, guaranteeOracle);

const EVENTS = ['guarantee.sign', 'guarantee.drop', 'guarantee.release'];
const may = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type }));

runModelLayer('guarantee', guaranteeModel, {
  states: {
    draft(snapshot) {
      expect(may(snapshot)).toEqual([...(snapshot.context.fit ? ['guarantee.sign'] : []), 'guarantee.drop']);
    },
    signed(snapshot) {
      expect(may(snapshot)).toEqual(['guarantee.release']);
    },
    released(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    dropped(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
  },
});
