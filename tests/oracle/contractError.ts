/** What a check found wrong with a contract: areas 3.4 "contract error". */
import { defineOracle } from './oracle.ts';

export const contractErrorOracle = defineOracle(['found', 'fixing', 'fixed', 'accepted'], {
  machine: 'contractError',
  begins: { state: 'found', facts: {} },
  cases: {
    'error.take': { verb: 'is taken' },
    'error.update': { verb: 'gets a plan' },
    'error.change': { verb: 'has other figures' },
    'error.fix': { verb: 'is fixed' },
    'error.accept': { verb: 'is accepted' },
  },
  server: ['error.change', 'error.fix'],
  denied: [
    {
      cases: ['error.take', 'error.update', 'error.accept'],
      person: 'keeper',
      status: 403,
      source: 'areas 3.4: error.take (error.edit), error.accept (error.confirm)',
    },
    {
      cases: ['error.update'],
      person: 'viewer',
      status: 403,
      source: 'areas 4.18: responsible; the viewer edits errors but has not taken this one',
    },
  ],
  rows: [
    {
      state: 'found',
      accepts: { 'error.take': 'fixing', 'error.change': 'found', 'error.fix': 'fixed' },
      source: 'areas 3.4: found → fixing; error.fix (system, when the check passes again)',
    },
    {
      state: 'fixing',
      accepts: {
        'error.update': 'fixing',
        'error.change': 'fixing',
        'error.fix': 'fixed',
        'error.accept': 'accepted',
      },
      source: 'areas 3.4: fixing → fixed | accepted',
    },
    { state: 'fixed', accepts: {}, source: 'areas 3.4: fixed is an end' },
    { state: 'accepted', accepts: {}, source: 'areas 3.4: accepted is an end' },
  ],
});
