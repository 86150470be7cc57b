/** Cash service: everybody's results of tests, by person, branch and question; another try (areas 4.23 `/tests/test-results`). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Deed, id, instant, listOf, Meta, Person, pageQuery, queryId, text } from './common.ts';
import { QUESTION_TYPES } from './staffTests.ts';

/** Passed by any hand-in; failed by all of them; named by a test and without one. */
export const TEST_OUTCOMES = ['passed', 'failed', 'none'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

/** One person and one test that has begun. */
export const PersonResult = z.object({
  /** The test's and the person's id: `7-31`. */
  id: z.string(),
  /** None while the person has not seen the test. */
  attempt_id: z.nullable(z.int()),
  test_id: z.int(),
  test: z.string(),
  pass_percent: z.int(),
  person: Person,
  position: z.string(),
  organization: z.string(),
  /** Hand-ins, and tries left; none before the first sight of the test. */
  results: z.int(),
  tries_left: z.nullable(z.int()),
  /** The best of them, of 100; when the last one was. */
  best: z.nullable(z.number()),
  last_at: z.nullable(instant()),
  outcome: z.enum(TEST_OUTCOMES),
  /** Whether another try may be given now, by whoever holds `test_result.edit`. */
  may_give: z.boolean(),
});
export type PersonResult = z.infer<typeof PersonResult>;

export const BranchResult = z.object({
  id: z.int(),
  organization: z.string(),
  /** Persons and tests: who is to take two tests counts twice. */
  people: z.int(),
  taken: z.int(),
  passed: z.int(),
  /** Of 100: passed of taken, and the mean of everybody's best; none while nobody has taken it. */
  share: z.nullable(z.number()),
  average: z.nullable(z.number()),
});
export type BranchResult = z.infer<typeof BranchResult>;

export const QuestionResult = z.object({
  id: z.int(),
  test_id: z.int(),
  test: z.string(),
  /** Its place in the test, from 1. */
  number: z.int(),
  type: z.enum(QUESTION_TYPES),
  title: z.string(),
  /** First hand-ins of persons, and those of them in which it was wrong or blank. */
  answered: z.int(),
  wrong: z.int(),
  /** Of 100. */
  share: z.number(),
});
export type QuestionResult = z.infer<typeof QuestionResult>;

const extension = { service: 'cash', origin: 'extension' } as const;
const narrowed = {
  test_id: z.optional(queryId()),
  organization_id: z.optional(queryId()),
  position_id: z.optional(queryId()),
};

export const testResultIndex = defineCall({
  ...extension,
  id: 'testResultIndex',
  rule: 'test_result.show',
  method: 'GET',
  path: '/test_result/index',
  query: z.object({
    ...pageQuery,
    ...narrowed,
    status: z.optional(z.enum(TEST_OUTCOMES)),
    search: z.optional(z.string().check(z.maxLength(100))),
    sort: z.optional(z.enum(['person', '-person', 'best', '-best', 'last', '-last'])),
  }),
  response: z.extend(listOf(PersonResult), { meta: z.extend(Meta, { statuses: z.record(z.string(), z.int()) }) }),
  summary: 'Results of everybody, a row for a person and a test; who was named and has not taken it too.',
});

export const testResultBranches = defineCall({
  ...extension,
  id: 'testResultBranches',
  rule: 'test_result.show',
  method: 'GET',
  path: '/test_result/branches',
  query: z.object({
    ...pageQuery,
    test_id: narrowed.test_id,
    position_id: narrowed.position_id,
    sort: z.optional(z.enum(['organization', '-organization', 'share', '-share', 'average', '-average'])),
  }),
  response: listOf(BranchResult),
  summary: 'Results by branch, the smallest share of passed first.',
});

export const testResultQuestions = defineCall({
  ...extension,
  id: 'testResultQuestions',
  rule: 'test_result.show',
  method: 'GET',
  path: '/test_result/questions',
  query: z.object({
    ...pageQuery,
    ...narrowed,
    sort: z.optional(z.enum(['share', '-share', 'number', '-number'])),
  }),
  response: listOf(QuestionResult),
  summary: 'How many were wrong in each question at their first hand-in, the worst first.',
});

export const testResultGive = defineCall({
  ...extension,
  id: 'testResultGive',
  rule: 'test_result.edit',
  method: 'POST',
  path: '/test_result/give_attempt',
  body: z.object({ attempt_id: id(), reason: text(500) }),
  response: Deed,
  event: { machine: 'testSitting', type: 'attempt.give' },
  summary: 'Gives one more try to who has none left, with a reason.',
});

export const testResultCalls = [testResultIndex, testResultBranches, testResultQuestions, testResultGive] as const;
