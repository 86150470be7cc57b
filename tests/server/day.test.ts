/** The person's own day (areas 4.2): what each person can move on, by right and branch, in the order of urgency. */
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { announcementCreate } from '../../contract/announcements.ts';
import { actCancel } from '../../contract/counting/acts.ts';
import { myDay, QUEUE_NAMED, type Queued, type QueueItem } from '../../contract/day.ts';
import { markupCategory } from '../../contract/settings/markupCategory.ts';
import { myTests, testStart } from '../../contract/staffTests.ts';
import { readTimes } from '../../server/queue/times.ts';
import { countingAct, openAct, submit } from './acts.ts';
import { confirm, draft, phones, send, sent, sum } from './invoiceKit.ts';
import { forgetTests, writeResult, writeTest } from './testKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, type PersonName, withServer } from './world.ts';

const server = withServer();
afterEach(() => forgetTests(server.current));

const dayOf = async (who: PersonName) => (await server.current.do(who, myDay)).data;
const queueOf = async (who: PersonName, chart: Queued) =>
  (await dayOf(who)).queue.filter((item) => item.chart === chart);
const idsOf = async (who: PersonName, chart: Queued) => (await queueOf(who, chart)).map(({ id }) => id);
const itemOf = async (who: PersonName, chart: Queued, id: number): Promise<QueueItem | undefined> =>
  (await queueOf(who, chart)).find((item) => item.id === id);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ago = (ms: number) => new Date(Date.now() - ms);
const write = (statement: ReturnType<typeof sql>) => statement.execute(server.current.db.kysely);
const cameIn = (id: number, since: Date) => write(sql`UPDATE document SET since = ${since} WHERE id = ${id}`);
const forgetStays = () => write(sql`DELETE FROM state_stay`);

describe('what a person can move on', () => {
  it('is nothing for who has no rights, with the practice day of the own branch', async () => {
    const day = await dayOf('nobody');
    expect(day).toMatchObject({ queue: [], more: [], held: { count: 0, first: [], rest: [] } });
    expect(day.practice_day).toMatchObject({ id: expect.any(Number), status: 'open' });
  });

  it('is an act for its counter until the list is handed in, and then for who manages it', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    const [first = 0, second = 0] = counters;
    expect(await itemOf('counter1', 'counter', first)).toMatchObject({
      ...{ of: id, state: 'counting', event: 'counter.submit', sums: {} },
      words: { kind: 'Sanoq roʻyxati', state: 'Sanalmoqda', step: 'Sanashni davom ettirish' },
    });
    expect(await idsOf('counter3', 'counter')).toEqual([]);
    expect(await idsOf('keeper', 'countingAct')).not.toContain(id);
    // who manages it may hand the list in instead, but that is not the step that is waited for
    expect(await idsOf('keeper', 'counter')).toEqual([]);
    await submit(server.current, 'counter1', first, []);
    expect(await idsOf('counter1', 'counter')).not.toContain(first);
    await submit(server.current, 'counter2', second, []);
    // its maker, and who manages every act; not who may only read them
    for (const who of ['keeper', 'deputy'] as const)
      expect(await itemOf(who, 'countingAct', id)).toMatchObject({ state: 'counted', event: 'act.complete' });
    expect(await idsOf('viewer', 'countingAct')).toEqual([]);
  });

  it('has no list of an act that was cancelled', async () => {
    const { id, counters } = await countingAct(server.current, ['counter3']);
    expect(await idsOf('counter3', 'counter')).toEqual(counters);
    await server.current.do('keeper', actCancel, { params: { id }, body: { reason: 'Boshqa kunga' } });
    expect(await idsOf('counter3', 'counter')).toEqual([]);
  });

  it('names the oldest of a state and says that there are more', async () => {
    const opened: number[] = [];
    for (let at = 0; at < QUEUE_NAMED + 2; at += 1) opened.push(await openAct(server.current, 'stranger'));
    expect(await idsOf('stranger', 'countingAct')).toEqual(opened.slice(0, QUEUE_NAMED));
    expect((await dayOf('stranger')).more).toMatchObject([
      { chart: 'countingAct', state: 'created', words: 'Sanoq dalolatnomasi, Ochilgan' },
    ]);
    expect((await dayOf('keeper')).more).toEqual([]);
  });

  it('is a draft for who wrote it, and a sent invoice for who confirms, with its sum', async () => {
    const waiting = await draft(server.current, [sum({ count: 3, value: 2000 })]);
    expect(await itemOf('purchaser', 'invoice', waiting)).toMatchObject({
      ...{ state: 'draft', event: 'invoice.send', about: 'Artel Savdo', sums: { UZS: 6000, USD: 0 }, late: null },
    });
    const gone = await sent(server.current, [sum()]);
    for (const who of ['accountant', 'director'] as const)
      expect(await itemOf(who, 'invoice', gone)).toMatchObject({ state: 'sent', event: 'invoice.confirm' });
    expect(await idsOf('purchaser', 'invoice')).not.toContain(gone);
    await confirm(server.current, gone);
    expect(await idsOf('accountant', 'invoice')).not.toContain(gone);
  });

  it('names apart what only a fact holds, and why', async () => {
    const empty = await draft(server.current);
    const { held, queue } = await dayOf('purchaser');
    expect(queue.map(({ id }) => id)).not.toContain(empty);
    expect(held.first).toContainEqual(
      expect.objectContaining({ chart: 'invoice', id: empty, state: 'draft', reason: expect.stringMatching(/\S/) }),
    );
    // one that is empty holds nobody up who does not send it
    expect((await dayOf('accountant')).held).toEqual({ count: 0, first: [], rest: [] });
    // of those that are not named it says how many, and in which state
    for (let more = 0; more < 4; more++) await draft(server.current);
    expect((await dayOf('purchaser')).held).toMatchObject({
      ...{ count: 5, first: { length: 3 } },
      rest: [{ chart: 'invoice', kind: null, state: 'draft', count: 2 }],
    });
    const unscanned = await draft(server.current, [phones(2)]);
    expect(await idsOf('purchaser', 'invoice')).toContain(unscanned);
  });

  it('is a day to close for who may close it in that branch, and drafts of the office for who publishes', async () => {
    const days = await queueOf('director', 'practiceDay');
    expect(days.map(({ of }) => of)).toContain(OTHER_ORGANIZATION);
    expect(days.every(({ event }) => event === 'day.startClosing')).toBe(true);
    expect((await queueOf('stranger', 'practiceDay')).every(({ of }) => of === ORGANIZATION)).toBe(true);
    const now = Date.now();
    const { data } = await server.current.do('director', announcementCreate, {
      body: {
        ...{ title_uz: 'Kassa', title_ru: 'Касса', body_uz: 'Soat 9 da.', body_ru: 'В 9.', everyone: true },
        ...{ position_ids: [], organization_ids: [], must_confirm: false },
        ...{ from: new Date(now).toISOString(), to: new Date(now + HOUR).toISOString() },
      },
    });
    expect(await itemOf('director', 'announcement', data.id)).toMatchObject({
      event: 'announcement.publish',
      name: 'Kassa',
    });
    const { data: markup } = await server.current.do('director', markupCategory.calls.create, {
      body: {
        ...{ category_id: 1, organization_id: null, no_cash: 10, additional: 0, other_additional: 0 },
        valid_from: '2027-01-10',
      },
    });
    expect(await itemOf('director', 'settingRevision', markup.id)).toMatchObject({
      ...{ kind: 'markupCategory', name: 'Tovarlar', event: 'revision.plan' },
    });
    expect(await idsOf('purchaser', 'settingRevision')).toEqual([]);
  });
});

describe('tests to take', () => {
  it('are those that were never taken', async () => {
    await writeTest(server.current, { title: 'Kassa intizomi' });
    expect((await dayOf('nobody')).queue).toMatchObject([
      { chart: 'testSitting', state: 'ready', event: 'test.start', name: 'Kassa intizomi', organization: null },
    ]);
  });

  it('come first of all while their minutes run, also when the hours have passed', async () => {
    const on = server.current;
    await writeTest(on, { title: 'Kassa intizomi' });
    await writeTest(on, { title: 'Yongʻin xavfsizligi' });
    const tests = (await on.do('stranger', myTests, {})).data;
    const attempt_id = tests.find(({ title }) => title === 'Yongʻin xavfsizligi')?.attempt_id ?? 0;
    await writeResult(on, attempt_id, { ago: 5 * HOUR, left: 2 });
    const names = async () => (await queueOf('stranger', 'testSitting')).map(({ name }) => name);
    // its window has passed, with tries left: it can still be taken
    expect(await names()).toEqual(['Kassa intizomi', 'Yongʻin xavfsizligi']);
    await on.do('stranger', testStart, { body: { attempt_id } });
    expect(await names()).toEqual(['Yongʻin xavfsizligi', 'Kassa intizomi']);
    expect((await dayOf('stranger')).queue[0]).toMatchObject({ state: 'answering', late: 'minutes' });
    expect((await on.do('stranger', myTests, {})).meta.current).toBe(attempt_id);
  });
});

describe('what is late', () => {
  /** The branch worked two hours the day before yesterday, and since an hour ago. */
  const workingDays = async () => {
    await write(sql`DELETE FROM practice_day WHERE organization_id = ${ORGANIZATION} AND status = 'closed'`);
    await write(sql`UPDATE practice_day SET date = (now() AT TIME ZONE 'Asia/Tashkent')::date, opened_at = ${ago(HOUR)}
      WHERE organization_id = ${ORGANIZATION}`);
    await write(sql`INSERT INTO practice_day (organization_id, practice_month_id, date, status, opened_at, closed_at)
      VALUES (${ORGANIZATION}, 1, (now() AT TIME ZONE 'Asia/Tashkent')::date - 2, 'closed', ${ago(48 * HOUR)}, ${ago(46 * HOUR)})`);
  };
  const stays = (minutes: number, count: number) =>
    write(
      sql`INSERT INTO state_stay (chart, state, span, count) VALUES ('invoice', 'sent', stay_span(${minutes}), ${count})`,
    );

  it('is what waits longer than nine of ten did, in the hours in which the branch had a day open', async () => {
    await workingDays();
    const long = await sent(server.current, [sum()]);
    const calendar = await sent(server.current, [sum()]);
    // an hour of the first day and an hour of today: 120 minutes
    await cameIn(long, ago(47 * HOUR));
    // an older look, but an hour of work
    await cameIn(calendar, ago(45 * HOUR));
    await forgetStays();
    await stays(100, 9);
    expect(await itemOf('accountant', 'invoice', long)).toMatchObject({ late: null, usual: null });
    await stays(1000, 1);
    const late = await itemOf('accountant', 'invoice', long);
    expect(late).toMatchObject({ late: 'usual', blocks: null });
    expect(late?.usual).toBeGreaterThanOrEqual(100);
    expect(late?.usual).toBeLessThan(106);
    expect(await itemOf('accountant', 'invoice', calendar)).toMatchObject({ late: null });
    // two of eleven stayed longer: it is no longer unusual
    await stays(2000, 1);
    expect(await itemOf('accountant', 'invoice', long)).toMatchObject({ late: null });
    await forgetStays();
  });

  it('is nothing in the first hour, however fast the others were', async () => {
    await workingDays();
    await forgetStays();
    const [fresh, old] = [await sent(server.current, [sum()]), await sent(server.current, [sum()])];
    // five minutes less than an hour of work, and five more
    await cameIn(fresh, ago(55 * MINUTE));
    await cameIn(old, ago(46 * HOUR + 5 * MINUTE));
    await stays(1, 10);
    expect(await itemOf('accountant', 'invoice', fresh)).toMatchObject({ late: null });
    expect(await itemOf('accountant', 'invoice', old)).toMatchObject({ late: 'usual', usual: 60 });
    // without a branch the hour is the calendar's
    const now = new Date();
    const times = await readTimes(server.current.db.kysely, now);
    expect(times.lateBefore('invoice', 'sent', null)).toEqual(new Date(now.getTime() - HOUR));
    await forgetStays();
  });

  it('comes first, the oldest on top, before what is older and not late', async () => {
    await workingDays();
    await forgetStays();
    const [older, old, young] = [
      await sent(server.current, [sum()]),
      await sent(server.current, [sum()]),
      await draft(server.current, [sum()]),
    ];
    await cameIn(old, ago(46.5 * HOUR));
    await cameIn(older, ago(47 * HOUR));
    await cameIn(young, ago(90 * HOUR));
    await stays(30, 10);
    const order = (await dayOf('director')).queue.map(({ id }) => id).filter((id) => [older, old, young].includes(id));
    expect(order).toEqual([older, old, young]);
    await forgetStays();
  });

  it('is also what keeps a day from being closed that is over', async () => {
    await forgetStays();
    const fresh = await sent(server.current, [sum()]);
    const unsent = await draft(server.current, [sum()]);
    await write(
      sql`UPDATE practice_day SET date = date - 1 WHERE organization_id = ${ORGANIZATION} AND status = 'open'`,
    );
    const [{ date } = { date: '' }] = (
      await sql<{ date: string }>`SELECT date::text FROM practice_day
        WHERE organization_id = ${ORGANIZATION} AND status = 'open'`.execute(server.current.db.kysely)
    ).rows;
    expect(await itemOf('director', 'invoice', fresh)).toMatchObject({ late: 'day', blocks: date });
    expect(await itemOf('director', 'invoice', unsent)).toMatchObject({ late: null, blocks: null });
    await write(
      sql`UPDATE practice_day SET date = date + 1 WHERE organization_id = ${ORGANIZATION} AND status = 'open'`,
    );
  });
});

describe('how long stays are', () => {
  const staysOf = async (chart: string, state: string) =>
    (
      await sql<{ span: number; count: number }>`SELECT span, count FROM state_stay
        WHERE chart = ${chart} AND state = ${state} ORDER BY span`.execute(server.current.db.kysely)
    ).rows;
  const spanOf = (minutes: number) => Math.floor(Math.log(1 + minutes) / Math.log(1.05));

  it('is counted as a step is taken, in working minutes, and the new state begins then', async () => {
    await write(
      sql`UPDATE practice_day SET opened_at = ${ago(HOUR)} WHERE organization_id = ${ORGANIZATION} AND status = 'open'`,
    );
    await forgetStays();
    const id = await sent(server.current, [sum()]);
    const [leftDraft] = await staysOf('invoice', 'draft');
    expect(leftDraft).toEqual({ span: 0, count: 1 });
    // half of that time the branch was closed
    await cameIn(id, ago(2 * HOUR));
    const before = Date.now();
    await confirm(server.current, id);
    expect(await staysOf('invoice', 'sent')).toEqual([{ span: spanOf(60), count: 1 }]);
    const { since } = await server.current.db.kysely
      .selectFrom('document')
      .select('since')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(since.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('is not counted by a step that keeps its state or is refused', async () => {
    const on = server.current;
    await forgetStays();
    const id = await draft(on, [sum()]);
    expect((await confirm(on, id)).status).toBe(409);
    expect(await staysOf('invoice', 'draft')).toEqual([]);
    await send(on, id);
    expect(await staysOf('invoice', 'draft')).toEqual([{ span: 0, count: 1 }]);
  });
});
