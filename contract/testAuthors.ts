/**
 * Cash service: tests of staff as their author has them (spec 3 "Test"; areas 4.23 `/tests/tests`). What is right is sent to
 * who may write or publish the test alone: whoever only looks may have to take it. What a person who takes a test is
 * answered stands in `staffTests.ts`.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, id, instant, listOf, Meta, Person, pageQuery, queryId } from './common.ts';
import { RecordHistory } from './records.ts';
import { ANSWER_MAX, OPTIONS_MAX, QUESTION_TYPES, QUESTIONS_MAX } from './staffTests.ts';

export const TEST_STATUSES = ['draft', 'published', 'ended', 'withdrawn'] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

/** Minutes of a sitting, tries of a person, and the share of right answers of 100 that passes. */
export const TEST_LIMITS = { duration: 600, tries: 20, percent: 100 } as const;
/** Characters. */
export const TEST_LENGTHS = { title: 200, words: 2_000, question: 500, option: 300 } as const;
/** Words that a text question may accept. */
export const ACCEPTED_MAX = 20;

const Named = z.object({ id: z.int(), name: z.string() });
const words = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const upTo = (max: number) => z.int().check(z.gte(1), z.lte(max));

const question = () =>
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

/** What still stands against publishing; `number` counts questions from 1. */
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
  /** Whether `questions` tell what is right; else `is_correct` is false and `accepted` empty everywhere. */
  keys: z.boolean(),
  gaps: z.array(TestGap),
  allowed_events: z.array(z.string()),
});
export type AuthoredTest = z.infer<typeof AuthoredTest>;

const body = () =>
  z.object({
    title: words(TEST_LENGTHS.title),
    description: words(TEST_LENGTHS.words),
    duration: upTo(TEST_LIMITS.duration),
    pass_percent: upTo(TEST_LIMITS.percent),
    tries: upTo(TEST_LIMITS.tries),
    from: instant(),
    to: z.nullable(instant()),
    everyone: z.boolean(),
    position_ids: z.array(id()).check(z.maxLength(200)),
    organization_ids: z.array(id()).check(z.maxLength(500)),
    questions: z.array(question()).check(z.maxLength(QUESTIONS_MAX)),
  });
export type TestBody = z.infer<ReturnType<typeof body>>;

const extension = { service: 'cash', origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'staffTest', type });
const Answer = z.object({ data: AuthoredTest, message: z.string() });

export const testIndex = defineCall({
  ...extension,
  id: 'testIndex',
  rule: 'test.show',
  method: 'GET',
  path: '/test/index',
  query: z.object({
    ...pageQuery,
    status: z.optional(z.enum(TEST_STATUSES)),
    search: z.optional(z.string().check(z.maxLength(100))),
    position_id: z.optional(queryId()),
    organization_id: z.optional(queryId()),
    sort: z.optional(z.enum(['title', '-title', 'from', '-from', 'created', '-created'])),
  }),
  response: z.extend(listOf(TestRow), { meta: z.extend(Meta, { statuses: z.record(z.string(), z.int()) }) }),
  summary: 'Tests with their audience and how many have taken and passed them, the newest first.',
});

export const testShow = defineCall({
  ...extension,
  id: 'testShow',
  rule: 'test.show',
  method: 'GET',
  path: '/test/show/{id}',
  response: dataOf(AuthoredTest),
  summary: 'One test with its questions; what is right only for who may write or publish it.',
});

export const testHistory = defineCall({
  ...extension,
  id: 'testHistory',
  rule: 'test.show',
  method: 'GET',
  path: '/test/history/{id}',
  response: RecordHistory,
  summary: 'Who took which step with a test, the newest first.',
});

export const testCreate = defineCall({
  ...extension,
  id: 'testCreate',
  rule: 'test.add',
  method: 'POST',
  path: '/test/create',
  body: body(),
  response: Answer,
  summary: 'Opens a draft; it may be incomplete.',
});

export const testUpdate = defineCall({
  ...extension,
  id: 'testUpdate',
  rule: 'test.add|test.edit',
  method: 'PUT',
  path: '/test/update/{id}',
  body: body(),
  response: Answer,
  event: event('test.update'),
  summary: 'Changes a draft whole: the own one with `add`, anybody’s with `edit`.',
});

export const testPublish = defineCall({
  ...extension,
  id: 'testPublish',
  rule: 'test.confirm',
  method: 'PUT',
  path: '/test/publish/{id}',
  response: Answer,
  event: event('test.publish'),
  summary: 'Publishes a complete draft: its audience takes it from its time on, and it changes no more.',
});

export const testClose = defineCall({
  ...extension,
  id: 'testClose',
  rule: 'test.confirm',
  method: 'PUT',
  path: '/test/close/{id}',
  response: Answer,
  event: event('test.close'),
  summary: 'Ends a published test now: nobody begins it any more, who is sitting finishes.',
});

export const testDrop = defineCall({
  ...extension,
  id: 'testDrop',
  rule: 'test.add|test.edit',
  method: 'PUT',
  path: '/test/drop/{id}',
  response: Answer,
  event: event('test.drop'),
  summary: 'Puts a draft aside that will not be published.',
});

export const testCopy = defineCall({
  ...extension,
  id: 'testCopy',
  rule: 'test.add',
  method: 'POST',
  path: '/test/copy/{id}',
  response: Answer,
  summary: 'A new draft with the questions and the audience of a test: how a published one is corrected.',
});

const Choice = z.object({ id: z.int(), title: z.string() });

export const testChoices = defineCall({
  ...extension,
  id: 'testChoices',
  rule: 'test.show|test_result.show',
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
  summary: 'Positions and organizations that a test can be given to, and tests that have results, whole.',
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
