/**
 * Taking a test: from its introduction to its result, without losing an answer.
 *
 * While answering three regions do not wait for one another: answers are sent to the server one by one (`saving`; a
 * network that is gone only makes it wait), the person answers and is asked before handing in (`talking`), and after a
 * sleep of the computer, or when its clock was set, the server is asked what time it is (`timing`). Each
 * answer is on the disk of this browser before it is sent, so a reload or a power cut loses none. When the minutes are
 * up by the server's clock the test is handed in as it is. A sitting that ended elsewhere, or without the network,
 * shows its result and what was not graded; what another window answers is shown here once this one is looked at.
 *
 * For: whoever takes a test. See docs/workflows/testAttempt.md; spec 4 "Tests", decisions 11–15.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { type Refusal, refusalIn } from '../../contract/refusal.ts';
import type { MyTest, SavedAnswer } from '../../contract/staffTests.ts';
import { type AskedQuestion, answerOf, asked, choose, withAnswer } from './questions.ts';

export interface OpenedTest {
  test: MyTest;
  /** The server's time minus this page's monotonic clock, milliseconds: the browser's date may be wrong. */
  ahead: number;
  /** Answers of this sitting on the disk of this browser that the server may not have. */
  kept: SavedAnswer[];
  /** Answers on that disk whose sitting was graded without them: they came too late. */
  lost: number;
}

export interface TestAttemptContext {
  attemptId: number;
  test: MyTest | null;
  ahead: number;
  questions: AskedQuestion[];
  /** Which question is shown, from 0. */
  index: number;
  /** Questions whose answer is not on the server yet, the longest waiting first. */
  unsent: number[];
  /** The answer that is being sent. */
  sent: SavedAnswer | null;
  refusal: Refusal | null;
  /** A sitting that was not handed in here is over, and so many of its answers were not graded. */
  ended: { lost: number } | null;
  /** Idempotency key of beginning or handing in: the same on a repetition. */
  key: string;
  /** The minutes ran out here, and what was answered is handed in by itself. */
  timeUp: boolean;
}

export type TestAttemptEvent =
  | { type: 'test.open' }
  | { type: 'test.start'; key: string }
  | { type: 'option.choose'; questionId: number; optionId: number }
  | { type: 'text.type'; questionId: number; text: string }
  | { type: 'later.turn'; questionId: number }
  | { type: 'question.go'; index: number }
  | { type: 'network.back' }
  /** The page is looked at again: another window may have answered meanwhile. */
  | { type: 'page.looked' }
  /** The computer slept, or its clock was set: its own counting is not to be trusted. */
  | { type: 'clock.jumped' }
  | { type: 'time.isUp'; key: string }
  | { type: 'handIn.ask' }
  | { type: 'handIn.dismiss' }
  | { type: 'handIn.confirm'; key: string }
  | { type: 'handIn.retry' };

export interface AttemptInput {
  attemptId: number;
}

export interface CommandInput extends AttemptInput {
  key: string;
}

/** What belongs to the sitting that is named, and to no later one. */
export interface SittingInput extends AttemptInput {
  sitting: number;
}

const given = (name: string) => () => {
  throw new Error(`testAttempt: ${name} is given by the app`);
};

const outputOf = (event: unknown): OpenedTest => (event as { output: OpenedTest }).output;
const isRefused = (event: unknown): boolean => refusalIn(event).kind !== 'failed';

const questionsOf = ({ test, kept }: OpenedTest): AskedQuestion[] =>
  asked(test.questions).map((question) => {
    const ofQuestion = ({ question_id }: SavedAnswer) => question_id === question.id;
    const answer = kept.find(ofQuestion) ?? test.sitting?.answers.find(ofQuestion);
    return answer ? withAnswer(question, answer) : question;
  });

/** The question with this id, changed. */
const changed = (
  { questions, unsent }: TestAttemptContext,
  id: number,
  change: (question: AskedQuestion) => AskedQuestion,
) => ({
  questions: questions.map((question) => (question.id === id ? change(question) : question)),
  unsent: [...unsent.filter((one) => one !== id), id],
});

const sittingOf = ({ attemptId, test }: TestAttemptContext): SittingInput => ({
  attemptId,
  sitting: test?.sitting?.number ?? 0,
});

const same = (one: SavedAnswer, other: SavedAnswer): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Restarted in each state of `timing`, from the time that the server answered last. */
const watchOf = ({ context: { test, ahead } }: { context: TestAttemptContext }) => ({
  endsAt: test?.sitting?.ends_at ?? '',
  ahead,
});

/** Each graded sitting is one of the results, in their order. */
const gradedIn = ({ context: { attemptId, test } }: { context: TestAttemptContext }) => ({
  attemptId,
  graded: test?.test_results.length ?? 0,
});

export const testAttemptMachine = setup({
  types: {
    context: {} as TestAttemptContext,
    events: {} as TestAttemptEvent,
    input: {} as AttemptInput,
    tags: {} as 'busy' | 'answering' | 'unsaved' | 'unsure' | 'asking',
    meta: {} as { requirement: string },
  },
  actors: {
    open: fromPromise<OpenedTest, AttemptInput>(given('open')),
    start: fromPromise<OpenedTest, CommandInput>(given('start')),
    save: fromPromise<void, SittingInput & { answer: SavedAnswer | null }>(given('save')),
    handIn: fromPromise<OpenedTest, SittingInput & CommandInput & { answers: SavedAnswer[] }>(given('handIn')),
    /** What the server's clock is ahead of this page's now. */
    askTime: fromPromise<number>(given('askTime')),
    /** Tells when the minutes are up, when the clock has jumped and when the network is back. */
    watch: fromCallback<TestAttemptEvent, { endsAt: string; ahead: number }>(given('watch')),
  },
  guards: {
    isSitting: ({ event }) => outputOf(event).test.sitting !== null,
    hasTries: ({ event }) => outputOf(event).test.tries_left > 0,
    /** The sitting that was open here has its result, or one has left answers behind: shown, not asked about. */
    endedAway: ({ context, event }) => {
      const { test, lost } = outputOf(event);
      const sitting = context.test?.sitting?.number;
      return lost > 0 || (sitting !== undefined && test.test_results.length >= sitting);
    },
    isSameSitting: ({ context, event }) => outputOf(event).test.sitting?.number === context.test?.sitting?.number,
    mayTryAgain: ({ context }) => (context.test?.tries_left ?? 0) > 0,
    hasUnsent: ({ context }) => context.unsent.length > 0,
    wasRefused: ({ event }) => isRefused(event),
  },
  actions: {
    takeTest: assign(({ event }) => {
      const opened = outputOf(event);
      return {
        test: opened.test,
        ahead: opened.ahead,
        questions: questionsOf(opened),
        unsent: opened.kept
          .map((answer) => answer.question_id)
          .filter((id) => opened.test.questions.some((question) => question.id === id)),
        sent: null,
        index: 0,
      };
    }),
    takeEnd: assign(({ event }) => ({ ended: { lost: outputOf(event).lost } })),
    forgetEnd: assign({ ended: null }),
    /** What another window has answered; what is not on the server yet is newer here. */
    takeAnswers: assign(({ context: { questions, unsent }, event }) => {
      const there = questionsOf({ ...outputOf(event), kept: [] });
      return {
        questions: questions.map((question) =>
          unsent.includes(question.id) ? question : (there.find(({ id }) => id === question.id) ?? question),
        ),
      };
    }),
    takeTime: assign({ ahead: (_, { ahead }: { ahead: number }) => ahead }),
    takeKey: assign(({ event }) => ('key' in event ? { key: event.key, timeUp: event.type === 'time.isUp' } : {})),
    takeRefusal: assign({ refusal: ({ event }) => refusalIn(event) }),
    forgetRefusal: assign({ refusal: null }),
    chooseOption: assign(({ context, event }) =>
      event.type === 'option.choose'
        ? changed(context, event.questionId, (question) => choose(question, event.optionId))
        : {},
    ),
    typeText: assign(({ context, event }) =>
      event.type === 'text.type'
        ? changed(context, event.questionId, (question) => ({ ...question, text: event.text }))
        : {},
    ),
    turnLater: assign(({ context, event }) =>
      event.type === 'later.turn'
        ? changed(context, event.questionId, (question) => ({ ...question, later: !question.later }))
        : {},
    ),
    goTo: assign(({ context, event }) =>
      event.type === 'question.go'
        ? { index: Math.min(Math.max(0, event.index), Math.max(0, context.questions.length - 1)) }
        : {},
    ),
    takeNext: assign(({ context }) => {
      const question = context.questions.find(({ id }) => id === context.unsent[0]);
      return { sent: question ? answerOf(question) : null };
    }),
    /** What was changed while it was being sent is sent again. */
    markSent: assign(({ context: { questions, unsent, sent } }) => {
      const now = questions.find(({ id }) => id === sent?.question_id);
      const settled = sent !== null && now !== undefined && same(answerOf(now), sent);
      return { unsent: settled ? unsent.filter((id) => id !== sent.question_id) : unsent, sent: null };
    }),
    /** The answers that are not on the server, to the disk of this browser; given by the app. */
    keepHere: (_, __: { context: TestAttemptContext }) => given('keepHere')(),
    /** Answers of sittings that are graded are not needed here any more; given by the app. */
    forgetHere: (_, __: { attemptId: number; graded: number }) => given('forgetHere')(),
  },
  delays: { saveRetry: 3_000, timeRetry: 3_000, handInRetry: 5_000 },
}).createMachine({
  id: 'testAttempt',
  description: 'Taking a test, from its introduction to its result.',
  context: ({ input }) => ({
    attemptId: input.attemptId,
    test: null,
    ahead: 0,
    questions: [],
    index: 0,
    unsent: [],
    sent: null,
    refusal: null,
    ended: null,
    key: '',
    timeUp: false,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The test is read from the server, and from this browser what the server may not have.',
      tags: ['busy'],
      meta: { requirement: '4-tests' },
      invoke: {
        id: 'open',
        src: 'open',
        input: ({ context }) => ({ attemptId: context.attemptId }),
        onDone: [
          { guard: 'isSitting', target: 'answering', actions: ['takeTest', { type: 'forgetHere', params: gradedIn }] },
          {
            guard: 'endedAway',
            target: 'result',
            actions: ['takeEnd', 'takeTest', { type: 'forgetHere', params: gradedIn }],
          },
          { guard: 'hasTries', target: 'intro', actions: ['takeTest', { type: 'forgetHere', params: gradedIn }] },
          { target: 'result', actions: ['takeTest', { type: 'forgetHere', params: gradedIn }] },
        ],
        onError: { target: 'failed', actions: 'takeRefusal' },
      },
    },
    failed: {
      description: 'The test could not be read.',
      meta: { requirement: '4-tests' },
      on: { 'test.open': { target: 'opening', actions: 'forgetRefusal' } },
    },
    intro: {
      description: 'What the test is, how long it takes and how many tries are left; nothing runs yet.',
      meta: { requirement: '4-tests' },
      on: { 'test.start': { target: 'starting', actions: 'takeKey' } },
    },
    starting: {
      description: 'The server begins the sitting.',
      tags: ['busy'],
      meta: { requirement: 'decision-15' },
      entry: ['forgetRefusal', 'forgetEnd'],
      invoke: {
        id: 'start',
        src: 'start',
        input: ({ context }) => ({ attemptId: context.attemptId, key: context.key }),
        onDone: { target: 'answering', actions: 'takeTest' },
        onError: [
          {
            guard: 'wasRefused',
            description: 'It was begun or ended elsewhere meanwhile.',
            target: 'opening',
            actions: 'takeRefusal',
          },
          { target: 'intro', actions: 'takeRefusal' },
        ],
      },
    },
    answering: {
      description: 'The minutes run; the person answers.',
      tags: ['answering'],
      meta: { requirement: 'decision-15' },
      type: 'parallel',
      on: {
        'time.isUp': {
          description: 'The answers so far are handed in.',
          target: 'handingIn',
          actions: 'takeKey',
        },
        'question.go': { actions: 'goTo' },
        'option.choose': {
          actions: ['chooseOption', { type: 'keepHere', params: ({ context }) => ({ context }) }],
        },
        'text.type': { actions: ['typeText', { type: 'keepHere', params: ({ context }) => ({ context }) }] },
        'later.turn': { actions: ['turnLater', { type: 'keepHere', params: ({ context }) => ({ context }) }] },
      },
      states: {
        saving: {
          description: 'What is not on the server yet.',
          initial: 'saved',
          states: {
            saved: {
              description: 'Every answer is on the server.',
              meta: { requirement: 'decision-15' },
              always: { guard: 'hasUnsent', target: 'sending' },
              on: { 'page.looked': 'comparing' },
            },
            comparing: {
              description: 'The page is looked at again: what another window has answered is shown here too.',
              meta: { requirement: 'decision-15' },
              invoke: {
                id: 'compare',
                src: 'open',
                input: ({ context }) => ({ attemptId: context.attemptId }),
                onDone: [
                  { guard: 'isSameSitting', target: 'saved', actions: 'takeAnswers' },
                  { description: 'The sitting ended elsewhere.', target: '#testAttempt.opening' },
                ],
                onError: 'saved',
              },
            },
            sending: {
              description: 'The answer that waits longest is being sent.',
              tags: ['unsaved'],
              meta: { requirement: 'decision-15' },
              entry: 'takeNext',
              invoke: {
                id: 'save',
                src: 'save',
                input: ({ context }) => ({ ...sittingOf(context), answer: context.sent }),
                onDone: {
                  target: 'saved',
                  actions: ['markSent', { type: 'keepHere', params: ({ context }) => ({ context }) }],
                },
                onError: [
                  {
                    guard: 'wasRefused',
                    description: 'The sitting ended elsewhere: what became of it is read.',
                    target: '#testAttempt.opening',
                    actions: 'takeRefusal',
                  },
                  { target: 'waiting' },
                ],
              },
            },
            waiting: {
              description: 'The server did not answer; the answers are safe here and are sent again.',
              tags: ['unsaved'],
              meta: { requirement: 'decision-15' },
              after: { saveRetry: 'sending' },
              on: { 'network.back': 'sending' },
            },
          },
        },
        timing: {
          description: 'Whether the minutes that are left are counted right.',
          initial: 'sure',
          on: { 'clock.jumped': '.checking' },
          states: {
            sure: {
              description: 'The page counts from the server’s time.',
              meta: { requirement: 'decision-15' },
              invoke: { id: 'watch', src: 'watch', input: watchOf },
            },
            checking: {
              description: 'The computer slept or its clock was set: the server is asked for the time.',
              tags: ['unsure'],
              meta: { requirement: 'decision-15' },
              invoke: [
                { id: 'watch', src: 'watch', input: watchOf },
                {
                  id: 'askTime',
                  src: 'askTime',
                  onDone: {
                    target: 'sure',
                    actions: { type: 'takeTime', params: ({ event }) => ({ ahead: event.output }) },
                  },
                  onError: 'unanswered',
                },
              ],
            },
            unanswered: {
              description: 'The server did not answer; it is asked again, and the page counts on by its own clock.',
              tags: ['unsure'],
              meta: { requirement: 'decision-15' },
              invoke: { id: 'watch', src: 'watch', input: watchOf },
              after: { timeRetry: 'checking' },
              on: { 'network.back': 'checking' },
            },
          },
        },
        talking: {
          description: 'What the person is asked.',
          initial: 'working',
          states: {
            working: {
              description: 'One question is on the screen, all of them in the list beside it.',
              meta: { requirement: '4-tests' },
              on: { 'handIn.ask': 'asking' },
            },
            asking: {
              description: 'Before handing in: how many questions have no answer, and how many are marked.',
              tags: ['asking'],
              meta: { requirement: 'decision-15' },
              on: {
                'handIn.dismiss': 'working',
                'handIn.confirm': { target: '#testAttempt.handingIn', actions: 'takeKey' },
              },
            },
          },
        },
      },
    },
    handingIn: {
      description: 'The answers are with the server, which grades them.',
      tags: ['busy'],
      meta: { requirement: 'decision-15' },
      entry: 'forgetRefusal',
      invoke: {
        id: 'handIn',
        src: 'handIn',
        input: ({ context }) => ({
          ...sittingOf(context),
          key: context.key,
          // the server's answers win: another window may have answered since this one was opened
          answers: context.questions.filter(({ id }) => context.unsent.includes(id)).map(answerOf),
        }),
        onDone: { target: 'result', actions: ['takeTest', { type: 'forgetHere', params: gradedIn }] },
        onError: [
          {
            guard: 'wasRefused',
            description: 'It was handed in elsewhere, or the server closed it when the minutes were up.',
            target: 'opening',
            actions: 'takeRefusal',
          },
          { target: 'notHandedIn', actions: 'takeRefusal' },
        ],
      },
    },
    notHandedIn: {
      description: 'The server did not answer; everything is here, and it is tried again by itself.',
      meta: { requirement: 'decision-15' },
      after: { handInRetry: 'handingIn' },
      on: { 'handIn.retry': 'handingIn' },
    },
    result: {
      description: 'How many were right, whether that is enough, how many tries are left and until when.',
      meta: { requirement: '4-tests' },
      on: { 'test.start': { guard: 'mayTryAgain', target: 'starting', actions: 'takeKey' } },
    },
  },
});
