/**
 * Cash service: tests of staff as the person who takes them sees them (spec 3 "Test", 4 "Tests", 7; decisions 11–15).
 * What is right never crosses this wire: `is_correct` is always false here, and accepted texts are not sent at all.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, instant, listOf, Person } from './common.ts';

/** How a question is answered: one option, any number of options, or the person's own words. */
export const QUESTION_TYPES = ['single', 'multi', 'text'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** One hand-in. */
export const TestResult = z.object({
  created_at: instant(),
  /** Moved on by `/test/skip` alone. */
  updated_at: instant(),
  /** Attempts left after it; 0 once the test is passed or over. */
  try: z.int(),
  /** Extension: of 100. */
  percent: z.number(),
  /** Extension. */
  passed: z.boolean(),
  /** Extension. False: the time was up, and what the server had was graded. */
  handed_in: z.boolean(),
});
export type TestResult = z.infer<typeof TestResult>;

export const TestOption = z.object({ id: z.int(), title: z.string(), is_correct: z.literal(false) });
export const TestQuestion = z.object({
  id: z.int(),
  type: z.enum(QUESTION_TYPES),
  title: z.string(),
  /** Empty for a text question. */
  options: z.array(TestOption),
});
export type TestQuestion = z.infer<typeof TestQuestion>;

/** What the person has answered so far in the sitting that is open. */
export const SavedAnswer = z.object({
  question_id: z.int(),
  option_ids: z.array(z.int()),
  text: z.string(),
  /** The person wants to come back to it. */
  later: z.boolean(),
});
export type SavedAnswer = z.infer<typeof SavedAnswer>;

/** A test of the person signed in. */
export const MyTest = z.object({
  attempt_id: z.int(),
  start: instant(),
  /** None: it has no end. */
  end: z.nullable(instant()),
  title: z.string(),
  description: z.string(),
  /** Whole minutes from the start of a sitting to its end. */
  duration: z.int(),
  /** Of 100, what passes. */
  pass_percent: z.int(),
  added_user: Person,
  /** The oldest first. */
  test_results: z.array(TestResult),
  /** Empty until the person starts: nobody reads them before the time runs. */
  questions: z.array(TestQuestion),
  /** Extension. */
  question_count: z.int(),
  /** Extension: tries left, also before the first result. */
  tries_left: z.int(),
  /** Extension: the sitting that is open, by the server's clock; on the wire of another browser too. */
  sitting: z.nullable(
    z.object({
      /** From 1: answers belong to it. */
      number: z.int(),
      started_at: instant(),
      ends_at: instant(),
      answers: z.array(SavedAnswer),
    }),
  ),
});
export type MyTest = z.infer<typeof MyTest>;

export const myTests = defineCall({
  id: 'myTests',
  service: 'cash',
  method: 'GET',
  path: '/my_tests',
  response: z.object({
    data: z.array(MyTest),
    meta: z.object({
      /** The server's time, which rules (the browser's clock may be wrong). */
      now: instant(),
      /** The test that opens first: hourly, then old, then new, then the first; none without tests. */
      current: z.nullable(z.int()),
    }),
  }),
});

export const testSkip = defineCall({
  id: 'testSkip',
  service: 'cash',
  method: 'POST',
  path: '/test/skip',
  stale: ['myTests'],
  response: Command,
});

/** How long an answer of a person may be, in characters. */
export const ANSWER_MAX = 500;
/** As many questions as a test holds at most, and options as a question. */
export const QUESTIONS_MAX = 200;
export const OPTIONS_MAX = 12;
const MyTestNow = z.object({ data: MyTest, meta: z.object({ now: instant() }) });

export const testStart = defineCall({
  id: 'testStart',
  service: 'cash',
  method: 'POST',
  path: '/test/start',
  stale: ['myTests'],
  response: MyTestNow,
});

export const testAnswer = defineCall({
  id: 'testAnswer',
  service: 'cash',
  method: 'PUT',
  path: '/test/answer',
  stale: [],
  response: z.object({ meta: z.object({ now: instant() }) }),
});

export const testSubmit = defineCall({
  id: 'testSubmit',
  service: 'cash',
  method: 'POST',
  path: '/test/submit',
  stale: ['myTests', 'ownResults', 'testReminder'],
  response: MyTestNow,
});

/** A hand-in of the person signed in. */
export const OwnResult = z.object({
  id: z.int(),
  attempt_id: z.int(),
  title: z.string(),
  created_at: instant(),
  right_count: z.int(),
  question_count: z.int(),
  percent: z.number(),
  pass_percent: z.int(),
  passed: z.boolean(),
  /** False: the time was up, and what was saved was graded. */
  handed_in: z.boolean(),
  /** Left after it. */
  try: z.int(),
});
export type OwnResult = z.infer<typeof OwnResult>;

export const ownResults = defineCall({
  id: 'ownResults',
  service: 'cash',
  method: 'GET',
  path: '/test/my_results',
  response: listOf(OwnResult),
});

export const staffTestCalls = [myTests, testSkip, testStart, testAnswer, testSubmit, ownResults] as const;
