/**
 * Cash service: tests of staff as their author has them (spec 3 "Test"; areas 4.23 `/tests/tests`). What is right is sent to
 * who may write or publish the test alone: whoever only looks may have to take it. What a person who takes a test is
 * answered is in `staffTests.ts`.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Counts, dataOf, instant, listOf, Meta, Person } from './common.ts';
import { RecordHistory } from './records.ts';
import { ANSWER_MAX, OPTIONS_MAX, QUESTION_TYPES } from './staffTests.ts';

export const TEST_STATUSES = ['draft', 'published', 'ended', 'withdrawn'] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

/** Minutes of a sitting, tries of a person, and the share of right answers of 100 that passes. */
export const TEST_LIMITS = { duration: 600, tries: 20, percent: 100 } as const;
/** Characters. */
export const TEST_LENGTHS = { title: 200, words: 2_000, question: 500, option: 300 } as const;
/** Words that a text question may accept. */
export const ACCEPTED_MAX = 20;

const Named = z.object({ id: z.int(), name: z.string() });
export const words = (max: number) => z.string().check(z.trim(), z.maxLength(max));

export const question = () =>
  z.object({
    type: z.enum(QUESTION_TYPES),
    title: words(TEST_LENGTHS.question),
    /** Of a text question, what counts as right; empty of the others. */
    accepted: z.array(words(ANSWER_MAX)).check(z.maxLength(ACCEPTED_MAX)),
    options: z
      .array(z.object({ title: words(TEST_LENGTHS.option), is_correct: z.boolean() }))
      .check(z.maxLength(OPTIONS_MAX)),
  });
export type WrittenQuestion = z.infer<ReturnType<typeof question>>;

/** What still prevents publishing; `number` counts questions from 1. */
export const TEST_GAPS = [
  'title',
  'questions',
  'question',
  'options',
  'same',
  'one',
  'right',
  'accepted',
  'end',
  'audience',
] as const;
export const TestGap = z.object({ what: z.enum(TEST_GAPS), number: z.nullable(z.int()) });
export type TestGap = z.infer<typeof TestGap>;

/** A test in the list. */
export const TestRow = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Minutes. */
  duration: z.int(),
  pass_percent: z.int(),
  tries: z.int(),
  from: instant(),
  /** None: it has no end. */
  to: z.nullable(instant()),
  everyone: z.boolean(),
  positions: z.array(Named),
  organizations: z.array(Named),
  status: z.enum(TEST_STATUSES),
  version: z.int(),
  created_by: Person,
  created_at: instant(),
  published_at: z.nullable(instant()),
  question_count: z.int(),
  /** People of the audience who work here now. */
  audience: z.int(),
  /** People with a result, and those of them who have passed. */
  taken: z.int(),
  passed: z.int(),
});
export type TestRow = z.infer<typeof TestRow>;

export const AuthoredTest = z.extend(TestRow, {
  questions: z.array(question()),
  /** Whether `questions` include the right answers; else `is_correct` is false and `accepted` empty everywhere. */
  keys: z.boolean(),
  gaps: z.array(TestGap),
  allowed_events: z.array(z.string()),
});
export type AuthoredTest = z.infer<typeof AuthoredTest>;
const Answer = z.object({ data: AuthoredTest, message: z.string() });

/** What shows tests to their authors. */
const TESTS = ['testIndex', 'testShow', 'testHistory', 'testChoices'] as const;

export const testIndex = defineCall({
  id: 'testIndex',
  service: 'cash',
  method: 'GET',
  path: '/test/index',
  response: z.extend(listOf(TestRow), { meta: z.extend(Meta, { statuses: z.optional(Counts) }) }),
});

export const testShow = defineCall({
  id: 'testShow',
  service: 'cash',
  method: 'GET',
  path: '/test/show/{id}',
  response: dataOf(AuthoredTest),
});

export const testHistory = defineCall({
  id: 'testHistory',
  service: 'cash',
  method: 'GET',
  path: '/test/history/{id}',
  response: RecordHistory,
});

export const testCreate = defineCall({
  id: 'testCreate',
  service: 'cash',
  method: 'POST',
  path: '/test/create',
  stale: TESTS,
  response: Answer,
});

export const testUpdate = defineCall({
  id: 'testUpdate',
  service: 'cash',
  method: 'PUT',
  path: '/test/update/{id}',
  stale: TESTS,
  response: Answer,
});

export const testPublish = defineCall({
  id: 'testPublish',
  service: 'cash',
  method: 'PUT',
  path: '/test/publish/{id}',
  stale: TESTS,
  response: Answer,
});

export const testClose = defineCall({
  id: 'testClose',
  service: 'cash',
  method: 'PUT',
  path: '/test/close/{id}',
  stale: TESTS,
  response: Answer,
});

export const testDrop = defineCall({
  id: 'testDrop',
  service: 'cash',
  method: 'PUT',
  path: '/test/drop/{id}',
  stale: TESTS,
  response: Answer,
});

export const testCopy = defineCall({
  id: 'testCopy',
  service: 'cash',
  method: 'POST',
  path: '/test/copy/{id}',
  stale: TESTS,
  response: Answer,
});

const Choice = z.object({ id: z.int(), title: z.string() });

export const testChoices = defineCall({
  id: 'testChoices',
  service: 'cash',
  method: 'GET',
  path: '/test/choices',
  response: dataOf(
    z.object({
      positions: z.array(Choice),
      organizations: z.array(Choice),
      /** Published and ended ones, the newest first. */
      tests: z.array(Choice),
    }),
  ),
});

export const testAuthorCalls = [
  testIndex,
  testShow,
  testHistory,
  testCreate,
  testUpdate,
  testPublish,
  testClose,
  testDrop,
  testCopy,
  testChoices,
] as const;
