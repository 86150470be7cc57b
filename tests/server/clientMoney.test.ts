/** Money of a client: the card, the list, the search by the number of a contract, and why each figure is what it is. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientFind } from '../../contract/clients.ts';
import { client as clients } from '../../contract/directories/client.ts';
import type { DirectoryRow } from '../../contract/directory/directory.ts';
import { clientMoney } from '../../contract/sale/clientMoney.ts';
import { figureStory } from '../../contract/sale/stories.ts';
import { type StoryFigure, type Subject, sumWithout } from '../../contract/sale/story.ts';
import { K, type Signed, Till } from './moneyKit.ts';
import { expectTotals } from './totalsKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const till = new Till(() => server.current);
const LATE: Signed = {
  ...{ signed: '2026-09-01', firstPayment: 0 },
  instalments: [{ due: '2026-11-10', amount: 100_000 }],
};
let client = 0;
let k = 0;
let number = '';
const paid: number[] = [];
let reversal = 0;

const ask = (
  figure: StoryFigure,
  subject: Subject,
  id: number,
  more: { day?: string; organization_id?: number } = {},
  who: PersonName = 'director',
) => server.current.call(who, figureStory, { query: { figure, subject, id, ...more } });
const story = async (...asked: Parameters<typeof ask>) => {
  const answer = await ask(...asked);
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  return answer.body.data;
};

beforeAll(async () => {
  await till.desks();
  client = await till.client();
  k = await till.sign(client, K);
  const { rows } = await sql<{ number: string }>`SELECT number FROM document WHERE id = ${k}`.execute(till.kysely);
  number = rows[0]?.number ?? '';
  const { kysely } = server.current.db;
  const granted = [
    [PEOPLE.stranger.id, 'client', 'show'],
    [PEOPLE.viewer.id, 'client', 'show'],
    [PEOPLE.viewer.id, 'contract', 'show'],
  ] as const;
  await kysely
    .insertInto('user_rule')
    .values(granted.map(([user_id, resource, action]) => ({ user_id, resource, action, granted: true, until: null })))
    .onConflict((one) => one.doNothing())
    .execute();
  // contract K of the worked examples
  await till.day('2026-11-23');
  paid.push(await till.paid(client, [k], 200_000));
  await till.day('2026-11-24');
  await till.handOver(client, k);
  await till.day('2026-12-10');
  paid.push(await till.paid(client, [k], 500_000));
  await till.day('2026-12-15');
  await till.day('2027-01-16');
  await till.day('2027-01-18');
  paid.push(await till.paid(client, [k], 150_000));
  await till.day('2027-01-20');
  const answer = await till.reverse(paid[1] as number);
  reversal = answer.body.data.reversed_by?.id ?? 0;
});

describe('the card', () => {
  it('has debt, delay, prepaid, contracts with their standing and payments, those taken back too', async () => {
    const { data } = await server.current.do('director', clientMoney, { params: { id: client } });
    expect(data).toMatchObject({
      ...{ owed: 770_000, overdue: 462_000, overdue_days: 36, prepaid: 0, kept: 350_000, next_due: '2026-12-15' },
      contracts: [{ id: k, owed: 770_000, overdue: 462_000, instalments: 3, paid: 0, status: 'active' }],
      payments_total: 3,
    });
    expect(data.payments.map(({ id, amount, reversed }) => [id, amount, reversed?.id ?? null])).toEqual([
      [paid[2], 150_000, null],
      [paid[1], 500_000, reversal],
      [paid[0], 200_000, null],
    ]);
    expect(data.payments[1]?.reversed?.reason).toBe('Xato olingan');
  });
  it('shows a person of another branch nothing of it, and nobody without the right', async () => {
    await till.kysely
      .updateTable('app_user')
      .set({ organization_id: OTHER_ORGANIZATION })
      .where('id', '=', PEOPLE.viewer.id)
      .execute();
    const { data } = await server.current.do('viewer', clientMoney, { params: { id: client } });
    expect(data).toMatchObject({ owed: 0, contracts: [], payments: [], payments_total: 0, kept: 0 });
    expect((await server.current.call('stranger', clientMoney, { params: { id: client } })).status).toBe(403);
    expect((await server.current.call('director', clientMoney, { params: { id: 999_999 } })).status).toBe(404);
    expect((await ask('owed', 'contract', k, {}, 'viewer')).status).toBe(404);
    expect((await ask('cash', 'account', 1, {}, 'viewer')).status).toBe(404);
  });
});

describe('the list of clients', () => {
  const list = async (who: PersonName, query: object = {}) =>
    (await server.current.do(who, clients.calls.index, { query: query as never })).data;

  it('has debt, delay and prepaid for who may see sums', async () => {
    const money = { owed: 770_000, overdue: 462_000, overdue_days: 36, prepaid: 0, contracts: 1 };
    expect((await list('director')).find(({ id }) => id === client)?.money).toEqual(money);
    expect((await list('stranger')).find(({ id }) => id === client)?.money).toBeNull();
    expect((await list('viewer')).find(({ id }) => id === client)?.money).toMatchObject({ owed: 0, contracts: 0 });
  });
  it('has the totals of what the person sees, and none where that is no sum', async () => {
    type Row = DirectoryRow<typeof clients>;
    for (const who of ['director', 'viewer'] as const)
      await expectTotals<Row>(
        server.current,
        who,
        clients.calls.index as never,
        {},
        {
          owed: ({ money }) => money?.owed,
          overdue: ({ money }) => money?.overdue,
          prepaid: ({ money }) => money?.prepaid,
        },
      );
    await expectTotals<Row>(server.current, 'stranger', clients.calls.index as never, {}, {});
  });
  it('is in order of the last event unasked: who bought or paid last stands first', async () => {
    const older = await till.client('Botir Aliyev');
    await sql`UPDATE client SET last_event = '2020-01-01'`.execute(till.kysely);
    expect((await list('director'))[0]?.id).toBe(older);
    await till.sign(client, LATE, OTHER_ORGANIZATION);
    expect((await list('director'))[0]).toMatchObject({ id: client });
    expect((await list('director', { sort: 'last_event' })).at(-1)?.id).toBe(client);
  });
  it('finds a client by the whole number of a contract that the person sees', async () => {
    const find = async (who: PersonName, written: string) =>
      (await server.current.do(who, clientFind, { body: { number: written } })).data;
    const found = await find('director', ` ${number.toLowerCase()} `);
    expect([found.kind, found.clients.map(({ id }) => id)]).toEqual(['contract', [client]]);
    expect((await find('viewer', number)).clients).toEqual([]);
    expect((await find('stranger', number)).clients).toEqual([]);
  });
});

describe('why', () => {
  it.each([
    ['2026-11-23', 0, 200_000, 0, 0],
    ['2026-11-24', 920_000, 0, 0, 0],
    ['2026-12-14', 920_000, 500_000, 0, 0],
    ['2026-12-15', 614_000, 194_000, 0, 0],
    ['2027-01-16', 420_000, 0, 112_000, 1],
    ['2027-01-19', 308_000, 38_000, 0, 0],
    ['2027-01-20', 770_000, 0, 462_000, 36],
  ])('of contract K on %s: owed %i, prepaid %i, overdue %i, days %i', async (day, owed, prepaid, overdue, days) => {
    for (const [figure, expected] of Object.entries({ owed, prepaid, overdue, days }) as [StoryFigure, number][]) {
      const told = await story(figure, 'contract', k, { day });
      expect([told.total, told.agrees, told.ledger], figure).toEqual([expected, true, expected]);
      expect(
        told.lines.reduce((sum, { change }) => sum + change, 0),
        figure,
      ).toBe(told.sum);
    }
  });

  it('names its documents, what was taken back with its reason, and days before and after', async () => {
    const told = await story('owed', 'contract', k);
    expect([told.day, told.previous, told.next, told.subject.title]).toEqual([
      '2027-01-20',
      '2027-01-18',
      null,
      number,
    ]);
    const back = told.lines.find(({ what }) => what === 'reversed');
    expect(back).toMatchObject({ document: reversal, source: paid[1], change: 500_000, undone: true });
    expect(told.documents.find(({ id }) => id === reversal)).toMatchObject({
      kind: 'cash',
      reason: 'Xato olingan',
      seen: true,
    });
    expect((await story('owed', 'contract', k, { day: '2026-11-30' })).next).toBe('2026-12-10');
  });

  it('of a client over all contracts, of free money at a desk, and of an account', async () => {
    expect((await story('owed', 'client', client)).total).toBe(770_000);
    const { status, error } = await ask('prepaid', 'free', client);
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['organization_id']]);
    // no money of the client was ever free
    const free = await ask('prepaid', 'free', client, { organization_id: ORGANIZATION });
    expect([free.status, free.body.data?.total]).toEqual([200, 0]);
    const cash = await story('cash', 'account', 1);
    expect([cash.total, cash.agrees, cash.lines.map(({ change, undone }) => [change, undone])]).toEqual([
      350_000,
      true,
      [
        [200_000, false],
        [500_000, true],
        [150_000, false],
        [-500_000, true],
      ],
    ]);
    expect((await story('cash', 'account', 1, { day: '2027-01-18' })).total).toBe(850_000);
    expect((await ask('cash', 'client', client)).status).toBe(422);
  });

  it('of a busy account tells months and days in one sum each, and the day itself by documents', async () => {
    for (let n = 0; n < 30; n += 1)
      await sql`INSERT INTO cash_entry (cash_account_id, amount, document_id, practice_day_id, created_by)
        SELECT 1, 1000, ${paid[0]}, id, 1 FROM practice_day WHERE organization_id = ${ORGANIZATION} AND date = '2026-12-10'`.execute(
        till.kysely,
      );
    const told = await story('cash', 'account', 1);
    expect([told.total, told.agrees]).toEqual([380_000, true]);
    expect(told.lines.map(({ what, day, until, count }) => [what, day, until, count])).toEqual([
      ['span', '2026-11-23', '2026-11-23', 1],
      ['span', '2026-12-10', '2026-12-10', 31],
      ['span', '2027-01-18', '2027-01-18', 1],
      ['given_back', '2027-01-20', null, 1],
    ]);
    // the payment is part of the sum of its day: what took it back is money that left, or the rest would not make the figure
    expect(told.lines.at(-1)).toMatchObject({ change: -500_000, undone: false });
    expect(sumWithout(told.lines)).toBe(380_000);
    // taken back on its own day, both are marked
    const wrong = await till.paid(client, [k], 1_000);
    await till.reverse(wrong);
    const both = await story('cash', 'account', 1);
    expect(both.lines.slice(-3).map(({ change, undone }) => [change, undone])).toEqual([
      [-500_000, false],
      [1_000, true],
      [-1_000, true],
    ]);
    expect([both.total, sumWithout(both.lines), both.agrees]).toEqual([380_000, 380_000, true]);
  });
});
