/** The person's own day (areas 4.2): what waits for whom, by rights and organization. */
import { afterEach, describe, expect, it } from 'vitest';
import { DUTIES_NAMED, type DutyKind, myDay } from '../../contract/day.ts';
import { myTests, testStart } from '../../contract/staffTests.ts';
import { countingAct, openAct, submit } from './acts.ts';
import { draft, sent, sum } from './invoiceKit.ts';
import { forgetTests, writeResult, writeTest } from './testKit.ts';
import { type PersonName, withServer } from './world.ts';

const server = withServer();
afterEach(() => forgetTests(server.current));

const dayOf = async (who: PersonName) => (await server.current.do(who, myDay)).data;
const dutyOf = async (who: PersonName, kind: DutyKind) => (await dayOf(who)).duties.find((duty) => duty.kind === kind);

describe('what waits', () => {
  it('is nothing for who has no rights, with the practice day of the own branch', async () => {
    const day = await dayOf('nobody');
    expect(day.duties).toEqual([]);
    expect(day.practice_day).toMatchObject({ id: expect.any(Number), status: 'open' });
  });

  it('is an act for its counter until the list is handed in, and then for who manages it', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    const one = await dutyOf('counter1', 'count');
    expect(one).toMatchObject({ count: 1, first: [{ id, counter_id: counters[0], status: 'counting' }] });
    expect(await dutyOf('counter3', 'count')).toBeUndefined();
    expect((await dutyOf('keeper', 'decide'))?.first.map((duty) => duty.id) ?? []).not.toContain(id);
    await submit(server.current, 'counter1', counters[0] ?? 0, []);
    expect(await dutyOf('counter1', 'count')).toBeUndefined();
    await submit(server.current, 'counter2', counters[1] ?? 0, []);
    // its maker, and who manages every act; not who may only read them
    for (const who of ['keeper', 'deputy'] as const) {
      expect((await dutyOf(who, 'decide'))?.first).toContainEqual(expect.objectContaining({ id, status: 'counted' }));
    }
    expect(await dutyOf('viewer', 'decide')).toBeUndefined();
  });

  it('names the oldest of a kind and counts the others', async () => {
    const before = (await dutyOf('stranger', 'decide'))?.count ?? 0;
    const opened: number[] = [];
    for (let at = 0; at < DUTIES_NAMED + 2; at += 1) opened.push(await openAct(server.current, 'stranger'));
    const decide = await dutyOf('stranger', 'decide');
    expect(decide?.count).toBe(before + opened.length);
    expect(decide?.first.map((duty) => duty.id)).toEqual(opened.slice(0, DUTIES_NAMED));
    // a new act waits for its maker alone
    expect((await dutyOf('deputy', 'decide'))?.first.map((duty) => duty.id)).not.toContain(opened[0]);
  });

  it('is a draft for who wrote it, and a sent invoice for who confirms', async () => {
    const waiting = await draft(server.current, [sum()]);
    expect((await dutyOf('purchaser', 'send'))?.first.map((duty) => duty.id)).toContain(waiting);
    expect(await dutyOf('director', 'send')).toBeUndefined();
    const gone = await sent(server.current, [sum()]);
    for (const who of ['accountant', 'director'] as const) {
      expect((await dutyOf(who, 'confirm'))?.first).toContainEqual(
        expect.objectContaining({ id: gone, status: 'sent', place: 'Artel Savdo' }),
      );
    }
    expect(await dutyOf('purchaser', 'confirm')).toBeUndefined();
    expect((await dutyOf('purchaser', 'send'))?.first.map((duty) => duty.id)).not.toContain(gone);
  });

  it('is a test that was never taken', async () => {
    await writeTest(server.current, { title: 'Kassa intizomi' });
    expect((await dayOf('nobody')).duties).toMatchObject([
      { kind: 'test', count: 1, first: [{ name: 'Kassa intizomi', status: 'new', place: null }] },
    ]);
  });

  it('is first of all a test whose minutes run, also one whose hour has passed', async () => {
    const on = server.current;
    await openAct(on, 'stranger');
    await writeTest(on, { title: 'Yongʻin xavfsizligi' });
    await writeTest(on, { title: 'Kassa intizomi' });
    const tests = (await on.do('stranger', myTests, {})).data;
    const attempt_id = tests.find(({ title }) => title === 'Yongʻin xavfsizligi')?.attempt_id ?? 0;
    await writeResult(on, attempt_id, { ago: 5 * 3_600_000, left: 2 });
    const waiting = async () =>
      (await dayOf('stranger')).duties.map(({ kind, count, first }) => [kind, count, first.map(({ name }) => name)]);
    // its window has passed: it waits for nobody
    expect((await waiting()).at(-1)).toEqual(['test', 1, ['Kassa intizomi']]);
    await on.do('stranger', testStart, { body: { attempt_id } });
    expect((await waiting())[0]).toEqual(['test', 2, ['Yongʻin xavfsizligi', 'Kassa intizomi']]);
    expect((await dutyOf('stranger', 'test'))?.first[0]?.status).toBe('answering');
    expect((await on.do('stranger', myTests, {})).meta.current).toBe(attempt_id);
  });
});
