/** `GET /my_tests` and `POST /test/skip` as they are on the wire (spec 3, 4, 7; decisions 11–15). */
import { afterEach, describe, expect, it } from 'vitest';
import { type MyTest, myTests, testSkip } from '../../contract/staffTests.ts';

import { NOTHING } from './acts.ts';
import { forgetTests, writeResult, writeTest } from './testKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

/** Specification 9: 7,200,000 ms. */
const TWO_HOURS = 7_200_000;

const server = withServer();
const HOUR = 3_600_000;

const mine = async (who: PersonName = 'keeper') => server.current.do(who, myTests);
const own = async (testId: number, who: PersonName = 'keeper'): Promise<MyTest> => {
  const { data } = await mine(who);
  const attempt = await server.current.db.kysely
    .selectFrom('test_attempt')
    .select('id')
    .where('test_id', '=', testId)
    .where('user_id', '=', PEOPLE[who].id)
    .executeTakeFirstOrThrow();
  return data.find((one) => one.attempt_id === attempt.id) as MyTest;
};

afterEach(() => forgetTests(server.current));

describe('GET /my_tests', () => {
  it('has the fields of the specification, the server’s time and which test opens first', async () => {
    const id = await writeTest(server.current, { endsAt: new Date(Date.now() + HOUR) });
    const before = Date.now();
    const { data, meta } = await mine();
    expect(Date.parse(meta.now)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(meta.now)).toBeLessThanOrEqual(Date.now());
    expect(meta.current).toBe(data[0]?.attempt_id);
    expect(Object.keys(data[0] ?? {}).slice(0, 10)).toEqual([
      'attempt_id',
      'start',
      'end',
      'title',
      'description',
      'duration',
      'pass_percent',
      'added_user',
      'test_results',
      'questions',
    ]);
    expect(data[0]).toMatchObject({
      title: 'Sinov testi',
      duration: 10,
      pass_percent: 60,
      added_user: { id: PEOPLE.director.id, fullname: PEOPLE.director.fullname },
      test_results: [],
      question_count: 3,
      tries_left: 3,
      sitting: null,
    });
    const { attempt_id } = await own(id);
    await writeResult(server.current, attempt_id, { left: 2 });
    const [result] = (await own(id)).test_results;
    expect(result).toMatchObject({ try: 2, percent: 33.33, passed: false });
    expect(result?.created_at).toBe(result?.updated_at);
  });

  it('is empty and has no first test where nobody wrote one', async () => {
    expect(await mine()).toMatchObject({ data: [], meta: { current: null } });
  });

  it('gives each person whom a test names one attempt, however often it is read', async () => {
    const everybody = await writeTest(server.current, { title: 'Hamma' });
    const keepers = await writeTest(server.current, { title: 'Lavozim', positions: [PEOPLE.keeper.id] });
    const here = await writeTest(server.current, { title: 'Filial', organizations: [ORGANIZATION] });
    const both = await writeTest(server.current, {
      title: 'Ikkalasi',
      positions: [PEOPLE.keeper.id],
      organizations: [OTHER_ORGANIZATION],
    });
    const titles = async (who: PersonName) => (await mine(who)).data.map((one) => one.title).sort();
    expect(await titles('keeper')).toEqual(['Filial', 'Hamma', 'Lavozim']);
    expect(await titles('counter1')).toEqual(['Filial', 'Hamma']);
    const ids = (await mine()).data.map((one) => one.attempt_id);
    const again = await Promise.all([mine(), mine(), mine()]);
    for (const answer of again) expect(answer.data.map((one) => one.attempt_id)).toEqual(ids);
    expect(new Set([everybody, keepers, here, both]).size).toBe(4);
  });

  it('shows no draft, no withdrawn test, none that has not begun, and of ended ones those with results', async () => {
    for (const [title, status] of [
      ['Qoralama', 'draft'],
      ['Olingan', 'withdrawn'],
      ['Tugagan', 'ended'],
    ] as const) {
      await writeTest(server.current, { title, status });
    }
    await writeTest(server.current, { title: 'Ertaga', startsAt: new Date(Date.now() + HOUR) });
    const over = await writeTest(server.current, { title: 'Kecha', endsAt: new Date(Date.now() - 1) });
    expect((await mine()).data).toEqual([]);
    const { id } = await server.current.db.kysely
      .insertInto('test_attempt')
      .values({ test_id: over, user_id: PEOPLE.keeper.id, tries_left: 2, started_at: null, deadline: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await mine()).data).toEqual([]);
    await writeResult(server.current, id, { ago: HOUR, left: 2 });
    // Nothing can be handed in any more, so no try is left: it is old, and nothing reminds of it.
    const [ended] = (await mine()).data;
    expect(ended).toMatchObject({ title: 'Kecha', tries_left: 0, test_results: [{ try: 0 }] });
  });

  it('begins an attempt once, in the first state of its chart, with a row of the log that has no person', async () => {
    const id = await writeTest(server.current, {});
    await mine();
    await mine();
    const { attempt_id } = await own(id);
    const rows = await server.current.db.kysely
      .selectFrom('record_log')
      .select(['machine', 'event', 'state_before', 'state_after', 'user_id'])
      .where('kind', '=', 'test_attempt')
      .where('record_id', '=', attempt_id)
      .execute();
    expect(rows).toEqual([
      { machine: 'testSitting', event: 'attempt.open', state_before: null, state_after: 'ready', user_id: null },
    ]);
  });

  it('names the hourly test first by the same function as the browser', async () => {
    const first = await writeTest(server.current, { title: 'Yangi' });
    const second = await writeTest(server.current, { title: 'Soatlik' });
    const fresh = await own(first);
    const hourly = await own(second);
    await writeResult(server.current, hourly.attempt_id, { ago: TWO_HOURS - 60_000, left: 1 });
    expect((await mine()).meta.current).toBe(hourly.attempt_id);
    await server.current.db.kysely
      .updateTable('test_result')
      .set({ created_at: new Date(Date.now() - TWO_HOURS) })
      .execute();
    expect((await mine()).meta.current).toBe(fresh.attempt_id);
  });
});

describe('POST /test/skip', () => {
  it('moves the last update to now; adds no entry, takes no try', async () => {
    const { attempt_id } = await own(await writeTest(server.current));
    await writeResult(server.current, attempt_id, { ago: 100 * 60_000, left: 2 });
    await writeResult(server.current, attempt_id, { ago: 90 * 60_000, left: 1, sitting: 2 });
    const before = (await mine()).data[0];
    const from = Date.now();
    const answer = await server.current.do('keeper', testSkip, { body: { attempt_id } });
    expect(Object.keys(answer)).toEqual(['message']);
    const after = (await mine()).data[0];
    const [untouched, moved] = after?.test_results ?? [];
    expect(untouched).toEqual(before?.test_results[0]);
    expect(moved).toEqual({ ...before?.test_results[1], updated_at: moved?.updated_at });
    expect(Date.parse(moved?.updated_at ?? '')).toBeGreaterThanOrEqual(from);
    expect(after?.tries_left).toBe(before?.tries_left);
  });

  it('takes a test that has left the group meanwhile', async () => {
    const { attempt_id } = await own(await writeTest(server.current));
    await writeResult(server.current, attempt_id, { ago: TWO_HOURS + 1, left: 0 });
    expect((await server.current.call('keeper', testSkip, { body: { attempt_id } })).status).toBe(200);
  });

  it('refuses what has no result yet, another person’s attempt and one that is not there', async () => {
    const { attempt_id } = await own(await writeTest(server.current));
    const early = await server.current.call('keeper', testSkip, { body: { attempt_id } });
    expect([early.status, early.error.code, early.error.state]).toEqual([409, 'not_allowed_now', 'ready']);
    await writeResult(server.current, attempt_id, { left: 2 });
    for (const [who, id] of [
      ['counter1', attempt_id],
      ['keeper', NOTHING],
    ] as const) {
      expect((await server.current.call(who, testSkip, { body: { attempt_id: id } })).status).toBe(404);
    }
  });
});
