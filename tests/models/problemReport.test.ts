import { expect } from 'vitest';
import { problemReportMachine } from '../../machines/problemReport/problemReport.machine.ts';
import { problemReportModel } from '../../machines/problemReport/problemReport.model.ts';
import { problemReportOracle } from '../oracle/problemReport.ts';
import { accepts, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(problemReportMachine, problemReportOracle);

const may = (snapshot: Parameters<typeof accepts>[0]) =>
  ['report.settle', 'report.reopen'].filter((type) => accepts(snapshot, { type }));

runModelLayer('problemReport', problemReportModel, {
  states: {
    open(snapshot) {
      expect(may(snapshot)).toEqual(['report.settle']);
    },
    settled(snapshot) {
      expect(may(snapshot)).toEqual(['report.reopen']);
    },
  },
});
