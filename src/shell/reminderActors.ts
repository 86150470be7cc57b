/** The workflow of the test reminder with its real actors and effects. */
import { fromCallback, fromPromise } from 'xstate';
import { testReminder } from '../../contract/reminder.ts';
import { testSkip } from '../../contract/staffTests.ts';
import {
  type Reading,
  type ReminderEvent,
  testReminderMachine,
} from '../../machines/testReminder/testReminder.machine.ts';
import { request } from '../api/client.ts';
import { COUNTED_KEY, countedAttempts } from '../app/countedAttempts.ts';
import { isLookedAt, onSight } from '../app/looked.ts';
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
  const stop = onSight(woke);
  return () => {
    clearInterval(timer);
    stop();
  };
});

/**
 * The turn is the lock's, asked for while the tab is looked at: of two windows beside one another the first has it.
 * A page without a secure origin has no locks: there each window asks, and the first answer counts.
 */
const waitForTurn = fromCallback<ReminderEvent, { attemptId: number }>(({ input: { attemptId }, sendBack }) => {
  const { locks } = navigator as { locks?: LockManager };
  let wanted: AbortController | undefined;
  let held = false;
  let release = () => {};
  const take = () => {
    held = true;
    const answered = !countedAttempts(userId()).includes(attemptId);
    sendBack(answered ? { type: 'answer.elsewhere', attemptIds: [attemptId] } : { type: 'turn.came' });
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
  const stop = onSight(look);
  return () => {
    stop();
    giveUp();
  };
});

function keep(attemptIds: readonly number[]): void {
  if (attemptIds.length === 0) localStorage.removeItem(COUNTED_KEY);
  else localStorage.setItem(COUNTED_KEY, [userId(), ...attemptIds].join(' '));
}

/** Calls `listener` with what another tab has answered. Returns the function that unsubscribes. */
export function onAnswerElsewhere(listener: (attemptIds: number[]) => void): () => void {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== COUNTED_KEY) return;
    const counted = countedAttempts(userId(), newValue ?? '');
    listener(countedAttempts(userId(), oldValue ?? '').filter((id) => !counted.includes(id)));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

export const reminderMachine = testReminderMachine.provide({
  actors: {
    read: fromPromise(async ({ signal }): Promise<Reading> => {
      const asked = countedAttempts(userId());
      // 0 is nobody's: nothing is counted
      const { data, meta } = await request(testReminder, { query: { counted: asked.join(',') || '0' }, signal });
      return { reminders: data, asked, now: Date.parse(meta.now), at: Date.now() };
    }),
    skip: fromPromise(({ input }) => request(testSkip, { body: { attempt_id: input.attemptId } })),
    watchClock,
    waitForTurn,
  },
  actions: {
    keepHourly: (_, { attemptIds }) => keep([...new Set([...countedAttempts(userId()), ...attemptIds])]),
    keepCounted: (_, { asked, counted }) => {
      const kept = countedAttempts(userId());
      const added = kept.filter((id) => !asked.includes(id) && !counted.includes(id));
      // of those that were asked about another tab may have answered one meanwhile
      keep([...counted.filter((id) => kept.includes(id) || !asked.includes(id)), ...added]);
    },
    dropAttempt: ({ context: { reminders } }) =>
      keep(countedAttempts(userId()).filter((id) => id !== reminders[0]?.attempt_id)),
    goToTest: (_, { attemptId }) => aroundNav(navigate, testPath(attemptId)),
    notifySkipped: (_, { message }) => void toastSuccess(message),
    endSession: () => session.send({ type: 'test.skipped' }),
  },
});
