/** Results of tests for who looks after them: by person, by branch, by question, and another try. */

import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { myTests, testStart, testSubmit } from '../../contract/staffTests.ts';
import { testClose } from '../../contract/testAuthors.ts';
import {
  testResultBranches,
  testResultGive,
  testResultIndex,
  testResultQuestions,
} from '../../contract/testResults.ts';
import { workflowLog } from '../../contract/workflows.ts';
import { forgetTests, writeTest } from './testKit.ts';
import { PEOPLE, type Server, withServer } from './world.ts';

const server = withServer();
afterEach(() => forgetTests(server.current));

type Who = 'keeper' | 'deputy' | 'counter1';

async function begin(on: Server, who: Who, test: number) {
  const { data } = await on.do(who, myTests);
  const attempt_id = data.find(({ title }) => title === `Test ${test}`)?.attempt_id ?? data[0]?.attempt_id ?? 0;
  const started = await on.do(who, testStart, { body: { attempt_id } });
  return { attempt_id, questions: started.data.questions };
}

/** Hands in: the options chosen by their titles, and words. */
async function handIn(on: Server, who: Who, test: number, chosen: readonly string[], text: string) {
  const { attempt_id, questions } = await begin(on, who, test);
  const answers = questions.map(({ id, type, options }) =>
    type === 'text'
      ? { question_id: id, text }
      : { question_id: id, option_ids: options.filter(({ title }) => chosen.includes(title)).map((one) => one.id) },
  );
  await on.do(who, testSubmit, { body: { attempt_id, answers } });
  return attempt_id;
}

const RIGHT = ['B', 'D', 'E'];

async function three(on: Server) {
  const test = await writeTest(on, {
    title: 'Test 1',
    tries: 1,
    percent: 60,
    positions: [PEOPLE.keeper.id, PEOPLE.deputy.id, PEOPLE.counter1.id, PEOPLE.counter2.id],
  });
  await handIn(on, 'keeper', 1, RIGHT, '');
  const failed = await handIn(on, 'deputy', 1, ['A'], 'yoʻq');
  await handIn(on, 'counter1', 1, ['A', 'D', 'E'], "O'N BESH");
  return { test, failed };
}

describe('results', () => {
  it('by person: the best, the outcome, and who was named and has not taken it', async () => {
    const on = server.current;
    const { test } = await three(on);
    const list = async (query: object = {}) => (await on.do('director', testResultIndex, { query })).data;
    const whole = await list({ sort: 'person' });
    expect(whole.map(({ person, outcome, best, results }) => [person.id, outcome, best, results])).toEqual([
      [PEOPLE.deputy.id, 'failed', 0, 1],
      [PEOPLE.keeper.id, 'passed', 66.66, 1],
      [PEOPLE.counter1.id, 'passed', 66.66, 1],
      [PEOPLE.counter2.id, 'none', null, 0],
    ]);
    const { meta } = await on.do('director', testResultIndex, { query: { status: 'none', part: 'counts' } });
    expect(meta).toMatchObject({ total: 1, statuses: { passed: 2, failed: 1, none: 1 } });
    // in any spelling, also from a wrong keyboard layout
    for (const search of ['karimova', 'Каримова', 'лфкшьщмф']) expect(await list({ search }), search).toHaveLength(1);
    expect(await list({ test_id: test + 1 })).toEqual([]);
    expect(await list({ position_id: PEOPLE.deputy.id })).toHaveLength(1);
    expect((await on.call('keeper', testResultIndex)).status).toBe(403);
  });

  it('by person: who missed a test stays listed when it is over, in the branch too; who came later is not', async () => {
    const on = server.current;
    const { test } = await three(on);
    // counter2 has seen it and is of its audience no more, the fifth never looked
    await on.do('counter2', myTests);
    const people = on.db.kysely;
    await people.deleteFrom('test_position').where('position_id', '=', PEOPLE.counter2.id).execute();
    await people.insertInto('test_position').values({ test_id: test, position_id: PEOPLE.director.id }).execute();
    const missed = async () => {
      const { data } = await on.do('director', testResultIndex, { query: { status: 'none', sort: 'person' } });
      return data.map(({ person }) => person.id).sort((one, other) => one - other);
    };
    const both = [PEOPLE.director.id, PEOPLE.counter2.id].sort((one, other) => one - other);
    expect(await missed()).toEqual(both);
    await on.do('director', testClose, { params: { id: test } });
    expect(await missed()).toEqual(both);
    const { data } = await on.do('director', testResultBranches, { query: { test_id: test } });
    expect(data.reduce((sum, one) => sum + one.people, 0)).toBe(5);
    // who was hired after its end has missed nothing
    await sql`UPDATE test SET starts_at = starts_at - interval '9 years', ends_at = ends_at - interval '9 years'`.execute(
      people,
    );
    expect(await missed()).toEqual([PEOPLE.counter2.id]);
  });

  it('by branch: passed of taken, the mean of the best', async () => {
    const on = server.current;
    await three(on);
    const { data } = await on.do('director', testResultBranches);
    const sums = data.reduce((sum, one) => [sum[0] + one.people, sum[1] + one.taken, sum[2] + one.passed] as const, [
      0, 0, 0,
    ] as readonly [number, number, number]);
    expect(sums).toEqual([4, 3, 2]);
    const [first] = data;
    expect(first?.share).toBe(66.7);
  });

  it('by question: the worst first, counted by first hand-ins', async () => {
    const on = server.current;
    const { failed } = await three(on);
    const shares = async () =>
      (await on.do('director', testResultQuestions)).data.map(({ number, wrong, answered, share }) => [
        number,
        wrong,
        answered,
        share,
      ]);
    const worst = [
      [1, 2, 3, 66.7],
      [3, 2, 3, 66.7],
      [2, 1, 3, 33.3],
    ];
    expect(await shares()).toEqual(worst);
    await on.do('director', testResultGive, { body: { attempt_id: failed, reason: 'Aloqa uzildi' } });
    await handIn(on, 'deputy', 1, RIGHT, '15');
    expect(await shares()).toEqual(worst);
    const first = (await on.do('director', testResultIndex, { query: { search: 'Aziz' } })).data[0];
    expect(first).toMatchObject({ outcome: 'passed', results: 2, may_give: false });
  });
});

describe('another try', () => {
  it('is given to who has none left while the test goes on, with a reason that the log keeps', async () => {
    const on = server.current;
    const { failed, test } = await three(on);
    const give = (who: 'director' | 'keeper', reason = 'Kasal edi') =>
      on.call(who, testResultGive, { body: { attempt_id: failed, reason } });
    const row = async () => (await on.do('director', testResultIndex, { query: { search: 'Aziz' } })).data[0];
    expect(await row()).toMatchObject({ may_give: true, tries_left: 0 });
    expect((await give('keeper')).status).toBe(403);
    expect((await give('director', ' ')).status).toBe(422);
    expect((await give('director')).status).toBe(200);
    expect(await row()).toMatchObject({ may_give: false, tries_left: 1 });
    const [mine] = (await on.do('deputy', myTests)).data;
    expect([mine?.tries_left, mine?.test_results.at(-1)?.try]).toEqual([1, 1]);
    const { payload, user_id } = await on.db.kysely
      .selectFrom('record_log')
      .select(['payload', 'user_id'])
      .where('kind', '=', 'test_attempt')
      .where('record_id', '=', failed)
      .where('event', '=', 'attempt.give')
      .executeTakeFirstOrThrow();
    expect([payload, user_id]).toEqual([{ reason: 'Kasal edi', tries_left: 1 }, PEOPLE.director.id]);
    const log = await on.do('director', workflowLog, { params: { id: failed }, query: { machine: 'testSitting' } });
    expect(log.data.steps.at(-1)).toMatchObject({ event: 'attempt.give', before: 'spent', after: 'ready' });
    // once it is spent and the test is over, there is nothing to try
    await handIn(on, 'deputy', 1, [], '');
    await on.db.kysely.updateTable('test').set({ status: 'ended' }).where('id', '=', test).execute();
    expect(await row()).toMatchObject({ may_give: false });
    expect((await give('director')).status).toBe(409);
  });
});
