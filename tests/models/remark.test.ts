import { expect } from 'vitest';
import { remarkMachine } from '../../machines/remark/remark.machine.ts';
import { remarkModel } from '../../machines/remark/remark.model.ts';
import { remarkOracle } from '../oracle/remark.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(remarkMachine, remarkOracle);

const EVENTS = [
  { type: 'remark.answer', own: false },
  { type: 'remark.answer', own: true },
  { type: 'remark.settle' },
  { type: 'remark.reopen' },
];
const may = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.map((event) => accepts(snapshot, event));

runModelLayer('remark', remarkModel, {
  states: {
    open(snapshot) {
      expect(may(snapshot)).toEqual([true, true, true, false]);
    },
    answered(snapshot) {
      expect(may(snapshot)).toEqual([true, true, true, false]);
    },
    settled(snapshot) {
      expect(may(snapshot)).toEqual([false, false, false, true]);
    },
  },
});
