/** A report that something is wrong: issue 20, point 9. */
import { defineOracle } from './oracle.ts';

export const problemReportOracle = defineOracle(['open', 'settled'], {
  machine: 'problemReport',
  begins: { state: 'open', facts: {} },
  cases: {
    'report.settle': { verb: 'is settled' },
    'report.reopen': { verb: 'is opened again' },
  },
  denied: [
    {
      cases: ['report.settle', 'report.reopen'],
      person: 'counter1',
      status: 403,
      source: 'issue 20, 9: who may read the workflows reads reports',
    },
  ],
  rows: [
    { state: 'open', accepts: { 'report.settle': 'settled' }, source: 'issue 20, 9: open → settled' },
    { state: 'settled', accepts: { 'report.reopen': 'open' }, source: 'issue 20, 9: settled → open' },
  ],
});
