/**
 * The reminder of a test: the header counts down to the end of two hours after the newest update of its results; at
 * zero a dialog asks to go to the test or to put it off. On the first try putting it off ends the session.
 *
 * All tests that were ever hourly here are counted, the nearest zero is shown: each is asked about at its own, and after
 * an answer the next one's turn comes.
 *
 * The server's time rules: what is left is counted by it, and it is asked again after a sleep and at zero, so that a
 * wrong clock of this computer neither hurries nor delays. Of all tabs one shows the dialog, the one that is looked at;
 * what is answered there is answered everywhere.
 *
 * For: everybody who takes tests. See docs/workflows/testReminder.md; spec 4 "Test reminder", 9, decisions 3, 11–14.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { type Failure, failureOf } from '../../contract/failure.ts';
import type { Reminder } from '../../contract/reminder.ts';

/** The server's answer, and when it came here. Times are milliseconds since 1970. */
export interface Reading {
  /** The nearest zero first. */
  reminders: Reminder[];
  /** The attempts that it was asked about. */
  asked: number[];
  /** The server's time. */
  now: number;
  /** This computer's time when the answer came. */
  at: number;
}

export interface ReminderContext {
  /** All that is counted, the nearest zero first: that one is shown and asked about. */
  reminders: readonly Reminder[];
  /** The server's time less this computer's. */
  ahead: number;
  /** This computer's time when it was looked at last. */
  at: number;
  /** Why putting it off did not succeed. */
  failure: Failure | null;
}

export type ReminderEvent =
  /** The page has read which tests are hourly now. */
  | { type: 'tests.read'; attemptIds: readonly number[] }
  | { type: 'clock.ticked'; at: number }
  /** The tab is looked at again, perhaps after a sleep. */
  | { type: 'clock.woke' }
  | { type: 'turn.came' }
  | { type: 'turn.gone' }
  | { type: 'test.go' }
  | { type: 'test.skip' }
  /** The person answered in another tab. */
  | { type: 'answer.elsewhere'; attemptIds: readonly number[] };

/** What cannot be read is asked for again after so long, in milliseconds. */
export const READ_AGAIN = 60_000;

const given = (name: string) => () => {
  throw new Error(`testReminder: ${name} is not provided`);
};

type Counted = Pick<ReminderContext, 'reminders' | 'ahead' | 'at'>;

/** Milliseconds until the nearest zero, by the server's time; null while nothing is counted. */
export const leftOf = ({ reminders: [nearest], ahead, at }: Counted): number | null =>
  nearest === undefined ? null : Math.max(0, Date.parse(nearest.remind_at) - (at + ahead));

const readingIn = (event: unknown): Reading => (event as { output: Reading }).output;
const readAs = ({ reminders, now, at }: Reading): Counted => ({ reminders, ahead: now - at, at });
const nearestOf = ({ context }: { context: ReminderContext }) => ({ attemptId: context.reminders[0]?.attempt_id ?? 0 });

const without = ({ reminders }: ReminderContext, attemptIds: readonly (number | undefined)[]) =>
  reminders.filter((one) => !attemptIds.includes(one.attempt_id));

const askedAndCounted = ({ event }: { event: unknown }) => {
  const { asked, reminders } = readingIn(event);
  return { asked, counted: reminders.map((one) => one.attempt_id) };
};

export const testReminderMachine = setup({
  types: {
    context: {} as ReminderContext,
    events: {} as ReminderEvent,
    tags: {} as 'asking' | 'busy',
    meta: {} as { requirement: string },
  },
  actors: {
    /** Asks about what this browser counts. */
    read: fromPromise<Reading>(given('read')),
    skip: fromPromise<{ message: string }, { attemptId: number }>(given('skip')),
    /** Ticks once a second and when the tab becomes visible again. */
    watchClock: fromCallback<ReminderEvent>(given('watchClock')),
    /** Tells when it is this tab that asks, and when it no longer is. */
    waitForTurn: fromCallback<ReminderEvent, { attemptId: number }>(given('waitForTurn')),
  },
  guards: {
    noReminder: ({ event }) => readingIn(event).reminders.length === 0,
    readAtZero: ({ event }) => leftOf(readAs(readingIn(event))) === 0,
    tickAtZero: ({ context, event }) => event.type === 'clock.ticked' && leftOf({ ...context, at: event.at }) === 0,
    atZero: ({ context }) => leftOf(context) === 0,
    counts: ({ context }) => context.reminders.length > 0,
    /** The attempt has exactly one entry in its results (decision 12). */
    isFirstTry: ({ context }) => context.reminders[0]?.first_try === true,
    /** What was answered elsewhere is counted here. */
    isCounted: ({ context, event }) =>
      event.type === 'answer.elsewhere' && without(context, event.attemptIds).length < context.reminders.length,
  },
  actions: {
    takeReading: assign(({ event }) => readAs(readingIn(event))),
    takeTick: assign(({ event }) => (event.type === 'clock.ticked' ? { at: event.at } : {})),
    takeFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    forgetAnswered: assign(({ context, event }) => ({
      reminders: without(
        context,
        event.type === 'answer.elsewhere' ? event.attemptIds : [context.reminders[0]?.attempt_id],
      ),
      failure: null,
    })),
    // Effects of the app
    /** Counted from now on: by its zero a test is hourly no more (decision 11). */
    keepHourly: (_, _params: { attemptIds: readonly number[] }) => given('keepHourly')(),
    /** What the server counts, kept over a reload; what it no longer counts is dropped. */
    keepCounted: (_, _params: { asked: number[]; counted: number[] }) => given('keepCounted')(),
    /** Answered: for the other tabs too. */
    dropAttempt: given('dropAttempt'),
    goToTest: (_, _params: { attemptId: number }) => given('goToTest')(),
    notifySkipped: (_, _params: { message: string }) => given('notifySkipped')(),
    endSession: given('endSession'),
  },
  delays: { readAgain: READ_AGAIN },
}).createMachine({
  id: 'testReminder',
  description: 'Counts down to the end of a test’s two hours and asks, at zero, to take it or to put it off.',
  context: { reminders: [], ahead: 0, at: 0, failure: null },
  on: {
    'tests.read': {
      description: 'What is counted may have changed.',
      target: '.reading',
      actions: { type: 'keepHourly', params: ({ event }) => event },
    },
    'answer.elsewhere': {
      description: 'What is answered in one tab is answered in all; the next test’s turn comes.',
      guard: 'isCounted',
      target: '.reading',
      actions: 'forgetAnswered',
    },
  },
  initial: 'reading',
  states: {
    reading: {
      description: 'The server is asked when the two hours end, and for the time.',
      meta: { requirement: '4-test-reminder' },
      invoke: {
        id: 'read',
        src: 'read',
        onDone: [
          {
            guard: 'noReminder',
            target: 'resting',
            actions: ['takeReading', { type: 'keepCounted', params: askedAndCounted }],
          },
          {
            guard: 'readAtZero',
            target: 'due',
            actions: ['takeReading', { type: 'keepCounted', params: askedAndCounted }],
          },
          { target: 'counting', actions: ['takeReading', { type: 'keepCounted', params: askedAndCounted }] },
        ],
        onError: [
          {
            description: 'Who has no network is reminded all the same.',
            guard: 'atZero',
            target: 'due',
          },
          { guard: 'counts', target: 'counting' },
          { target: 'unread' },
        ],
      },
    },
    unread: {
      description: 'The server did not answer; it is asked again in a minute.',
      meta: { requirement: '4-test-reminder' },
      after: { readAgain: 'reading' },
    },
    resting: {
      description: 'There is nothing to remind of.',
      meta: { requirement: '4-test-reminder' },
    },
    counting: {
      description: 'The header shows how long it is until zero.',
      meta: { requirement: '4-test-reminder' },
      invoke: { id: 'watchClock', src: 'watchClock' },
      on: {
        'clock.ticked': [
          {
            description: 'Zero by this computer’s clock; the server has the last word.',
            guard: 'tickAtZero',
            target: 'reading',
            actions: 'takeTick',
          },
          { actions: 'takeTick' },
        ],
        'clock.woke': 'reading',
      },
    },
    due: {
      description: 'The two hours are over: the person is asked.',
      meta: { requirement: '4-test-reminder' },
      invoke: { id: 'waitForTurn', src: 'waitForTurn', input: nearestOf },
      on: {
        'tests.read': {
          description: 'The question is open; another test is counted, and its turn comes after the answer.',
          actions: { type: 'keepHourly', params: ({ event }) => event },
        },
      },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Another tab asks, or this one is not looked at.',
          meta: { requirement: '4-test-reminder' },
          on: { 'turn.came': 'asking' },
        },
        asking: {
          description: 'The dialog asks here: to the test, or put it off.',
          tags: ['asking'],
          meta: { requirement: '4-test-reminder' },
          on: {
            'turn.gone': 'waiting',
            'test.go': {
              target: '#testReminder.reading',
              actions: ['dropAttempt', { type: 'goToTest', params: nearestOf }, 'forgetAnswered'],
            },
            'test.skip': 'skipping',
          },
        },
        skipping: {
          description: 'The server puts the test off.',
          tags: ['asking', 'busy'],
          meta: { requirement: '4-test-reminder' },
          entry: 'forgetFailure',
          invoke: {
            id: 'skip',
            src: 'skip',
            input: nearestOf,
            onDone: [
              {
                description: 'On the first try putting off ends the session.',
                guard: 'isFirstTry',
                target: '#testReminder.signedOut',
                actions: ['dropAttempt', 'endSession'],
              },
              {
                target: '#testReminder.reading',
                actions: [
                  'dropAttempt',
                  'forgetAnswered',
                  { type: 'notifySkipped', params: ({ event }) => ({ message: event.output.message }) },
                ],
              },
            ],
            onError: { target: 'asking', actions: { type: 'takeFailure', params: ({ event }) => event } },
          },
        },
      },
    },
    signedOut: {
      description: 'The token is gone, the page reloads.',
      type: 'final',
      meta: { requirement: '4-test-reminder' },
    },
  },
});
