/** A remark on a chart: issue 20, point 10: "written, answered, settled, kept with the version of the chart". */
import { defineOracle } from './oracle.ts';

export const remarkOracle = defineOracle(['open', 'answered', 'settled'], {
  machine: 'remark',
  begins: { state: 'open', facts: {} },
  cases: {
    'remark.answer': { verb: 'somebody else answers', carries: { own: false } },
    'remark.answer/own': { verb: 'its author adds to it', carries: { own: true } },
    'remark.settle': { verb: 'settles it' },
    'remark.reopen': { verb: 'opens it again' },
  },
  denied: [
    {
      cases: ['remark.answer', 'remark.settle', 'remark.reopen'],
      person: 'counter1',
      status: 403,
      source: 'issue 20: who reads the workflows page may read and write',
    },
    {
      cases: ['remark.settle'],
      person: 'deputy',
      status: 403,
      source: 'docs/workflows/remark.md: not before an answer',
    },
  ],
  says: [{ cases: ['remark.answer', 'remark.answer/own'], state: 'settled', text: 'errors.remark_settled' }],
  rows: [
    {
      state: 'open',
      accepts: { 'remark.answer': 'answered', 'remark.answer/own': 'open', 'remark.settle': 'settled' },
      source: 'issue 20: answered by somebody else; its author may add to it and take it back',
    },
    {
      state: 'answered',
      accepts: { 'remark.answer': 'answered', 'remark.answer/own': 'open', 'remark.settle': 'settled' },
      source: 'issue 20: answered → settled; a question of its author waits for an answer again',
    },
    { state: 'settled', accepts: { 'remark.reopen': 'open' }, source: 'issue 20: reopened; nothing is added before' },
  ],
});
