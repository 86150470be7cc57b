/** The tests that the header counts to (spec 4 "Test reminder"; decisions 11–14). */
import { type Reminder, testReminder } from '../../contract/reminder.ts';
import type { MyTest } from '../../contract/staffTests.ts';
import { askAt, isFirstTry, remindedTests } from '../../machines/testAttempt/groups.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { testsOf } from './answers.ts';
import { closeOverdue } from './sittings.ts';

const reminderOf = (test: MyTest): Reminder => ({
  attempt_id: test.attempt_id,
  title: test.title,
  remind_at: new Date(askAt(test) ?? 0).toISOString(),
  first_try: isFirstTry(test),
});

export const reminderCalls: Implementation[] = [
  implement(testReminder, {
    // a sitting whose minutes are up has a result, and its two hours run
    prepare: ({ database, user, now }) => closeOverdue(database, now, user.id),
    async handle({ db, user, query, now }) {
      const tests = await testsOf(db, user, now);
      return {
        data: remindedTests(tests, now.getTime(), query.counted?.split(',').map(Number)).map(reminderOf),
        meta: { now: now.toISOString() },
      };
    },
  }),
];
