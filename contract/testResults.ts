/** Cash service: everybody's results of tests, by person, branch and question; another try (areas 4.23 `/tests/test-results`). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, Counts, instant, listOf, Meta, Person } from './common.ts';
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

export const testResultIndex = defineCall({
  id: 'testResultIndex',
  service: 'cash',
  method: 'GET',
  path: '/test_result/index',
  response: z.extend(listOf(PersonResult), { meta: z.extend(Meta, { statuses: z.optional(Counts) }) }),
});

export const testResultBranches = defineCall({
  id: 'testResultBranches',
  service: 'cash',
  method: 'GET',
  path: '/test_result/branches',
  response: listOf(BranchResult),
});

export const testResultQuestions = defineCall({
  id: 'testResultQuestions',
  service: 'cash',
  method: 'GET',
  path: '/test_result/questions',
  response: listOf(QuestionResult),
});

export const testResultGive = defineCall({
  id: 'testResultGive',
  service: 'cash',
  method: 'POST',
  path: '/test_result/give_attempt',
  stale: ['testResultIndex'],
  response: Command,
});

export const testResultCalls = [testResultIndex, testResultBranches, testResultQuestions, testResultGive] as const;
