import type { AnyMachineSnapshot } from 'xstate';
import { RefusedError } from '../../contract/refusal.ts';
import type { MyTest } from '../../contract/staffTests.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type OpenedTest,
  type TestAttemptContext,
  type TestAttemptEvent,
  testAttemptMachine,
} from './testAttempt.machine.ts';

/** The server's clock was found so far ahead after a jump, in milliseconds. */
export const AHEAD = 240_000;
const AT = '2026-11-21T05:00:00.000Z';

const base: MyTest = {
  attempt_id: 7,
  start: AT,
  end: null,
  title: 'Nasiya',
  description: '',
  duration: 10,
  pass_percent: 60,
  added_user: { id: 1, fullname: 'Gulnora' },
  test_results: [],
  questions: [],
  question_count: 2,
  tries_left: 2,
  sitting: null,
};

const questions: MyTest['questions'] = [
  {
    id: 1,
    type: 'multi',
    title: 'Bir nechtasi',
    options: [
      { id: 11, title: 'A', is_correct: false },
      { id: 12, title: 'B', is_correct: false },
    ],
  },
  { id: 2, type: 'text', title: 'Soʻz', options: [] },
];

const sitting = { number: 1, started_at: AT, ends_at: '2026-11-21T05:10:00.000Z', answers: [] };
const graded = (left: number): MyTest => ({
  ...base,
  tries_left: left,
  test_results: [{ created_at: AT, updated_at: AT, try: left, percent: 50, passed: left === 0, handed_in: true }],
});

const opened = (test: MyTest, kept: OpenedTest['kept'] = [], lost = 0): OpenedTest => ({ test, ahead: 0, kept, lost });
const open = (name: string, actor: string, output: OpenedTest): EventCase => ({
  name,
  event: { type: `xstate.done.actor.${actor}`, output },
});

const refusal = { message: 'x', code: 'not_allowed_now', requestId: 'r-1', errors: {}, lines: [], current: null };
const refused = new RefusedError({ kind: 'refused', ...refusal });
const noAnswer = new RefusedError({ kind: 'failed', ...refusal });
const fails = (name: string, actor: string, error: unknown): EventCase => ({
  name,
  event: { type: `xstate.error.actor.${actor}`, error },
});
const one = (name: string, event: TestAttemptEvent): EventCase => ({ name, event });

/** The leaf whose actor answers, by the actor. */
const RUNS: Readonly<Record<string, string>> = {
  open: '"opening"',
  start: '"starting"',
  save: '"sending"',
  askTime: '"checking"',
  handIn: '"handingIn"',
  compare: '"comparing"',
};

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as TestAttemptContext;

export const testAttemptModel: WorkflowModel = {
  machine: testAttemptMachine,
  pageEvents: ['time.isUp', 'page.looked', 'network.back', 'clock.jumped'],
  beginnings: [{ name: 'a test', input: { attemptId: 7 } }],
  cases: [
    open('a new test is read', 'open', opened(base)),
    open('a sitting is read that goes on', 'open', opened({ ...base, sitting, questions })),
    open(
      'a sitting is read, and an answer that only this browser has',
      'open',
      opened({ ...base, sitting, questions }, [{ question_id: 2, option_ids: [], text: 'oʻn besh', later: false }]),
    ),
    open('a test is read that is over', 'open', opened(graded(0))),
    open('a test is read with a result and a try left', 'open', opened(graded(1))),
    open('a result is read, and an answer that came too late', 'open', opened(graded(1), [], 1)),
    fails('the test cannot be read', 'open', noAnswer),
    one('reads it again', { type: 'test.open' }),
    one('begins', { type: 'test.start', key: 'k-1' }),
    open('the sitting begins', 'start', opened({ ...base, sitting, questions })),
    fails('the beginning gets no answer', 'start', noAnswer),
    fails('it was begun elsewhere', 'start', refused),
    one('chooses an option', { type: 'option.choose', questionId: 1, optionId: 11 }),
    one('writes words', { type: 'text.type', questionId: 2, text: 'oʻn besh' }),
    one('marks a question for later', { type: 'later.turn', questionId: 1 }),
    one('goes to another question', { type: 'question.go', index: 1 }),
    { name: 'the answer is saved', event: { type: 'xstate.done.actor.save', output: undefined } },
    fails('the answer gets no answer', 'save', noAnswer),
    fails('the sitting ended elsewhere', 'save', refused),
    { name: 'it is sent again', event: { type: 'xstate.after.saveRetry.testAttempt.answering.saving.waiting' } },
    one('the network is back', { type: 'network.back' }),
    one('looks at the page again', { type: 'page.looked' }),
    open(
      'another window has answered',
      'compare',
      opened({
        ...base,
        questions,
        sitting: { ...sitting, answers: [{ question_id: 1, option_ids: [12], text: '', later: false }] },
      }),
    ),
    open('it was handed in elsewhere meanwhile', 'compare', opened(graded(1))),
    fails('the other answers cannot be read', 'compare', noAnswer),
    one('the clock jumps', { type: 'clock.jumped' }),
    { name: 'the server says the time', event: { type: 'xstate.done.actor.askTime', output: AHEAD } },
    fails('the server does not say the time', 'askTime', noAnswer),
    { name: 'it is asked again', event: { type: 'xstate.after.timeRetry.testAttempt.answering.timing.unanswered' } },
    one('wants to hand in', { type: 'handIn.ask' }),
    one('goes on answering', { type: 'handIn.dismiss' }),
    one('hands in', { type: 'handIn.confirm', key: 'k-2' }),
    one('the minutes are up', { type: 'time.isUp', key: 'k-3' }),
    open('it was not enough', 'handIn', opened(graded(1))),
    open('it was enough', 'handIn', opened(graded(0))),
    fails('handing in gets no answer', 'handIn', noAnswer),
    fails('it was handed in elsewhere', 'handIn', refused),
    { name: 'it is handed in again', event: { type: 'xstate.after.handInRetry.testAttempt.notHandedIn' } },
    one('hands in again', { type: 'handIn.retry' }),
  ],
  serialize(snapshot) {
    const { test, unsent, index } = contextOf(snapshot);
    return `${JSON.stringify(snapshot.value)} tries ${test?.tries_left ?? '-'} unsent ${unsent.length} at ${index}`;
  },
  within(snapshot, event) {
    const value = JSON.stringify(snapshot.value);
    const actor = /^xstate\.(?:done|error)\.actor\.(\w+)$/.exec(event.type)?.[1];
    if (actor !== undefined && !value.includes(RUNS[actor] ?? '')) return false;
    // What this browser kept it still has when the test is read again.
    if (event.type === 'xstate.done.actor.open') {
      const { test, kept } = (event as unknown as { output: OpenedTest }).output;
      // a sitting that was open and is not any more has its result
      if (contextOf(snapshot).test?.sitting && test.sitting === null && test.test_results.length === 0) return false;
      return test.sitting === null || kept.length > 0 === contextOf(snapshot).unsent.length > 0;
    }
    // The question is shown whatever the regions do.
    if (value.includes('"asking"') && actor === undefined) return /^handIn\.|^time/.test(event.type);
    // What is on the screen is what is answered.
    const { questions, index } = contextOf(snapshot);
    if ('questionId' in event && event.questionId !== questions[index]?.id) return false;
    // One answer in flight is enough: a second one adds no new state.
    if (['option.choose', 'text.type', 'later.turn'].includes(event.type)) return value.includes('"saved"');
    // Another window is asked about beside nothing else.
    if (event.type === 'page.looked')
      return value.includes('"saved"') && value.includes('"sure"') && !value.includes('"asking"');
    if (value.includes('"comparing"')) return actor === 'compare';
    // The time is asked for while the rest goes on: once, and beside nothing else, is enough.
    if (event.type === 'clock.jumped') return value.includes('"saved"') && value.includes('"sure"');
    if (/"(?:checking|unanswered)"/.test(value)) return actor === 'askTime' || /timeRetry|^network/.test(event.type);
    return true;
  },
};
