/** The test that the header counts to (spec 4 "Test reminder"; decisions 11–14). */
import { type Reminder, testReminder } from '../../contract/reminder.ts';
import type { MyTest } from '../../contract/staffTests.ts';
import { groupOf, isFirstTry, remindAt, windowEnd } from '../../machines/testAttempt/groups.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { testsOf } from './answers.ts';
import { closeOverdue } from './sittings.ts';

/**
 * Of the hourly tests the one whose window ends first (decision 14). The counted one stays one of them after its window
 * has passed (decision 11), until no try is left.
 * @param counted attempt that a header counts to already.
 */
function reminded(tests: readonly MyTest[], now: number, counted: number | undefined): Reminder | null {
  const [test] = tests
    .filter((one) => {
      const group = groupOf(one, now);
      return group === 'hourly' || (one.attempt_id === counted && group === 'other');
    })
    .sort((one, other) => (windowEnd(one) ?? 0) - (windowEnd(other) ?? 0));
  const at = test && remindAt(test);
  if (test === undefined || at === undefined) return null;
  return {
    attempt_id: test.attempt_id,
    title: test.title,
    remind_at: new Date(at).toISOString(),
    first_try: isFirstTry(test),
  };
}

export const reminderCalls: Implementation[] = [
  implement(testReminder, {
    // a sitting whose minutes are up has a result, and its two hours run
    prepare: ({ database, user, now }) => closeOverdue(database, now, user.id),
    async handle({ db, user, query, now }) {
      const tests = await testsOf(db, user, now);
      return {
        data: reminded(tests, now.getTime(), query.attempt_id),
        meta: { now: now.toISOString() },
      };
    },
  }),
];
