/** Sittings of a test: begin, save, hand in, close what is overdue; the server grades (decision 15). */
import { type Kysely, sql } from 'kysely';
import { type QuestionType, testAnswer, testStart, testSubmit } from '../../contract/staffTests.ts';
import { isAccepted } from '../../machines/staffTest/answerKey.ts';
import { GRACE_MS } from '../../machines/testAttempt/groups.ts';
import { type TestSittingState, testSittingMachine } from '../../machines/testSitting/testSitting.machine.ts';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { conflict, type FieldFault, invalid, notFound } from '../http/refusal.ts';
import { type Asked, defineLifecycle, type Reason, type Scene } from '../lifecycle/lifecycle.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { testsOf } from './answers.ts';

type Db = Kysely<Schema>;

const MINUTE_MS = 60_000;

export interface Attempt {
  id: number;
  status: TestSittingState;
  triesLeft: number;
  sitting: number;
  testId: number;
  /** Minutes. */
  duration: number;
  passPercent: number;
  endsAt: Date | null;
  /** Published, and its last day has not passed. */
  takes: boolean;
}

export async function lockAttempt(db: Db, id: number, now: Date, userId?: number): Promise<Attempt | undefined> {
  let found = db
    .selectFrom('test_attempt as a')
    .innerJoin('test as t', 't.id', 'a.test_id')
    .select(['a.id', 'a.status', 'a.tries_left', 'a.sitting', 'a.test_id', 't.duration', 't.pass_percent', 't.ends_at'])
    .select('t.status as test_status')
    .where('a.id', '=', id)
    .where('t.status', 'in', ['published', 'ended'])
    .forUpdate('a');
  if (userId !== undefined) found = found.where('a.user_id', '=', userId);
  const row = await found.executeTakeFirst();
  return (
    row && {
      id: row.id,
      status: row.status,
      triesLeft: row.tries_left,
      sitting: row.sitting,
      testId: row.test_id,
      duration: row.duration,
      passPercent: row.pass_percent,
      endsAt: row.ends_at,
      takes: row.test_status === 'published' && (row.ends_at === null || row.ends_at > now),
    }
  );
}

const ownAttempt = async (db: Db, user: SignedIn, id: number, now: Date): Promise<Attempt> => {
  const attempt = await lockAttempt(db, id, now, user.id);
  if (!attempt) throw notFound();
  return attempt;
};

const factsOf = ({ triesLeft }: Attempt) => ({ triesLeft });

/** What is done only while the test goes on. */
const BEFORE_THE_END: ReadonlySet<string> = new Set(['test.start', 'attempt.give']);

const refuseOver = ({ takes }: Attempt, event: string): Reason | undefined =>
  BEFORE_THE_END.has(event) && !takes ? { messageKey: 'errors.test_over' } : undefined;

export const SITTINGS = defineLifecycle(testSittingMachine, {
  table: 'test_attempt',
  log: 'record_log',
  find: ({ db, user, now }, id) => ownAttempt(db, user, id, now),
  state: ({ status }: Attempt) => status,
  facts: (_, attempt) => factsOf(attempt),
  answer: async ({ db, user, now }, { id }) => theTest(db, user, id, now),
  stamps: ({ facts }) => ({ tries_left: facts.triesLeft }),
  bars: refuseOver,
  why: (_, attempt, event) => refuseOver(attempt, event),
  notes: (event, _, next): LoggedFields => (event === 'attempt.give' ? { tries_left: next.triesLeft } : {}),
  events: {
    'test.start': {},
    'answer.save': { touches: 'nothing' },
    // whether enough is right neither opens nor closes a transition: it is known once the answers are graded
    'test.submit': { event: (_, { passed }) => ({ type: 'test.submit', passed: passed === true }) },
    'time.isUp': { by: 'server', event: (_, { passed }) => ({ type: 'time.isUp', passed: passed === true }) },
    // by who sees results: the list has for each whether it may be given
    'attempt.give': { by: 'part' },
  },
});

/** What belongs to a sitting that is over changes nothing of the one that is open. */
function refuseOther(attempt: Attempt, sitting: number | undefined, user: SignedIn): void {
  if (sitting === undefined || sitting === attempt.sitting) return;
  const allowed = SITTINGS.allowed(attempt, factsOf(attempt), user);
  throw conflict('other_sitting', { state: attempt.status, allowed });
}

interface Sent {
  question_id: number;
  option_ids?: readonly number[] | undefined;
  text?: string | undefined;
  later?: boolean | undefined;
}

interface Question {
  id: number;
  type: QuestionType;
  accepted: string[];
  options: { id: number; is_correct: boolean }[];
}

async function questionsOf(db: Db, testId: number): Promise<Question[]> {
  const questions = await db
    .selectFrom('test_question')
    .select(['id', 'type', 'accepted'])
    .where('test_id', '=', testId)
    .orderBy('place')
    .execute();
  const options = await db
    .selectFrom('test_option as o')
    .innerJoin('test_question as q', 'q.id', 'o.question_id')
    .select(['o.id', 'o.question_id', 'o.is_correct'])
    .where('q.test_id', '=', testId)
    .execute();
  return questions.map((question) => ({
    ...question,
    options: options.filter((option) => option.question_id === question.id),
  }));
}

/** Refuses what is no answer to a question of the test, by its field. @param prefix of the fields: `answers.` */
function checkAnswers(questions: readonly Question[], answers: readonly Sent[], path: (index: number) => string): void {
  const faults: Record<string, FieldFault[]> = {};
  const seen = new Set<number>();
  for (const [index, { question_id, option_ids = [], text = '' }] of answers.entries()) {
    const question = questions.find((one) => one.id === question_id);
    const at = path(index);
    if (!question) faults[`${at}question_id`] = [{ key: 'question_of_test' }];
    else if (seen.has(question_id)) faults[`${at}question_id`] = [{ key: 'question_twice' }];
    else if (option_ids.some((id) => !question.options.some((option) => option.id === id)))
      faults[`${at}option_ids`] = [{ key: 'option_of_question' }];
    else if (question.type === 'single' && new Set(option_ids).size > 1)
      faults[`${at}option_ids`] = [{ key: 'one_option' }];
    else if (question.type !== 'text' && text !== '') faults[`${at}text`] = [{ key: 'no_text' }];
    seen.add(question_id);
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/** An answer is saved whole: what is left out is empty. */
async function keepAnswers(db: Db, attempt: Attempt, answers: readonly Sent[], now: Date): Promise<void> {
  if (answers.length === 0) return;
  await db
    .insertInto('test_answer')
    .values(
      answers.map(({ question_id, option_ids = [], text = '', later = false }) => ({
        attempt_id: attempt.id,
        sitting: attempt.sitting,
        question_id,
        option_ids: [...new Set(option_ids)].sort((one, other) => one - other),
        text: text.trim(),
        later,
        is_right: null,
        saved_at: now,
      })),
    )
    .onConflict((row) =>
      row.columns(['attempt_id', 'sitting', 'question_id']).doUpdateSet((given) => ({
        option_ids: given.ref('excluded.option_ids'),
        text: given.ref('excluded.text'),
        later: given.ref('excluded.later'),
        saved_at: given.ref('excluded.saved_at'),
      })),
    )
    .execute();
}

/**
 * Whether an answer is right: every right option and no other; of words, one of those that the author accepts, by
 * `isAccepted`.
 */
export function isRight(
  question: Question,
  answer: { option_ids: readonly number[]; text: string } | undefined,
): boolean {
  if (!answer) return false;
  if (question.type === 'text') return isAccepted(question.accepted, answer.text);
  const right = question.options.filter((option) => option.is_correct).map((option) => option.id);
  return right.length === answer.option_ids.length && right.every((id) => answer.option_ids.includes(id));
}

type Graded = Awaited<ReturnType<typeof grade>>;

/** Grades what is saved of the open sitting. */
async function grade({ db, now }: Scene, attempt: Attempt) {
  const questions = await questionsOf(db, attempt.testId);
  const saved = await db
    .selectFrom('test_answer')
    .select(['question_id', 'option_ids', 'text'])
    .where('attempt_id', '=', attempt.id)
    .where('sitting', '=', attempt.sitting)
    .execute();
  const right = questions
    .filter((question) =>
      isRight(
        question,
        saved.find((answer) => answer.question_id === question.id),
      ),
    )
    .map(({ id }) => id);
  const passed = questions.length > 0 && right.length * 100 >= attempt.passPercent * questions.length;
  // Questions without an answer get one too: it was wrong.
  await sql`
    INSERT INTO test_answer (attempt_id, sitting, question_id, is_right, saved_at)
    SELECT ${attempt.id}, ${attempt.sitting}, q.id, q.id = ANY(${right}::integer[]), ${now}
    FROM test_question q WHERE q.test_id = ${attempt.testId}
    ON CONFLICT (attempt_id, sitting, question_id) DO UPDATE SET is_right = excluded.is_right`.execute(db);
  return { sitting: attempt.sitting, passed, right: right.length, questions: questions.length };
}

/** The result of a sitting, with the tries that the chart has left. */
async function writeResult(
  { db, now }: Scene,
  attempt: Attempt,
  { passed, right, questions }: Graded,
  { triesLeft }: { triesLeft: number },
  handedIn: boolean,
): Promise<void> {
  await db
    .insertInto('test_result')
    .values({
      attempt_id: attempt.id,
      sitting: attempt.sitting,
      tries_left: triesLeft,
      right_count: right,
      question_count: questions,
      passed,
      handed_in: handedIn,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/**
 * `time.isUp` of every sitting whose minutes and grace have passed: what was saved is graded. Before a person's call
 * in a transaction of its own, so that a refusal of the call does not undo it; once an hour for everybody.
 */
export async function closeOverdue(database: Database, now: Date, userId?: number): Promise<void> {
  let due = database.kysely
    .selectFrom('test_attempt')
    .select('id')
    .where('status', '=', 'answering')
    .where('deadline', '<', new Date(now.getTime() - GRACE_MS));
  if (userId !== undefined) due = due.where('user_id', '=', userId);
  for (const { id } of await due.execute()) {
    await database.tx(async (trx) => {
      const attempt = await lockAttempt(trx, id, now);
      if (attempt?.status !== 'answering') return;
      const scene = { db: trx, now };
      const { details, next } = await SITTINGS.takeOwn(scene, attempt, 'time.isUp', () => grade(scene, attempt));
      await writeResult(scene, attempt, details, next, false);
    });
  }
}

const theTest = async (db: Db, user: SignedIn, id: number, now: Date) => {
  const [data] = await testsOf(db, user, now, id);
  if (!data) throw notFound();
  return { data, meta: { now: now.toISOString() } };
};

const isUpFirst = ({ database, user, now }: { database: Database; user: SignedIn; now: Date }) =>
  closeOverdue(database, now, user.id);
const find = ({ db, user, body, now }: Asked & { body: { attempt_id: number } }) =>
  ownAttempt(db, user, body.attempt_id, now);
const answer = ({ db, user, record, now }: Asked & { record: Attempt }) => theTest(db, user, record.id, now);

export const sittingCalls: Implementation[] = [
  implement(testStart, {
    prepare: isUpFirst,
    ...SITTINGS.stepThen(
      'test.start',
      async ({ db, record, now }) => {
        const whole = now.getTime() + record.duration * MINUTE_MS;
        const deadline = new Date(Math.min(whole, record.endsAt?.getTime() ?? whole));
        const sitting = record.sitting + 1;
        await db
          .updateTable('test_attempt')
          .set({ sitting, started_at: now, deadline })
          .where('id', '=', record.id)
          .execute();
        return { sitting };
      },
      answer,
      { find },
    ),
  }),

  implement(testAnswer, {
    prepare: isUpFirst,
    ...SITTINGS.stepThen(
      'answer.save',
      async ({ db, user, record, now, body: { attempt_id: _, sitting, ...answered } }) => {
        refuseOther(record, sitting, user);
        checkAnswers(await questionsOf(db, record.testId), [answered], () => '');
        await keepAnswers(db, record, [answered], now);
        return {};
      },
      async ({ now }) => ({ meta: { now: now.toISOString() } }),
      { find },
    ),
  }),

  implement(testSubmit, {
    prepare: isUpFirst,
    ...SITTINGS.stepThen(
      'test.submit',
      async (context) => {
        const { db, user, body, record, now } = context;
        refuseOther(record, body.sitting, user);
        checkAnswers(await questionsOf(db, record.testId), body.answers, (index) => `answers.${index}.`);
        await keepAnswers(db, record, body.answers, now);
        return grade(context, record);
      },
      async (context, { details, next }) => {
        await writeResult(context, context.record, details, next, true);
        return answer(context);
      },
      { find },
    ),
  }),
];
