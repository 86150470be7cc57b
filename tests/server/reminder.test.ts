/** The test that the header counts to (spec 4 "Test reminder"; decisions 11–14). */
import { afterEach, describe, expect, it } from 'vitest';
import { testReminder } from '../../contract/reminder.ts';
import { myTests, testSkip, testStart } from '../../contract/staffTests.ts';
import { forgetTests, writeResult, writeTest } from './testKit.ts';
import { type PersonName, withServer } from './world.ts';

const server = withServer();
afterEach(() => forgetTests(server.current));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A test of everybody with results of one person, by their age; the attempt. */
async function taken(who: PersonName, title: string, results: { ago: number; left: number }[]): Promise<number> {
  await writeTest(server.current, { title });
  const { data } = await server.current.do(who, myTests);
  const attempt = data.find((test) => test.title === title)?.attempt_id ?? 0;
  for (const [at, result] of results.entries())
    await writeResult(server.current, attempt, { ...result, sitting: at + 1 });
  return attempt;
}

const asked = async (who: PersonName, ...counted: number[]) =>
  server.current.do(who, testReminder, counted.length === 0 ? {} : { query: { counted: counted.join(',') } });
const attempts = async (...of: Parameters<typeof asked>) => (await asked(...of)).data.map((one) => one.attempt_id);

/** Milliseconds until zero, by the server's own clock. */
const left = ({ data, meta }: Awaited<ReturnType<typeof asked>>) =>
  data[0] === undefined ? null : Date.parse(data[0].remind_at) - Date.parse(meta.now);

describe('the reminder', () => {
  it('is of an hourly test: two hours after the newest update, with its first try', async () => {
    const attempt = await taken('keeper', 'Bir', [{ ago: 30 * MINUTE, left: 2 }]);
    const one = await asked('keeper');
    expect(one.data).toMatchObject([{ attempt_id: attempt, title: 'Bir', first_try: true }]);
    expect(Math.abs((left(one) ?? 0) - 90 * MINUTE)).toBeLessThan(MINUTE);
    await writeResult(server.current, attempt, { ago: 10 * MINUTE, left: 1, sitting: 2 });
    const two = await asked('keeper');
    expect(two.data[0]?.first_try).toBe(false);
    expect(Math.abs((left(two) ?? 0) - 110 * MINUTE)).toBeLessThan(MINUTE);
  });

  it.each([
    ['no results', []],
    ['no try left', [{ ago: MINUTE, left: 0 }]],
    ['a window that has passed', [{ ago: 2 * HOUR + 1, left: 1 }]],
  ])('is none with %s', async (_, results) => {
    await taken('keeper', 'Bir', results);
    expect(await attempts('keeper')).toEqual([]);
  });

  it('is of every hourly one, the nearest zero first', async () => {
    const last = await taken('keeper', 'Ikki marta', [
      { ago: 110 * MINUTE, left: 2 },
      { ago: MINUTE, left: 1 },
    ]);
    const next = await taken('keeper', 'Keyingi', [{ ago: 10 * MINUTE, left: 1 }]);
    const first = await taken('keeper', 'Birinchi', [{ ago: 60 * MINUTE, left: 1 }]);
    expect(await attempts('keeper')).toEqual([first, next, last]);
  });

  it('stays with the counted attempts after their window, until no try is left', async () => {
    const attempt = await taken('keeper', 'Bir', [{ ago: 3 * HOUR, left: 2 }]);
    expect(await attempts('keeper')).toEqual([]);
    expect(left(await asked('keeper', attempt))).toBeLessThan(0);
    const later = await taken('keeper', 'Ikki', [
      { ago: 4 * HOUR, left: 2 },
      { ago: HOUR, left: 1 },
    ]);
    expect(await attempts('keeper', later, attempt, 2_000_000_000)).toEqual([attempt, later]);
    expect(await attempts('keeper', later)).toEqual([later]);
    await writeResult(server.current, attempt, { left: 0, sitting: 2 });
    expect(await attempts('keeper', later, attempt)).toEqual([later]);
  });

  it('is not at zero while the person sits at the test', async () => {
    const attempt = await taken('keeper', 'Bir', [{ ago: 2 * HOUR - 1000, left: 1 }]);
    await server.current.do('keeper', testStart, { body: { attempt_id: attempt } });
    const sits = await asked('keeper', attempt);
    // ten minutes and the half minute of grace
    expect(Math.abs((left(sits) ?? 0) - 10.5 * MINUTE)).toBeLessThan(MINUTE / 4);
  });

  it("is a person's own", async () => {
    const attempt = await taken('keeper', 'Bir', [{ ago: MINUTE, left: 1 }]);
    expect(await attempts('deputy')).toEqual([]);
    expect(await attempts('deputy', attempt)).toEqual([]);
  });

  it('is over once it is put off at zero: the test is not hourly any more', async () => {
    const attempt = await taken('keeper', 'Bir', [{ ago: 2 * HOUR, left: 1 }]);
    await server.current.do('keeper', testSkip, { body: { attempt_id: attempt } });
    expect(await attempts('keeper')).toEqual([]);
  });
});
