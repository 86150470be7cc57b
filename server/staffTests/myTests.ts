/** Tests of the person signed in: reading them, putting the reminder off (spec 4, 7; decisions 11–15). */
import { type Kysely, sql } from 'kysely';
import { type MyTest, myTests, testSkip } from '../../contract/staffTests.ts';
import { currentTest } from '../../machines/testAttempt/groups.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { conflict, notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

/** Of 100, with at most two decimals, cut: 66,66 is below a pass percent of 67. */
export const percentOf = (right: number, of: number): number =>
  of === 0 ? 0 : Math.floor((right * 10_000) / of) / 100;

/**
 * A test is taken by whoever its positions and organizations name (none named: everybody). A person's attempt begins
 * when the test is first read, so who is hired or moved later takes it too, and who was named once keeps the results.
 */
export async function openAttempts(db: Db, user: SignedIn, now: Date): Promise<void> {
  await sql`
    INSERT INTO test_attempt (test_id, user_id, tries_left, created_at)
    SELECT t.id, u.id, t.tries, ${now} FROM test t JOIN app_user u ON u.id = ${user.id}
    WHERE t.status = 'published' AND t.starts_at <= ${now} AND (t.ends_at IS NULL OR t.ends_at > ${now})
      AND NOT EXISTS (SELECT 1 FROM test_attempt a WHERE a.test_id = t.id AND a.user_id = u.id)
      AND (NOT EXISTS (SELECT 1 FROM test_position p WHERE p.test_id = t.id)
        OR EXISTS (SELECT 1 FROM test_position p WHERE p.test_id = t.id AND p.position_id = u.position_id))
      AND (NOT EXISTS (SELECT 1 FROM test_organization o WHERE o.test_id = t.id)
        OR EXISTS (SELECT 1 FROM test_organization o WHERE o.test_id = t.id AND o.organization_id = u.organization_id))
    ON CONFLICT (test_id, user_id) DO NOTHING`.execute(db);
}

/** Questions of sittings that are open, without a word of what is right. */
async function openQuestions(db: Db, attemptIds: readonly number[]) {
  const questions = await db
    .selectFrom('test_attempt as a')
    .innerJoin('test_question as q', 'q.test_id', 'a.test_id')
    .select(['a.id as attempt_id', 'q.id', 'q.type', 'q.title'])
    .where('a.id', 'in', attemptIds)
    .orderBy('q.place')
    .execute();
  const options = await db
    .selectFrom('test_attempt as a')
    .innerJoin('test_question as q', 'q.test_id', 'a.test_id')
    .innerJoin('test_option as o', 'o.question_id', 'q.id')
    .select(['o.id', 'o.question_id', 'o.title'])
    .where('a.id', 'in', attemptIds)
    .orderBy('o.place')
    .execute();
  const answers = await db
    .selectFrom('test_attempt as a')
    .innerJoin('test_answer as w', (join) =>
      join.onRef('w.attempt_id', '=', 'a.id').onRef('w.sitting', '=', 'a.sitting'),
    )
    .select(['w.attempt_id', 'w.question_id', 'w.option_ids', 'w.text', 'w.later'])
    .where('a.id', 'in', attemptIds)
    .orderBy('w.question_id')
    .execute();
  return { questions, options, answers };
}

/**
 * The tests of a person: published and begun ones that may be taken now, and those with results. Where nothing can be
 * handed in any more (the test has ended) the newest result says that no try is left. Five queries at the most.
 * @param attemptId only this one.
 */
export async function testsOf(db: Db, user: SignedIn, now: Date, attemptId?: number): Promise<MyTest[]> {
  let found = db
    .selectFrom('test_attempt as a')
    .innerJoin('test as t', 't.id', 'a.test_id')
    .innerJoin('app_user as u', 'u.id', 't.created_by')
    .select(['a.id', 'a.status', 'a.tries_left', 'a.started_at', 'a.deadline', 't.starts_at', 't.ends_at', 't.title'])
    .select(['t.description', 't.duration', 't.pass_percent', 't.created_by', 'u.fullname', 't.status as test_status'])
    .select((from) =>
      from
        .selectFrom('test_question as q')
        .whereRef('q.test_id', '=', 't.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('question_count'),
    )
    .where('a.user_id', '=', user.id)
    .where('t.status', 'in', ['published', 'ended'])
    .orderBy('t.starts_at', 'desc')
    .orderBy('a.id');
  if (attemptId !== undefined) found = found.where('a.id', '=', attemptId);
  const attempts = await found.execute();
  if (attempts.length === 0) return [];
  const results = await db
    .selectFrom('test_result')
    .select(['attempt_id', 'created_at', 'updated_at', 'tries_left', 'right_count', 'question_count', 'passed'])
    .where(
      'attempt_id',
      'in',
      attempts.map((one) => one.id),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const isOver = (one: (typeof attempts)[number]) =>
    one.test_status === 'ended' || (one.ends_at !== null && one.ends_at <= now);
  const sitting = attempts.filter((one) => one.status === 'answering').map((one) => one.id);
  const open = sitting.length > 0 ? await openQuestions(db, sitting) : { questions: [], options: [], answers: [] };
  return attempts.flatMap((one): MyTest[] => {
    const own = results.filter((result) => result.attempt_id === one.id);
    const over = isOver(one) && one.status !== 'answering';
    if (over && own.length === 0) return [];
    return [
      {
        attempt_id: one.id,
        start: one.starts_at.toISOString(),
        end: one.ends_at?.toISOString() ?? null,
        title: one.title,
        description: one.description,
        duration: one.duration,
        pass_percent: one.pass_percent,
        added_user: person(one.created_by, one.fullname),
        test_results: own.map((result, index) => ({
          created_at: result.created_at.toISOString(),
          updated_at: result.updated_at.toISOString(),
          try: over && index === own.length - 1 ? 0 : result.tries_left,
          percent: percentOf(result.right_count, result.question_count),
          passed: result.passed,
        })),
        questions: open.questions
          .filter((question) => question.attempt_id === one.id)
          .map(({ id, type, title }) => ({
            id,
            type,
            title,
            options: open.options
              .filter((option) => option.question_id === id)
              .map((option) => ({ id: option.id, title: option.title, is_correct: false })),
          })),
        question_count: Number(one.question_count),
        tries_left: over ? 0 : one.tries_left,
        sitting:
          one.status === 'answering' && one.started_at && one.deadline
            ? {
                started_at: one.started_at.toISOString(),
                ends_at: one.deadline.toISOString(),
                answers: open.answers
                  .filter((answer) => answer.attempt_id === one.id)
                  .map(({ attempt_id: _, ...answer }) => answer),
              }
            : null,
      },
    ];
  });
}

export const myTestCalls: Implementation[] = [
  implement(myTests, {
    async handle({ db, user, now }) {
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
      return { message: say(language, 'deeds.test_skipped') };
    },
  }),
];
