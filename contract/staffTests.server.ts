/** What only the server needs of the calls of `staffTests.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id, pageQuery } from './common.ts';
import { serverSide } from './serverSide.ts';
import { ANSWER_MAX, OPTIONS_MAX, QUESTIONS_MAX } from './staffTests.ts';

const own = { rule: 'signedIn' } as const;
const answer = {
  question_id: id(),
  option_ids: z.optional(z.array(id()).check(z.maxLength(OPTIONS_MAX))),
  text: z.optional(z.string().check(z.maxLength(ANSWER_MAX))),
};
const event = (type: string) => ({ machine: 'testSitting', type });

export const staffTestsServer = serverSide({
  myTests: {
    ...own,
    origin: 'specification',
    summary: 'Tests of the person signed in: those that may be taken now and those with results.',
  },
  testSkip: {
    ...own,
    origin: 'specification',
    body: z.object({ attempt_id: id() }),
    summary: 'Puts the reminder off: the last update of the results becomes now; no entry is added, no try is taken.',
  },
  testStart: {
    ...own,
    origin: 'extension',
    body: z.object({ attempt_id: id() }),
    event: event('test.start'),
    who: 'testTaker',
    summary: 'Begins a sitting: from now on its minutes run, and the questions are answered with.',
  },
  testAnswer: {
    ...own,
    origin: 'extension',
    body: z.object({
      attempt_id: id(),
      /** Its number: an answer that comes so late that another sitting is open is refused. */
      sitting: id(),
      ...answer,
      later: z.optional(z.boolean()),
    }),
    event: event('answer.save'),
    who: 'testTaker',
    summary:
      'Saves one answer of the sitting that is named; a later one of the same question takes its place. Of another sitting than the open one: 409 `other_sitting`.',
  },
  testSubmit: {
    ...own,
    origin: 'extension',
    body: z.object({
      attempt_id: id(),
      /** The number of the sitting, always sent by our client; without it the one that is open. */
      sitting: z.optional(id()),
      /** Of what is left out the saved answer counts. */
      answers: z.array(z.object(answer)).check(z.maxLength(QUESTIONS_MAX)),
    }),
    // 200 answers of 500 Cyrillic letters with twelve options each
    maxBytes: 300_000,
    event: event('test.submit'),
    who: 'testTaker',
    summary:
      'Hands the sitting in; the server grades it. Half a minute late is in time: the network took it. Of another sitting than the open one: 409 `other_sitting`.',
  },
  ownResults: {
    ...own,
    origin: 'extension',
    query: z.object({
      ...pageQuery,
      search: z.optional(z.string().check(z.maxLength(100))),
      passed: z.optional(z.enum(['yes', 'no'])),
      sort: z.optional(z.enum(['created_at', '-created_at', 'percent', '-percent'])),
    }),
    summary: 'Results of the person signed in, each hand-in a row.',
  },
});
