/** What the product ships with: stock that came on many days, so that ages and past days have something to show. */
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addressOf } from '../../contract/call.ts';
import { actCancel } from '../../contract/counting/acts.ts';
import { partner } from '../../contract/directories/partner.ts';
import { searchEverywhere } from '../../contract/everywhere.ts';
import { calls } from '../../contract/index.ts';
import { pledgeAnalysis } from '../../contract/pledgeAnalysis.ts';
import { residueIndex } from '../../contract/residues.ts';
import { REPLAYED, workflowDocuments, workflowLog, workflowTimes } from '../../contract/workflows.ts';
import { packedDemo, packingEnds } from '../../scripts/lib.mjs';
import { createApp } from '../../server/app.ts';
import { checkContracts } from '../../server/contracts/checks.ts';
import { type Database, openDatabase } from '../../server/db/open.ts';
import { knownErrors } from '../../server/directories/contractError.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { pastDays } from '../../server/seed/columns.ts';
import { seedDemo } from '../../server/seed/demo.ts';
import { call, DAY, type Desk, personOf } from '../../server/seed/desk.ts';
import { Random } from '../../server/seed/random.ts';
import { checkLedgers } from '../../server/stock/ledgerCheck.ts';
import { freshDatabase } from '../server/stock/database.ts';
import { compareQueues } from './queues.ts';

let db: Database;
/** A midnight that comes meanwhile changes nothing in it. */
let madeAt: Date;

/** What the build made of these very sources today: to make it once more takes more than a minute of a processor. */
function packedToday(): string | undefined {
  const packed = process.env.TEST_DATABASE_URL ? undefined : packedDemo();
  return packed !== undefined && tashkentDay(statSync(packed).mtime) === tashkentDay(new Date()) ? packed : undefined;
}

beforeAll(async () => {
  await packingEnds();
  madeAt = new Date();
  const template = packedToday();
  if (template !== undefined) {
    db = await openDatabase({ memory: true, template });
    return;
  }
  db = await freshDatabase();
  await seedDemo(db, { size: 600 });
}, 480_000);
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

it('goods came on many days of the last year, each posted on its own practice day', async () => {
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

it('the queue of twenty people is what their documents allow', () => compareQueues(desk()));

it('every document that has a number is found by it, of each kind the newest and the oldest', async () => {
  const { rows } = await sql<{ id: number; kind: string; number: string }>`
    SELECT d.id, d.kind, d.number FROM document d WHERE d.number IS NOT NULL AND d.id IN
      (SELECT unnest(ARRAY[min(id), max(id)]) FROM document WHERE number IS NOT NULL GROUP BY kind)`.execute(db.kysely);
  // the opening of a branch and the use of prepaid money are no documents that anybody opens
  const kinds = rows.filter(({ kind }) => kind !== 'stock_opening' && kind !== 'prepaid_offset');
  expect(new Set(kinds.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(11);
  const works = desk();
  for (const { id, kind, number } of kinds) {
    const { data } = await call(works, 'director', searchEverywhere, { body: { search: number.toLowerCase() } });
    const hits = data.find(({ group }) => group === 'documents')?.hits ?? [];
    expect(hits, `${kind} ${number}`).toContainEqual(expect.objectContaining({ id, title: number, exact: true }));
  }
});

it('what the director reads of the demo is answered in shapes that a browser takes, lists and two records of each', async () => {
  const works = desk();
  const readings = calls.filter(({ method, response }) => method === 'GET' && response !== undefined);
  const read = async (one: (typeof readings)[number], params: { id: number } | undefined): Promise<unknown> => {
    const { token } = await personOf(works, 'director');
    const address = addressOf(one, params);
    const answer = await works.app.request(address, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status, address).toBeLessThan(500);
    if (answer.status !== 200 || !answer.headers.get('content-type')?.includes('json')) return undefined;
    const body: unknown = await answer.json();
    const { error } = z.safeParse(one.response, body);
    expect(error?.issues, address).toBeUndefined();
    return body;
  };
  let lists = 0;
  for (const one of readings) {
    if (one.path.includes('{')) continue;
    const body = (await read(one, undefined)) as { data?: unknown } | undefined;
    if (!one.path.endsWith('/index') || !Array.isArray(body?.data)) continue;
    lists += 1;
    const of = one.path.replace(/index$/, '');
    const about = readings.filter(({ service, path }) => service === one.service && path.startsWith(of));
    for (const { id } of (body.data as { id: number }[]).slice(0, 2))
      for (const other of about) if (/^[^{]*\{id\}$/.test(other.path)) await read(other, { id });
  }
  expect(lists).toBeGreaterThan(80);
}, 120_000);

it('one car secures a contract whose terms ask for it, one was given back, and the price of such a car has fallen since', async () => {
  const { rows } = await sql<{ status: string; contract: string; owed: number; accepted: number }>`
    SELECT d.status, x.status AS contract, (c.total - c.first_payment)::float8 AS owed, e.accepted::float8 AS accepted
    FROM pledge_evaluation e JOIN document d ON d.id = e.id
    JOIN contract c ON c.pledge_evaluation_id = e.id JOIN document x ON x.id = c.id ORDER BY e.id`.execute(db.kysely);
  expect(rows.map(({ status, contract }) => [status, contract])).toEqual([
    ['released', 'cancelled'],
    ['pledged', 'awaiting_handover'],
  ]);
  // large appliances ask for one from 40,000,000 on
  for (const { owed, accepted } of rows) {
    expect(owed).toBeGreaterThanOrEqual(40_000_000);
    expect(owed).toBeLessThanOrEqual(accepted);
  }
  const date = `${tashkentDay(new Date(Date.now() - 60 * DAY))},${tashkentDay(new Date())}`;
  const { data } = await call(desk(), 'director', pledgeAnalysis, { query: { date } });
  const [model] = data.filter(({ pledged }) => pledged > 0);
  expect(model).toMatchObject({ pledged: 1, debt: rows[1]?.owed, security: rows[1]?.accepted });
  expect([model?.price_then, model?.price_now]).toEqual([131_000_000, 125_760_000]);
});

it('somebody whom a partner brought has bought in time, and the partner has the fee', async () => {
  const { rows } = await sql<{ event: string }>`
    SELECT e.event FROM event_log e JOIN initiative_client l ON l.id = e.document_id JOIN document d ON d.id = l.id
    WHERE d.status = 'rewarded' ORDER BY e.id`.execute(db.kysely);
  expect(rows.map(({ event }) => event)).toEqual(['lead.create', 'lead.call', 'lead.register', 'lead.reward']);
  const { rows: fees } = await sql<{ fee: number; charged: boolean }>`
    SELECT l.fee::float8 AS fee, c.charged_on <= l.valid_until AS charged FROM initiative_client l
    JOIN contract c ON c.id = l.contract_id`.execute(db.kysely);
  expect(fees).toEqual([{ fee: 50_000, charged: true }]);
});

it('residues have ages, and past days have their own figures', async () => {
  const ages = (await residues({ part: 'counts' })).meta.ages ?? {};
  expect(ages['90']).toBeGreaterThan(0);
  expect(ages['30']).toBeLessThan(ages.all ?? 0);
  const on = async (ago: number) =>
    (await residues({ date: tashkentDay(new Date(Date.now() - ago * DAY)), part: 'totals' })).meta.totals?.units ?? 0;
  const figures = [await on(115), await on(60), await on(1)];
  expect(Math.min(...figures)).toBeGreaterThan(0);
  expect(new Set(figures).size).toBe(3);
  expect(await on(pastDays(madeAt) + 1)).toBe(0);
});

it('leaves one open day an organization, today’s, and ledgers that agree', async () => {
  const open = await db.kysely
    .selectFrom('practice_day')
    .select(['date', 'closed_by'])
    .where('status', '<>', 'closed')
    .execute();
  expect(open.length).toBeGreaterThan(0);
  expect(open.every((day) => day.date === tashkentDay(madeAt) && day.closed_by === null)).toBe(true);
  for (const { ledger, checked, differences } of await checkLedgers(db)) {
    expect(checked, ledger).toBeGreaterThan(0);
    expect(differences, ledger).toEqual([]);
  }
});

it('the checks of contracts find the two errors that were planted, and no other', async () => {
  const { rows } = await sql<{ id: number; status: string }>`SELECT c.id, d.status FROM contract c
    JOIN document d ON d.id = c.id WHERE c.signed_on IS NOT NULL ORDER BY c.id`.execute(db.kysely);
  const contracts = rows.map(({ id }) => id);
  const found = (await checkContracts(db.kysely, contracts, new Date())).sort(
    (one, other) => one.contract_id - other.contract_id,
  );
  const status = new Map(rows.map((row) => [row.id, row.status]));
  expect(
    found.map(({ contract_id, code, expected, actual }) => [status.get(contract_id), code, expected, actual]),
  ).toEqual([
    ['awaiting_handover', 'reserved_missing', 1, 0],
    ['signed', 'reserved_missing', 1, 0],
  ]);
  expect((await knownErrors(db.kysely, contracts)).map((one) => [one.contract_id, one.code, one.status])).toEqual(
    found.map(({ contract_id, code }) => [contract_id, code, 'found']),
  );
  // of each status in which something is checked
  expect(new Set(status.values())).toEqual(new Set(['signed', 'awaiting_handover', 'active', 'closed', 'cancelled']));
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

  // directory by directory: of all together the times are those of the newest five thousand records
  let archived = 0;
  for (const { directory } of servedDirectories()) {
    const { name: kind, document } = directory.spec;
    if (document) continue;
    const { data } = await call(works, 'analyst', workflowTimes, { query: { machine: 'directoryRecord', kind } });
    archived += data.ended;
  }
  expect(archived).toBe(3);

  const { data: acts } = await call(works, 'analyst', workflowDocuments, { query: { machine: 'countingAct' } });
  const live = acts.find(({ state }) => state === 'counting');
  await expect(
    call(works, 'analyst', actCancel, { params: { id: live?.id ?? 0 }, body: { reason: 'Sinov' } }),
  ).rejects.toThrow('403');
});

it('every declared directory has something to look at', async () => {
  for (const { directory, table } of servedDirectories()) {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(table.name)}`.execute(
      db.kysely,
    );
    expect(rows[0]?.n, directory.spec.name).toBeGreaterThanOrEqual(2);
  }
});

it('every record of a directory has the log of its calls: its version, its state and its words follow from it', async () => {
  // records that come with the release were added by no call
  const declared = servedDirectories().flatMap(({ directory: { spec }, table }) =>
    // those of documents are in the log of documents
    spec.fixed || spec.document ? [] : [[spec.name, table.name] as const],
  );
  const charts = new Map(
    servedDirectories().flatMap(({ directory: { spec } }) => (spec.chart ? [[spec.name, spec.chart] as const] : [])),
  );
  const { rows } = await sql<{ kind: string; id: number; version: number; active: boolean; lines: string[] }>`
    SELECT r.kind, r.id, r.version, r.active,
           (SELECT array_agg(l.event ORDER BY l.id) FROM record_log l WHERE l.kind = r.kind AND l.record_id = r.id) AS lines
    FROM (${sql.join(
      declared.map(([kind, table]) => sql`SELECT ${kind}::text AS kind, id, version, active FROM ${sql.table(table)}`),
      sql` UNION ALL `,
    )}) r`.execute(db.kysely);
  // the server's own person, who uses prepaid money, is made when first needed and signs in nowhere (decision 57)
  const own = await sql<{ id: number }>`SELECT id FROM app_user WHERE username = '#system'`.execute(db.kysely);
  const logged = rows.filter(({ kind, id }) => kind !== 'branchUser' || id !== own.rows[0]?.id);
  for (const { kind, id, version, active, lines } of logged) {
    const name = `${kind} ${id}`;
    const chart = charts.get(kind);
    expect(lines[0], name).toBe(chart?.begins ?? 'record.create');
    expect(lines, name).toHaveLength(version);
    if (chart !== undefined) continue;
    expect(lines.findLast((event) => event !== 'record.update') !== 'record.archive', name).toBe(active);
  }
  const ways = logged.map(({ lines }) => lines.filter((event) => event !== 'record.update').join(' '));
  expect(ways).toContain('record.create record.archive record.restore record.archive');

  // in the order of time, and in the words that the calls write
  const { rows: odd } = await sql`SELECT l.kind, l.record_id FROM record_log l JOIN record_log n
    ON n.kind = l.kind AND n.record_id = l.record_id AND n.id > l.id AND n.at <= l.at
    WHERE l.kind = ANY (${declared.map(([kind]) => kind)}::text[])`.execute(db.kysely);
  expect(odd).toEqual([]);
  const works = desk();
  const bare = { name: 'Sinov savdo', kind: 'company' as const, stir: '309999002', phone: '+998901112233' };
  const firm = { name: 'Sinov MChJ', stir: '309999003', bank: 'Bank', mfo: '01036', account: '20208000123456789012' };
  const { data: made } = await call(works, 'director', partner.calls.create, { body: { ...bare, firms: [firm] } });
  const wordsOf = async (id: number) => {
    const { data } = await call(works, 'director', workflowLog, {
      params: { id },
      query: { machine: 'directoryRecord', kind: 'partner' },
    });
    const { before = {}, after = {} } = (data.steps[0]?.payload ?? {}) as Partial<
      Record<'before' | 'after', Record<string, unknown>>
    >;
    return [
      Object.keys(before).sort(),
      Object.keys(after).sort(),
      Object.keys((after.firms as object[])[0] ?? {}).sort(),
    ];
  };
  expect(await wordsOf(1)).toEqual(await wordsOf(made.id));
});
