/** What only the server needs of the calls of `testResults.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id, pageQuery, queryId, reason } from './common.ts';
import { serverSide } from './serverSide.ts';
import { TEST_OUTCOMES } from './testResults.ts';

const extension = { origin: 'extension' } as const;
const narrowed = {
  test_id: z.optional(queryId()),
  organization_id: z.optional(queryId()),
  position_id: z.optional(queryId()),
};

export const testResultsServer = serverSide({
  testResultIndex: {
    ...extension,
    rule: 'test_result.show',
    query: z.object({
      ...pageQuery,
      ...narrowed,
      status: z.optional(z.enum(TEST_OUTCOMES)),
      search: z.optional(z.string().check(z.maxLength(100))),
      sort: z.optional(z.enum(['person', '-person', 'best', '-best', 'last', '-last'])),
    }),
    summary: 'Results of everybody, a row for a person and a test; who was named and has not taken it too.',
  },
  testResultBranches: {
    ...extension,
    rule: 'test_result.show',
    query: z.object({
      ...pageQuery,
      test_id: narrowed.test_id,
      position_id: narrowed.position_id,
      sort: z.optional(z.enum(['organization', '-organization', 'share', '-share', 'average', '-average'])),
    }),
    summary: 'Results by branch, the smallest share of passed first.',
  },
  testResultQuestions: {
    ...extension,
    rule: 'test_result.show',
    query: z.object({
      ...pageQuery,
      ...narrowed,
      sort: z.optional(z.enum(['share', '-share', 'number', '-number'])),
    }),
    summary: 'How many were wrong in each question at their first hand-in, the worst first.',
  },
  testResultGive: {
    ...extension,
    rule: 'test_result.edit',
    body: z.object({ attempt_id: id(), reason: reason() }),
    event: { machine: 'testSitting', type: 'attempt.give' },
    summary: 'Gives one more try to who has none left, with a reason.',
  },
});
