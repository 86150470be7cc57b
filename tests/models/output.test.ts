import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type OutputContext, outputMachine } from '../../machines/output/output.machine.ts';
import { outputModel } from '../../machines/output/output.model.ts';
import { outputOracle } from '../oracle/output.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(outputMachine, outputOracle, { missing: 2 });

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as OutputContext;
const taken = (snapshot: AnyMachineSnapshot) =>
  outputMachine.events.filter((type) => accepts(snapshot, { type, facts: {} })).sort();

const SCANS = ['breach.explain', 'goods.count', 'output.cancel', 'serial.release', 'serial.scan'];

runModelLayer('output', outputModel, {
  states: {
    draft(snapshot) {
      const { listed, stale } = contextOf(snapshot);
      expect(taken(snapshot)).toEqual([...(listed || stale ? [] : ['output.pick']), 'output.withdraw']);
    },
    picking(snapshot) {
      const { missing, unexplained } = contextOf(snapshot);
      // all units or none, and each with its reason
      const leaves = missing + unexplained === 0 ? ['output.handOver'] : [];
      expect(taken(snapshot)).toEqual([...SCANS, ...leaves].sort());
    },
    handed_over(snapshot) {
      expect(contextOf(snapshot)).toEqual({ missing: 0, unexplained: 0, listed: false, stale: false });
      expect(taken(snapshot)).toEqual([]);
    },
    cancelled: (snapshot) => expect(taken(snapshot)).toEqual([]),
  },
});
