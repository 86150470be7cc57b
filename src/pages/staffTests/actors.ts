/** What taking a test does outside its workflow: calls, this browser's disk, the clock. */
import { type ActorRefFrom, fromCallback, fromPromise } from 'xstate';
import { RefusedError } from '../../../contract/refusal.ts';
import { testReminder } from '../../../contract/reminder.ts';
import { type MyTest, myTests, testAnswer, testStart, testSubmit } from '../../../contract/staffTests.ts';
import { answerOf } from '../../../machines/testAttempt/questions.ts';
import {
  type OpenedTest,
  type TestAttemptEvent,
  testAttemptMachine,
} from '../../../machines/testAttempt/testAttempt.machine.ts';
import { newKey, request } from '../../api/client.ts';
import { keyOf, queryClient } from '../../api/queries.ts';
import { orRefused } from '../../api/refusal.ts';
import { isLookedAt, onLooked } from '../../app/looked.ts';
import { networkNow, onNetwork } from '../../app/network.ts';
import { say } from '../../i18n/index.ts';
import { forgetAnswers, keepAnswers, keptAnswers } from './kept.ts';

/** How often the watch looks: a laptop that slept notices that the minutes are up so soon after waking. */
const LOOK_MS = 500;

/** The monotonic clock stops while a laptop sleeps, the date does not: a larger difference between them was a sleep. */
const JUMPED = 2_000;
const clocksApart = () => Date.now() - performance.now();

/** Milliseconds left of a sitting, by the server's clock. @param ahead server's time minus `performance.now()`. */
export const leftOf = (endsAt: string, ahead: number): number => Date.parse(endsAt) - (ahead + performance.now());

/** The workflow of one person at one test. */
export function testAttempt(userId: number) {
  const opened = (test: MyTest, now: string): OpenedTest => ({
    test,
    ahead: Date.parse(now) - performance.now(),
    kept: test.sitting === null ? [] : keptAnswers(userId, test.attempt_id, test.sitting.number),
    // each graded sitting is one of the results, in their order
    lost: keptAnswers(userId, test.attempt_id, test.test_results.length).length,
  });
  return testAttemptMachine.provide({
    actors: {
      open: fromPromise(({ input: { attemptId }, signal }) =>
        orRefused(async () => {
          const answer = await request(myTests, { signal });
          const { data, meta } = answer;
          // the list beside it is of the same moment
          queryClient.setQueryData(keyOf(myTests), answer);
          const test = data.find((one) => one.attempt_id === attemptId);
          if (test) return opened(test, meta.now);
          throw new RefusedError({
            kind: 'refused',
            message: say('tests:gone'),
            code: 'not_found',
            requestId: '',
            errors: {},
            lines: [],
            current: null,
          });
        }),
      ),
      start: fromPromise(({ input: { attemptId, key }, signal }) =>
        orRefused(async () => {
          const { data, meta } = await request(testStart, { body: { attempt_id: attemptId }, key, signal });
          return opened(data, meta.now);
        }),
      ),
      save: fromPromise(({ input: { attemptId, sitting, answer }, signal }) =>
        orRefused(async () => {
          if (answer) await request(testAnswer, { body: { attempt_id: attemptId, sitting, ...answer }, signal });
        }),
      ),
      handIn: fromPromise(({ input: { attemptId, sitting, answers, key }, signal }) =>
        orRefused(async () => {
          const { data, meta } = await request(testSubmit, {
            body: {
              attempt_id: attemptId,
              sitting,
              answers: answers.map(({ question_id, option_ids, text }) => ({ question_id, option_ids, text })),
            },
            key,
            signal,
          });
          // what this browser had was handed in with it
          return { ...opened(data, meta.now), lost: 0 };
        }),
      ),
      askTime: fromPromise(({ signal }) =>
        orRefused(async () => {
          const { meta } = await request(testReminder, { signal });
          return Date.parse(meta.now) - performance.now();
        }),
      ),
      watch: fromCallback<TestAttemptEvent, { endsAt: string; ahead: number }>(({ input, sendBack }) => {
        const apart = clocksApart();
        const timer = setInterval(() => {
          if (leftOf(input.endsAt, input.ahead) <= 0) {
            clearInterval(timer);
            sendBack({ type: 'time.isUp', key: newKey() });
          } else if (Math.abs(clocksApart() - apart) > JUMPED) {
            sendBack({ type: 'clock.jumped' });
          }
        }, LOOK_MS);
        const stop = onNetwork(() => {
          if (networkNow().reachable) sendBack({ type: 'network.back' });
        });
        const look = () => {
          if (isLookedAt()) sendBack({ type: 'page.looked' });
        };
        const stopLooking = onLooked(look);
        return () => {
          clearInterval(timer);
          stop();
          stopLooking();
        };
      }),
    },
    actions: {
      keepHere: (_, { context: { attemptId, test, questions, unsent } }) =>
        keepAnswers(
          userId,
          attemptId,
          test?.sitting?.number ?? 0,
          questions.filter(({ id }) => unsent.includes(id)).map(answerOf),
        ),
      forgetHere: (_, { attemptId, graded }) => forgetAnswers(userId, attemptId, graded),
    },
  });
}

export type AttemptActor = ActorRefFrom<ReturnType<typeof testAttempt>>;
