/** What the product ships with: stock that came on many days, so that ages and past days have something to show. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actCancel } from '../../contract/counting.ts';
import { residueIndex } from '../../contract/residues.ts';
import { REPLAYED, workflowDocuments, workflowTimes } from '../../contract/workflows.ts';
import { createApp } from '../../server/app.ts';
import type { Database } from '../../server/db/open.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { seedDemo } from '../../server/seed/demo.ts';
import { call, DAY, type Desk } from '../../server/seed/desk.ts';
import { Random } from '../../server/seed/random.ts';
import { checkLedgers } from '../../server/stock/ledgerCheck.ts';
import { freshDatabase } from '../server/stock/database.ts';

let db: Database;

beforeAll(async () => {
  db = await freshDatabase();
  await seedDemo(db, { size: 600 });
});
afterAll(() => db.close());

const desk = (): Desk => ({
  db,
  app: createApp({ database: db, production: false, log: () => {} }),
  clock: { now: new Date() },
  tokens: new Map(),
  random: new Random('test'),
});

const residues = (query: Record<string, string | number>) =>
  call(desk(), 'director', residueIndex, { query: { per_page: 100, ...query } });

it('goods came on many days of the last four months, each posted on its own practice day', async () => {
  const { rows } = await sql<{ days: number; oldest: number; wrong: number }>`
    SELECT count(DISTINCT y.date)::integer AS days, (current_date - min(y.date))::integer AS oldest,
           (count(*) FILTER (WHERE (m.created_at AT TIME ZONE 'Asia/Tashkent')::date <> y.date))::integer AS wrong
    FROM stock_move m JOIN product_invoice i ON i.id = m.document_id JOIN practice_day y ON y.id = m.practice_day_id`.execute(
    db.kysely,
  );
  expect(rows[0]?.days).toBeGreaterThan(12);
  expect(rows[0]?.oldest).toBeGreaterThan(90);
  expect(rows[0]?.wrong).toBe(0);
  const { rows: entries } = await sql<{ wrong: number; n: number }>`
    SELECT count(*)::integer AS n,
           (count(*) FILTER (WHERE (e.created_at AT TIME ZONE 'Asia/Tashkent')::date <> y.date))::integer AS wrong
    FROM partner_entry e JOIN practice_day y ON y.id = e.practice_day_id`.execute(db.kysely);
  expect(entries[0]).toMatchObject({ wrong: 0 });
  expect(entries[0]?.n).toBeGreaterThan(12);
});

it('residues have ages, and past days have their own figures', async () => {
  const now = await residues({});
  expect(now.meta.ages['90']).toBeGreaterThan(0);
  expect(now.meta.ages['30']).toBeLessThan(now.meta.ages.all ?? 0);
  const on = async (ago: number) =>
    (await residues({ date: tashkentDay(new Date(Date.now() - ago * DAY)) })).meta.totals.units;
  const [early, middle, late] = [await on(115), await on(60), await on(1)];
  expect(early).toBeGreaterThan(0);
  expect(middle).toBeGreaterThan(early);
  expect(late).toBeGreaterThan(middle);
  expect(await on(130)).toBe(0);
});

it('leaves one open day an organization, today’s, and ledgers that agree', async () => {
  const open = await db.kysely
    .selectFrom('practice_day')
    .select(['date', 'closed_by'])
    .where('status', '<>', 'closed')
    .execute();
  expect(open.length).toBeGreaterThan(0);
  expect(open.every((day) => day.date === tashkentDay(new Date()) && day.closed_by === null)).toBe(true);
  for (const { ledger, checked, differences } of await checkLedgers(db)) {
    expect(checked, ledger).toBeGreaterThan(0);
    expect(differences, ledger).toEqual([]);
  }
});

it('who analyses sees as much of every workflow as who directs, and changes none of it', async () => {
  const works = desk();
  const seen = async (who: string, machine: (typeof REPLAYED)[number]) => {
    const { meta } = await call(works, who, workflowDocuments, { query: { machine } });
    const { data } = await call(works, who, workflowTimes, { query: { machine } });
    return { listed: meta.total, timed: data.documents, ended: data.ended };
  };
  for (const machine of REPLAYED) {
    const whole = await seen('director', machine);
    for (const who of ['analyst', 'qa']) expect(await seen(who, machine), `${machine} of ${who}`).toEqual(whole);
  }
  expect((await seen('analyst', 'countingAct')).timed).toBeGreaterThan(5);
  expect((await seen('analyst', 'invoice')).timed).toBeGreaterThan(5);

  const { data: acts } = await call(works, 'analyst', workflowDocuments, { query: { machine: 'countingAct' } });
  const live = acts.find(({ state }) => state === 'counting');
  await expect(
    call(works, 'analyst', actCancel, { params: { id: live?.id ?? 0 }, body: { reason: 'Sinov' } }),
  ).rejects.toThrow('403');
});
