import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { importMachine } from '../../machines/import/import.machine.ts';
import { importModel } from '../../machines/import/import.model.ts';
import { importOracle } from '../oracle/import.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const EVENTS = [
  'import.add',
  'import.check',
  'import.checked',
  'import.choose',
  'import.confirm',
  'import.written',
  'import.moved',
  'import.fail',
  'import.take_back',
  'import.stop',
];
const may = (snapshot: AnyMachineSnapshot, withoutBad = false): string[] =>
  EVENTS.filter((type) => accepts(snapshot, { type, withoutBad, facts: snapshot.context }));

runOracleLayer(importMachine, importOracle);

runModelLayer('import', importModel, {
  states: {
    read(snapshot) {
      const checks = snapshot.context.complete ? ['import.check'] : [];
      expect(may(snapshot)).toEqual(['import.add', ...checks, 'import.stop']);
    },
    checking(snapshot) {
      expect(snapshot.context).toMatchObject({ complete: true, changes: false, clean: true, decided: true });
      expect(may(snapshot)).toEqual(['import.checked', 'import.stop']);
    },
    checked(snapshot) {
      const { changes, clean, decided } = snapshot.context;
      const rest = (writes: boolean) => [
        'import.check',
        'import.choose',
        ...(writes ? ['import.confirm'] : []),
        'import.stop',
      ];
      expect(may(snapshot)).toEqual(rest(changes && decided && clean));
      expect(may(snapshot, true)).toEqual(rest(changes && decided));
    },
    writing(snapshot) {
      const { changes, decided } = snapshot.context;
      expect([changes, decided]).toEqual([true, true]);
      expect(may(snapshot)).toEqual(['import.written', 'import.moved', 'import.fail']);
    },
    done(snapshot) {
      expect(may(snapshot)).toEqual(snapshot.context.recent ? ['import.take_back'] : []);
    },
    taken_back(snapshot) {
      expect(snapshot.context.recent).toBe(true);
      expect(may(snapshot)).toEqual([]);
    },
    stopped(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    failed(snapshot) {
      expect(may(snapshot)).toEqual(['import.check', 'import.stop']);
    },
  },
});
