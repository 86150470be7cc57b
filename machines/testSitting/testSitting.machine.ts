/**
 * One person's dealing with one test, sitting after sitting, until it is passed or no try is left.
 *
 * A lifecycle run by the server: no actors, no timers. The deadline of a sitting is data; when it has passed the server
 * itself sends `time.isUp` and grades what was saved. Who passed has nothing left to try; who has spent every try may be
 * given one more.
 *
 * For: whoever takes a test. See docs/workflows/testSitting.md; spec 4 "Tests", decisions 11–15.
 */
import { assign, setup } from 'xstate';

export interface TestSittingContext {
  triesLeft: number;
}

export type TestSittingEvent =
  | { type: 'test.start' }
  | { type: 'answer.save' }
  /** Graded by the server before it is sent. */
  | { type: 'test.submit'; passed: boolean }
  | { type: 'time.isUp'; passed: boolean }
  | { type: 'attempt.give' };

export type TestSittingState = 'ready' | 'answering' | 'passed' | 'spent';

const passes = ({ event }: { event: TestSittingEvent }): boolean => 'passed' in event && event.passed;

export const testSittingMachine = setup({
  types: {
    context: {} as TestSittingContext,
    events: {} as TestSittingEvent,
    input: {} as Partial<TestSittingContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    passes,
    isLast: ({ context }) => context.triesLeft <= 1,
  },
  actions: {
    takeTry: assign({ triesLeft: ({ context }) => context.triesLeft - 1 }),
    leaveNone: assign({ triesLeft: 0 }),
    giveOne: assign({ triesLeft: 1 }),
    /** The event is taken; the state stays. */
    record: () => {},
  },
}).createMachine({
  id: 'testSitting',
  description: 'One person’s dealing with one test, sitting after sitting.',
  context: ({ input }) => ({ triesLeft: 1, ...input }),
  initial: 'ready',
  states: {
    ready: {
      description: 'Nothing runs; the person may begin a sitting.',
      meta: { look: 'new', requirement: '4-tests' },
      on: { 'test.start': 'answering' },
    },
    answering: {
      description: 'The minutes of a sitting run; answers are saved.',
      meta: { look: 'work', requirement: 'decision-15' },
      on: {
        'answer.save': { actions: 'record' },
        'test.submit': [
          { guard: 'passes', target: 'passed', actions: 'leaveNone' },
          { guard: 'isLast', target: 'spent', actions: 'takeTry' },
          { target: 'ready', actions: 'takeTry' },
        ],
        'time.isUp': [
          { guard: 'passes', target: 'passed', actions: 'leaveNone' },
          { guard: 'isLast', target: 'spent', actions: 'takeTry' },
          { target: 'ready', actions: 'takeTry' },
        ],
      },
    },
    passed: {
      description: 'Enough was right; nothing is left to try.',
      type: 'final',
      meta: { look: 'done', requirement: '4-tests' },
    },
    spent: {
      description: 'The last try was not enough.',
      meta: { look: 'bad', requirement: '4-tests' },
      on: { 'attempt.give': { target: 'ready', actions: 'giveOne' } },
    },
  },
});
