/** A test of the staff as its author has it: specification 4 "Tests", areas 4.23. */
import { defineOracle, forbids } from './oracle.ts';

export const staffTestOracle = defineOracle(['draft', 'published', 'ended', 'withdrawn'], {
  machine: 'staffTest',
  begins: { state: 'draft', facts: { complete: false } },
  cases: {
    'test.update': { verb: 'writes the rest', carries: { facts: { complete: true } } },
    'test.update/gap': { verb: 'takes an answer out', carries: { facts: { complete: false } } },
    'test.publish': { verb: 'publishes it' },
    'test.close': { verb: 'closes it' },
    'test.end': { verb: 'its end comes' },
    'test.drop': { verb: 'drops it' },
  },
  server: ['test.end'],
  denied: [
    { cases: ['test.update', 'test.publish', 'test.drop'], person: 'keeper', status: 403, source: 'areas 4.23' },
  ],
  says: [
    {
      cases: ['test.publish'],
      state: 'draft',
      facts: { complete: false },
      text: [
        'errors.test_gap.title',
        'errors.test_gap.questions',
        'errors.test_gap.question',
        'errors.test_gap.options',
        'errors.test_gap.same',
        'errors.test_gap.one',
        'errors.test_gap.right',
        'errors.test_gap.accepted',
        'errors.test_gap.end',
        'errors.test_gap.audience',
      ],
    },
    ...forbids(['published', 'ended'], ['test.update', 'test.update/gap'], 'errors.test_published_fixed'),
    ...forbids(['published', 'ended'], ['test.drop'], 'errors.test_results_stay'),
  ],
  rows: [
    {
      state: 'draft',
      accepts: {
        'test.update': { to: 'draft', facts: { complete: true } },
        'test.update/gap': 'draft',
        'test.drop': 'withdrawn',
      },
      source: 'areas 4.23: only a whole test is published',
    },
    {
      state: 'draft',
      facts: { complete: true },
      accepts: {
        'test.update': 'draft',
        'test.update/gap': { to: 'draft', facts: { complete: false } },
        'test.publish': 'published',
        'test.drop': 'withdrawn',
      },
      source: 'areas 4.23',
    },
    {
      state: 'published',
      facts: { complete: true },
      accepts: { 'test.close': 'ended', 'test.end': 'ended' },
      source: 'areas 4.23: what is published changes no more',
    },
    { state: 'ended', facts: { complete: true }, accepts: {}, source: 'areas 4.23' },
    { state: 'withdrawn', accepts: {}, source: 'areas 4.23' },
  ],
});
