/** A counter: one person's list within an act (decisions 16, 17, 34, 40). */
import { defineOracle } from './oracle.ts';

export const counterOracle = defineOracle(['assigned', 'counting', 'submitted', 'removed'], {
  machine: 'counter',
  begins: { state: 'assigned', facts: {} },
  cases: {
    'counter.rename': { verb: 'is renamed' },
    'counter.remove': { verb: 'is removed' },
    'counter.start': { verb: 'starts' },
    'entries.save': { verb: 'saves entries' },
    'counter.submit': { verb: 'submits' },
    'counter.release': { verb: 'is released' },
  },
  // entries are a ledger of their own
  unlogged: ['entries.save'],
  // decision 17: the act counts other categories; decision 34: totals are the sums of what was saved
  beyond: { 'counter.submit': ['outside_limit', 'entries_differ'] },
  denied: [
    { cases: ['counter.rename', 'counter.remove'], person: 'viewer', status: 403, source: 'decision 18' },
    {
      cases: ['counter.rename', 'counter.remove', 'counter.start'],
      person: 'stranger',
      status: 404,
      source: 'decision 18',
    },
    // nobody starts another person's list, not even who manages the act
    { cases: ['counter.start'], person: 'keeper', status: 403, source: 'decision 18' },
    { cases: ['counter.rename', 'counter.remove'], person: 'counter1', status: 403, source: 'decision 18' },
  ],
  rows: [
    {
      state: 'assigned',
      accepts: { 'counter.rename': 'assigned', 'counter.remove': 'removed', 'counter.start': 'counting' },
      source: 'decision 17: renamed and removed until they start; decision 34: no list before',
    },
    {
      state: 'counting',
      accepts: { 'entries.save': 'counting', 'counter.submit': 'submitted', 'counter.release': 'submitted' },
      source: 'decisions 34, 40: handed in by the person, or released by a manager',
    },
    { state: 'submitted', accepts: {}, source: 'decision 16' },
    {
      state: 'removed',
      accepts: {},
      refuses: {
        'counter.rename': 'not_found',
        'counter.remove': 'not_found',
        'counter.start': 'not_found',
        'entries.save': 'not_found',
        'counter.submit': 'not_found',
        'counter.release': 'not_found',
      },
      source: 'decision 40: its row is gone',
    },
  ],
});
