/** The workflow of the test reminder with its real actors and effects. */
import { fromCallback, fromPromise } from 'xstate';
import { testReminder } from '../../contract/reminder.ts';
import { myTests, testSkip } from '../../contract/staffTests.ts';
import {
  type Reading,
  type ReminderEvent,
  testReminderMachine,
} from '../../machines/testReminder/testReminder.machine.ts';
import { request } from '../api/client.ts';
import { invalidate } from '../api/queries.ts';
import { COUNTED_KEY, countedAttempt } from '../app/countedAttempt.ts';
import { navigate } from '../app/navigate.ts';
import { aroundNav } from '../app/navigation.ts';
import { session } from '../app/session.ts';
import { testPath } from '../app/testPath.ts';
import { toastSuccess } from '../ui/toasts.ts';

const TICK = 1_000;
/** A second that lasted so much longer, or went back, was a sleep or a clock that was set. */
const SLEPT = 5_000;
/** Held by the tab that asks. */
const LOCK = 'idora-test-reminder';

const userId = () => session.getSnapshot().context.user?.id ?? -1;
const isLookedAt = () => document.visibilityState === 'visible';

const watchClock = fromCallback<ReminderEvent>(({ sendBack }) => {
  let last = Date.now();
  const woke = () => {
    if (isLookedAt()) sendBack({ type: 'clock.woke' });
  };
  const tick = () => {
    const at = Date.now();
    const slept = Math.abs(at - last - TICK) > SLEPT;
    last = at;
    // a tab that nobody looks at ticks rarely; it asks the server when it is looked at again
    if (slept && isLookedAt()) woke();
    else sendBack({ type: 'clock.ticked', at });
  };
  const timer = setInterval(tick, TICK);
  document.addEventListener('visibilitychange', woke);
  window.addEventListener('pageshow', woke);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', woke);
    window.removeEventListener('pageshow', woke);
  };
});

/**
 * The turn is the lock's, asked for while the tab is looked at: of two windows beside one another the first has it.
 * A page without a secure origin has no locks: there each window asks, and the first answer counts.
 */
const waitForTurn = fromCallback<ReminderEvent>(({ sendBack }) => {
  const { locks } = navigator as { locks?: LockManager };
  let wanted: AbortController | undefined;
  let held = false;
  let release = () => {};
  const take = () => {
    held = true;
    sendBack({ type: countedAttempt(userId()) === null ? 'answer.elsewhere' : 'turn.came' });
  };
  const want = () => {
    wanted = new AbortController();
    if (locks === undefined) return take();
    const holding = () => {
      take();
      return new Promise<void>((done) => {
        release = done;
      });
    };
    // an end before the turn came is no failure
    locks.request(LOCK, { signal: wanted.signal }, holding).catch(() => {});
  };
  const giveUp = () => {
    wanted?.abort();
    wanted = undefined;
    if (held) release();
    held = false;
  };
  const look = () => {
    if (isLookedAt()) {
      if (wanted === undefined) want();
      return;
    }
    if (held) sendBack({ type: 'turn.gone' });
    giveUp();
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    giveUp();
  };
});

/** Tells when another tab has answered. Returns how to stop. */
export function onAnswerElsewhere(told: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === COUNTED_KEY && newValue === null) told();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

export const reminderMachine = testReminderMachine.provide({
  actors: {
    read: fromPromise(async ({ input, signal }): Promise<Reading> => {
      const { data, meta } = await request(testReminder, { query: { attempt_id: input.attemptId }, signal });
      return { reminder: data, now: Date.parse(meta.now), at: Date.now() };
    }),
    skip: fromPromise(async ({ input }) => {
      const answer = await request(testSkip, { body: { attempt_id: input.attemptId } });
      void invalidate(myTests);
      // another test may be the nearest now
      void invalidate(testReminder);
      return answer;
    }),
    watchClock,
    waitForTurn,
  },
  actions: {
    keepAttempt: ({ context }) => localStorage.setItem(COUNTED_KEY, `${userId()} ${context.attemptId}`),
    dropAttempt: () => localStorage.removeItem(COUNTED_KEY),
    goToTest: ({ context }) => {
      aroundNav(navigate, testPath(context.attemptId));
      void invalidate(testReminder);
    },
    tellSkipped: (_, { message }) => void toastSuccess(message),
    endSession: () => session.send({ type: 'test.skipped' }),
  },
});
