/** The server floor of a sitting: its paths over HTTP, and 409 for everything else. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { myTests, testAnswer, testStart, testSubmit } from '../../../contract/staffTests.ts';
import { testResultGive } from '../../../contract/testResults.ts';
import { illegalPairs, transitionTour } from '../../../machines/kit/model.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import { GRACE_MS } from '../../../machines/testAttempt/groups.ts';
import { testSittingMachine } from '../../../machines/testSitting/testSitting.machine.ts';
import { MODEL_TRIES, testSittingModel } from '../../../machines/testSitting/testSitting.model.ts';
import { closeOverdue } from '../../../server/staffTests/sittings.ts';
import { recordCoverage } from '../../models/kit.ts';
import { forgetTests, QUESTIONS, writeTest } from '../testKit.ts';
import { type Answer, type Server, withServer } from '../world.ts';

const server = withServer();
const taken = new Set<string>();
const states = new Set<string>();
/** What the server's own job sends; a person has no call for it. */
const BY_SERVER = new Set(['its time is up with enough saved', 'its time is up with too little']);

interface Place {
  attempt: number;
  /** Of the test, in their order. */
  questions: { id: number; right: number[] }[];
}

async function open(on: Server): Promise<Place> {
  await forgetTests(on);
  const test = await writeTest(on, { tries: MODEL_TRIES, percent: 60, duration: 10 });
  const { data } = await on.do('keeper', myTests);
  const rows = await on.db.kysely
    .selectFrom('test_question as q')
    .leftJoin('test_option as o', (join) => join.onRef('o.question_id', '=', 'q.id').on('o.is_correct', '=', true))
    .select(['q.id', 'o.id as option'])
    .where('q.test_id', '=', test)
    .orderBy('q.place')
    .orderBy('o.place')
    .execute();
  const questions = [...new Set(rows.map(({ id }) => id))].map((id) => ({
    id,
    right: rows.flatMap((row) => (row.id === id && row.option !== null ? [row.option] : [])),
  }));
  return { attempt: data[0]?.attempt_id ?? 0, questions };
}

const right = ({ questions }: Place) =>
  questions.map(({ id, right: option_ids }, index) => ({
    question_id: id,
    ...(option_ids.length > 0 ? { option_ids } : { text: QUESTIONS[index]?.accepted?.[0] ?? '' }),
  }));

async function send(on: Server, place: Place, name: string): Promise<Answer<unknown>> {
  const attempt_id = place.attempt;
  const up = async () => {
    await closeOverdue(on.db, new Date(Date.now() + 10 * 60_000 + GRACE_MS + 1_000));
    return { status: 200 } as Answer<unknown>;
  };
  const save = async (answer: ReturnType<typeof right>[number]) => {
    const { sitting } = await on.db.kysely
      .selectFrom('test_attempt')
      .select('sitting')
      .where('id', '=', attempt_id)
      .executeTakeFirstOrThrow();
    // before the first sitting there is none to name
    return on.call('keeper', testAnswer, { body: { attempt_id, sitting: Math.max(1, sitting), ...answer } });
  };
  switch (name) {
    case 'begins':
      return on.call('keeper', testStart, { body: { attempt_id } });
    case 'answers':
      return save({ question_id: place.questions[0]?.id ?? 0, option_ids: [] });
    case 'hands in enough':
      return on.call('keeper', testSubmit, { body: { attempt_id, answers: right(place) } });
    case 'hands in too little':
      return on.call('keeper', testSubmit, { body: { attempt_id, answers: [] } });
    case 'its time is up with enough saved':
      for (const answer of right(place)) expect((await save(answer)).status).toBe(200);
      return up();
    case 'its time is up with too little':
      return up();
    case 'is given another try':
      return on.call('director', testResultGive, { body: { attempt_id, reason: 'Elektr oʻchib qoldi' } });
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

const attemptOf = (on: Server, { attempt }: Place) =>
  on.db.kysely
    .selectFrom('test_attempt')
    .select(['status', 'tries_left'])
    .where('id', '=', attempt)
    .executeTakeFirstOrThrow();

afterEach(() => forgetTests(server.current));

describe('testSitting, server floor', () => {
  it.each(transitionTour(testSittingModel).map((path) => ({ name: path.name, path })))('$name', async ({ path }) => {
    const on = server.current;
    const place = await open(on);
    states.add('ready');
    for (const step of path.steps) {
      const answer = await send(on, place, step.case.name);
      expect(answer.status, `${step.case.name}: ${JSON.stringify(answer.error)}`).toBe(200);
      const { status, tries_left } = await attemptOf(on, place);
      expect([status, tries_left]).toEqual([step.after.value, step.after.context.triesLeft]);
      states.add(status);
      for (const key of step.transitions) taken.add(key);
    }
    const left = path.steps.flatMap((step, at) => {
      if (!/hands in|time is up/.test(step.case.name)) return [];
      // of the newest what is left now: another try may have been given since
      const given = path.steps.slice(at + 1).every((later) => !/hands in|time is up/.test(later.case.name));
      return [(given ? path.steps.at(-1) : step)?.after.context.triesLeft];
    });
    const { data } = await on.do('keeper', myTests);
    expect(data[0]?.test_results.map((result) => result.try)).toEqual(left);
  });

  it('takes every transition', () => {
    expect(transitionKeysOf(testSittingMachine).filter((key) => !taken.has(key))).toEqual([]);
  });

  afterAll(() => recordCoverage('testSitting', 'server', { transitions: [...taken], states: [...states] }));
});

describe('testSitting, illegal pairs', () => {
  const pairs = illegalPairs(testSittingModel).filter((pair) => !BY_SERVER.has(pair.case.name));
  it.each(pairs.map((pair) => ({ name: `${pair.state.value}: ${pair.case.name}`, pair })))(
    '$name',
    async ({ pair }) => {
      const on = server.current;
      const place = await open(on);
      for (const step of pair.way) await send(on, place, step.case.name);
      const look = async () => [await attemptOf(on, place), (await on.do('keeper', myTests)).data];
      const before = await look();
      const answer = await send(on, place, pair.case.name);
      expect([answer.status, answer.error.code, answer.error.state]).toEqual([
        409,
        'not_allowed_now',
        pair.state.value,
      ]);
      expect(Array.isArray(answer.error.allowed)).toBe(true);
      expect(await look()).toEqual(before);
    },
  );
});
