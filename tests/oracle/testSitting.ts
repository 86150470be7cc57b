/** One person's dealing with one test: specification 4 "Tests", decisions 11–15. */
import { defineOracle } from './oracle.ts';

export const testSittingOracle = defineOracle(['ready', 'answering', 'passed', 'spent'], {
  machine: 'testSitting',
  begins: { state: 'ready', facts: { triesLeft: 2 } },
  cases: {
    'test.start': { verb: 'begins' },
    'answer.save': { verb: 'answers' },
    'test.submit/enough': { verb: 'hands in enough', carries: { passed: true } },
    'test.submit/little': { verb: 'hands in too little', carries: { passed: false } },
    'time.isUp/enough': { verb: 'its time is up with enough saved', carries: { passed: true } },
    'time.isUp/little': { verb: 'its time is up with too little', carries: { passed: false } },
    'attempt.give': { verb: 'is given another try' },
  },
  server: ['time.isUp/enough', 'time.isUp/little'],
  // an answer is a row of its own
  unlogged: ['answer.save'],
  // decision 15: what belongs to a sitting that is over, and a test whose last day has passed
  beyond: {
    'test.start': ['test_over'],
    'answer.save': ['other_sitting'],
    'test.submit/enough': ['other_sitting'],
    'attempt.give': ['test_over'],
  },
  denied: [
    // another person's attempt is not there
    { cases: ['test.start'], person: 'counter1', status: 404, source: 'decision 15: the person who takes the test' },
  ],
  rows: [
    { state: 'ready', accepts: { 'test.start': 'answering' }, source: 'specification 4 "Tests"; decision 15' },
    {
      state: 'answering',
      accepts: {
        'answer.save': 'answering',
        'test.submit/enough': { to: 'passed', facts: { triesLeft: 0 } },
        'test.submit/little': { to: 'ready', facts: { triesLeft: 1 } },
        'time.isUp/enough': { to: 'passed', facts: { triesLeft: 0 } },
        'time.isUp/little': { to: 'ready', facts: { triesLeft: 1 } },
      },
      source: 'decisions 13, 15: a sitting takes one try; the server grades what was saved',
    },
    {
      state: 'ready',
      facts: { triesLeft: 1 },
      accepts: { 'test.start': 'answering' },
      source: 'specification 4 "Tests": try above 0',
    },
    {
      state: 'answering',
      facts: { triesLeft: 1 },
      accepts: {
        'answer.save': 'answering',
        'test.submit/enough': { to: 'passed', facts: { triesLeft: 0 } },
        'test.submit/little': { to: 'spent', facts: { triesLeft: 0 } },
        'time.isUp/enough': { to: 'passed', facts: { triesLeft: 0 } },
        'time.isUp/little': { to: 'spent', facts: { triesLeft: 0 } },
      },
      source: 'specification 4 "Tests": old when try is below 1',
    },
    { state: 'passed', facts: { triesLeft: 0 }, accepts: {}, source: 'areas 4.23: nothing is left to try' },
    {
      state: 'spent',
      facts: { triesLeft: 0 },
      accepts: { 'attempt.give': { to: 'ready', facts: { triesLeft: 1 } } },
      source: 'areas 4.23: one more try may be given',
    },
  ],
});
