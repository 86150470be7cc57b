/**
 * The reminder of a test: the header counts down to the end of two hours after the newest update of its results; at
 * zero a dialog asks to go to the test or to put it off. On the first try putting it off ends the session.
 *
 * The server's time rules: what is left is counted by it, and it is asked again after a sleep and at zero, so that a
 * wrong clock of this computer neither hurries nor delays. Of all tabs one shows the dialog, the one that is looked at;
 * what is answered there is answered everywhere.
 *
 * For: everybody who takes tests. See docs/workflows/testReminder.md; spec 4 "Test reminder", 9, decisions 3, 11–14.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { Reminder } from '../../contract/reminder.ts';
import { type Failure, failureOf } from '../session/failure.ts';

/** What the server said, and when it came here. Times are milliseconds since 1970. */
export interface Reading {
  reminder: Reminder | null;
  /** The server's time. */
  now: number;
  /** This computer's time when the answer came. */
  at: number;
}

export interface ReminderContext {
  /** The attempt that is asked for: it was hourly when it was found. */
  attemptId: number;
  reminder: Reminder | null;
  /** The server's time less this computer's. */
  ahead: number;
  /** Milliseconds until zero, by the server's time; null while nothing is counted. */
  left: number | null;
  /** Why putting it off did not succeed. */
  failure: Failure | null;
}

export type ReminderEvent =
  /** A page has learned of an hourly test. */
  | { type: 'test.found'; attemptId: number }
  | { type: 'clock.ticked'; at: number }
  /** The tab is looked at again, perhaps after a sleep. */
  | { type: 'clock.woke' }
  | { type: 'turn.came' }
  | { type: 'turn.gone' }
  | { type: 'test.go' }
  | { type: 'test.skip' }
  /** The person answered in another tab. */
  | { type: 'answer.elsewhere' };

/** What cannot be read is asked for again after so long, in milliseconds. */
export const READ_AGAIN = 60_000;

const given = (name: string) => () => {
  throw new Error(`testReminder: ${name} is not provided`);
};

/** Milliseconds until zero when this computer's clock shows `at`. */
const leftAt = (reminder: Reminder, ahead: number, at: number): number => Date.parse(reminder.remind_at) - (at + ahead);

const readingIn = (event: unknown): Reading => (event as { output: Reading }).output;

export const testReminderMachine = setup({
  types: {
    context: {} as ReminderContext,
    events: {} as ReminderEvent,
    input: {} as { attemptId: number },
    tags: {} as 'asking' | 'busy',
    meta: {} as { requirement: string },
  },
  actors: {
    read: fromPromise<Reading, { attemptId: number }>(given('read')),
    skip: fromPromise<{ message: string }, { attemptId: number }>(given('skip')),
    /** Ticks once a second and tells when the tab is looked at again. */
    watchClock: fromCallback<ReminderEvent>(given('watchClock')),
    /** Tells when it is this tab that asks, and when it no longer is. */
    waitForTurn: fromCallback<ReminderEvent>(given('waitForTurn')),
  },
  guards: {
    noReminder: ({ event }) => readingIn(event).reminder === null,
    readAtZero: ({ event }) => {
      const { reminder, now } = readingIn(event);
      return reminder !== null && Date.parse(reminder.remind_at) <= now;
    },
    tickAtZero: ({ context, event }) =>
      event.type === 'clock.ticked' &&
      context.reminder !== null &&
      leftAt(context.reminder, context.ahead, event.at) <= 0,
    atZero: ({ context }) => context.left === 0,
    counts: ({ context }) => context.left !== null,
    /** The attempt has exactly one entry in its results (decision 12). */
    isFirstTry: ({ context }) => context.reminder?.first_try === true,
  },
  actions: {
    takeAttempt: assign(({ event }) => (event.type === 'test.found' ? { attemptId: event.attemptId } : {})),
    takeReading: assign(({ context, event }) => {
      const { reminder, now, at } = readingIn(event);
      const ahead = now - at;
      return {
        // another test may have become the nearest meanwhile
        attemptId: reminder?.attempt_id ?? context.attemptId,
        reminder,
        ahead,
        left: reminder === null ? null : Math.max(0, leftAt(reminder, ahead, at)),
      };
    }),
    takeTick: assign(({ context, event }) =>
      event.type === 'clock.ticked' && context.reminder !== null
        ? { left: Math.max(0, leftAt(context.reminder, context.ahead, event.at)) }
        : {},
    ),
    takeFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    forgetFailure: assign({ failure: null }),
    forget: assign({ reminder: null, left: null, failure: null }),
    // Effects of the app
    /** The attempt that is counted outlives a reload: by then its two hours may have passed (decision 11). */
    keepAttempt: given('keepAttempt'),
    /** Answered: for the other tabs too. */
    dropAttempt: given('dropAttempt'),
    goToTest: given('goToTest'),
    tellSkipped: (_, _params: { message: string }) => given('tellSkipped')(),
    endSession: given('endSession'),
  },
  delays: { readAgain: READ_AGAIN },
}).createMachine({
  id: 'testReminder',
  description: 'Counts down to the end of a test’s two hours and asks, at zero, to take it or to put it off.',
  context: ({ input }) => ({ attemptId: input.attemptId, reminder: null, ahead: 0, left: null, failure: null }),
  on: {
    'answer.elsewhere': {
      description: 'What is answered in one tab is answered in all.',
      target: '.resting',
      actions: 'forget',
    },
  },
  initial: 'reading',
  states: {
    reading: {
      description: 'The server says when the two hours end, and what time it is.',
      meta: { requirement: '4-test-reminder' },
      invoke: {
        id: 'read',
        src: 'read',
        input: ({ context }) => ({ attemptId: context.attemptId }),
        onDone: [
          { guard: 'noReminder', target: 'resting', actions: 'forget' },
          { guard: 'readAtZero', target: 'due', actions: 'takeReading' },
          { target: 'counting', actions: 'takeReading' },
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
      description: 'The server did not say; it is asked again in a minute.',
      meta: { requirement: '4-test-reminder' },
      after: { readAgain: 'reading' },
    },
    resting: {
      description: 'There is nothing to remind of.',
      meta: { requirement: '4-test-reminder' },
      on: { 'test.found': { target: 'reading', actions: 'takeAttempt' } },
    },
    counting: {
      description: 'The header shows how long it is until zero.',
      meta: { requirement: '4-test-reminder' },
      entry: 'keepAttempt',
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
        'test.found': { target: 'reading', actions: 'takeAttempt' },
      },
    },
    due: {
      description: 'The two hours are over: the person is asked.',
      meta: { requirement: '4-test-reminder' },
      invoke: { id: 'waitForTurn', src: 'waitForTurn' },
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
            'test.go': { target: '#testReminder.resting', actions: ['dropAttempt', 'forget', 'goToTest'] },
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
            input: ({ context }) => ({ attemptId: context.attemptId }),
            onDone: [
              {
                description: 'On the first try putting off ends the session.',
                guard: 'isFirstTry',
                target: '#testReminder.signedOut',
                actions: ['dropAttempt', 'endSession'],
              },
              {
                target: '#testReminder.resting',
                actions: [
                  'dropAttempt',
                  'forget',
                  { type: 'tellSkipped', params: ({ event }) => ({ message: event.output.message }) },
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
