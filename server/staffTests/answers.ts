/** Tests as the person who takes them is answered: without the right answers (decision 15). */
import type { Kysely } from 'kysely';
import type { MyTest } from '../../contract/staffTests.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';

type Db = Kysely<Schema>;

/** Of 100, with at most two decimals, cut: 66,66 is below a pass percent of 67. */
export const percentOf = (right: number, of: number): number =>
  of === 0 ? 0 : Math.floor((right * 10_000) / of) / 100;

/** Questions of sittings that are open, without the right answers. */
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
 * handed in any more (the test has ended) the newest result says that no try is left. Five queries at most.
 * @param attemptId only this one.
 */
export async function testsOf(db: Db, user: SignedIn, now: Date, attemptId?: number): Promise<MyTest[]> {
  let found = db
    .selectFrom('test_attempt as a')
    .innerJoin('test as t', 't.id', 'a.test_id')
    .innerJoin('app_user as u', 'u.id', 't.created_by')
    .select(['a.id', 'a.status', 'a.tries_left', 'a.sitting', 'a.started_at', 'a.deadline', 't.starts_at', 't.ends_at'])
    .select([
      't.title',
      't.description',
      't.duration',
      't.pass_percent',
      't.created_by',
      'u.fullname',
      't.status as test_status',
    ])
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
    .select([
      'attempt_id',
      'created_at',
      'updated_at',
      'tries_left',
      'right_count',
      'question_count',
      'passed',
      'handed_in',
    ])
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
          // of the newest what is left now: another try may have been given since
          try: index < own.length - 1 ? result.tries_left : over ? 0 : one.tries_left,
          percent: percentOf(result.right_count, result.question_count),
          passed: result.passed,
          handed_in: result.handed_in,
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
                number: one.sitting,
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
