/** Tests of the person signed in: reading them, putting the reminder off (spec 4, 7; decisions 11–15). */
import { type Kysely, sql } from 'kysely';
import { myTests, testSkip } from '../../contract/staffTests.ts';
import { currentTest } from '../../machines/testAttempt/groups.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { conflict, notFound } from '../http/refusal.ts';
import { testsOf } from './answers.ts';
import { testAudience } from './audience.ts';
import { closeOverdue, SITTINGS } from './sittings.ts';

type Db = Kysely<Schema>;

/**
 * A test is taken by whoever is of its audience. A person's attempt begins
 * when the test is first read, so who is hired or moved later takes it too, and who was named once keeps the results.
 */
export const openAttempts = (db: Db, user: SignedIn, now: Date): Promise<number> =>
  SITTINGS.createDue(
    { db, now },
    'attempt.open',
    (status) => sql`
    INSERT INTO test_attempt (test_id, user_id, status, tries_left, created_at)
    SELECT t.id, u.id, ${status}, t.tries, ${now} FROM test t JOIN app_user u ON u.id = ${user.id}
    WHERE t.status = 'published' AND t.starts_at <= ${now} AND (t.ends_at IS NULL OR t.ends_at > ${now})
      AND NOT EXISTS (SELECT 1 FROM test_attempt a WHERE a.test_id = t.id AND a.user_id = u.id)
      AND ${testAudience.includes}
    ON CONFLICT (test_id, user_id) DO NOTHING RETURNING id`,
  );

export const myTestCalls: Implementation[] = [
  implement(myTests, {
    async handle({ db, database, user, now }) {
      await closeOverdue(database, now, user.id);
      await openAttempts(db, user, now);
      const data = await testsOf(db, user, now);
      return {
        data,
        meta: { now: now.toISOString(), current: currentTest(data, now.getTime())?.attempt_id ?? null },
      };
    },
  }),

  implement(testSkip, {
    async handle({ db, user, body, now, language }) {
      const attempt = await db
        .selectFrom('test_attempt')
        .select(['id', 'status'])
        .where('id', '=', body.attempt_id)
        .where('user_id', '=', user.id)
        .forUpdate()
        .executeTakeFirst();
      if (!attempt) throw notFound();
      const newest = await db
        .selectFrom('test_result')
        .select('id')
        .where('attempt_id', '=', attempt.id)
        .orderBy('updated_at', 'desc')
        .orderBy('id', 'desc')
        .executeTakeFirst();
      if (!newest) {
        throw conflict('not_allowed_now', { state: attempt.status, messageKey: 'errors.nothing_to_skip' });
      }
      await db.updateTable('test_result').set({ updated_at: now }).where('id', '=', newest.id).execute();
      return { message: say(language, 'actions.test_skipped') };
    },
  }),
];
