/** What only the server needs of the calls of `testAuthors.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id, instant, pageQuery, queryId } from './common.ts';
import { serverSide } from './serverSide.ts';
import { QUESTIONS_MAX } from './staffTests.ts';
import { question, TEST_LENGTHS, TEST_LIMITS, TEST_STATUSES, words } from './testAuthors.ts';

const upTo = (max: number) => z.int().check(z.gte(1), z.lte(max));
export const body = () =>
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
const extension = { origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'staffTest', type });

/** 200 questions with everything that the schema takes, in Cyrillic letters. */
const TEST_BYTES = 6_000_000;

export const testAuthorsServer = serverSide({
  testIndex: {
    ...extension,
    rule: 'test.show',
    query: z.object({
      ...pageQuery,
      status: z.optional(z.enum(TEST_STATUSES)),
      search: z.optional(z.string().check(z.maxLength(100))),
      position_id: z.optional(queryId()),
      organization_id: z.optional(queryId()),
      sort: z.optional(z.enum(['title', '-title', 'from', '-from', 'created', '-created'])),
    }),
    summary: 'Tests with their audience and how many have taken and passed them, the newest first.',
  },
  testShow: {
    ...extension,
    rule: 'test.show',
    summary: 'One test with its questions; what is right only for who may write or publish it.',
  },
  testHistory: {
    ...extension,
    rule: 'test.show',
    summary: 'Who took which step with a test, the newest first.',
  },
  testCreate: {
    ...extension,
    rule: 'test.add',
    body: body(),
    maxBytes: TEST_BYTES,
    summary: 'Opens a draft; it may be incomplete.',
  },
  testUpdate: {
    ...extension,
    rule: 'test.add|test.edit',
    body: body(),
    maxBytes: TEST_BYTES,
    event: event('test.update'),
    summary: 'Changes a draft whole: the own one with `add`, anybody’s with `edit`.',
  },
  testPublish: {
    ...extension,
    rule: 'test.confirm',
    event: event('test.publish'),
    summary: 'Publishes a complete draft: its audience takes it from its time on, and it changes no more.',
  },
  testClose: {
    ...extension,
    rule: 'test.confirm',
    event: event('test.close'),
    summary: 'Ends a published test now: nobody begins it any more, who is sitting finishes.',
  },
  testDrop: {
    ...extension,
    rule: 'test.add|test.edit',
    event: event('test.drop'),
    summary: 'Puts a draft aside that will not be published.',
  },
  testCopy: {
    ...extension,
    rule: 'test.add',
    summary: 'A new draft with the questions and the audience of a test: how a published one is corrected.',
  },
  testChoices: {
    ...extension,
    rule: 'test.show|test_result.show',
    summary: 'Positions and organizations that a test can be given to, and tests that have results, whole.',
  },
});
