/**
 * Incomes (areas 2.3, 4.16 `/income/revenues`): one of a source and a month that is over; checked by another person than who
 * wrote it; what scoring sees of them. Steps by state and person: `unblockRequests.test.ts`, the same chart.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { myDay } from '../../contract/day.ts';
import { clientIncome } from '../../contract/directories/clientIncome.ts';
import type { DirectoryBody } from '../../contract/directory/directory.ts';
import { noticeIndex } from '../../contract/notices.ts';
import { monthsAfter } from '../../contract/sale/schedule.ts';
import { applicantOf } from '../../server/clients/snapshot.ts';
import { tashkentDay } from '../../server/http/days.ts';
import type { Scene } from '../../server/lifecycle/lifecycle.ts';
import { ADAPTERS } from '../../server/scoring/sources.ts';
import { newPinfl } from './scoringKit.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const { calls, steps } = clientIncome;
type Body = DirectoryBody<typeof clientIncome>;
type Step = (typeof clientIncome.steps)[string];
const stepOf = (verb: string) => steps[`request.${verb}`] as Step;

const thisMonth = `${tashkentDay(new Date()).slice(0, 7)}-01`;
/** The 15th of so many months ago. */
const ago = (months: number) => `${monthsAfter(thisMonth, -months).slice(0, 8)}15`;

const body = (more: Partial<Body> = {}): Body => ({
  ...{
    pinfl: newPinfl(),
    fullname: 'Sinov Odam Odilovich',
    source: 'official' as const,
    month: ago(1),
    amount: 4_000_000,
  },
  ...more,
});
const made = async (more: Partial<Body> = {}) =>
  (await server.current.do('director', calls.create, { body: body(more) })).data;
const take = (who: PersonName, verb: string, id: number, sent: object = {}) =>
  server.current.call(who, stepOf(verb), { params: { id }, ...sent } as never);
async function checked(more: Partial<Body>): Promise<number> {
  const { id } = await made(more);
  await take('director', 'send', id);
  expect((await take('accountant', 'approve', id)).status).toBe(200);
  return id;
}
async function clientWith(pinfl: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO client (pinfl, fullname, birth_date, gender, consent, created_by)
    VALUES (${pinfl}, 'Sinov Mijoz', '1985-06-15', 'male', true, 13) RETURNING id`.execute(server.current.db.kysely);
  return rows[0]?.id ?? 0;
}
const faults = async (more: Partial<Body>) => {
  const { status, error } = await server.current.call('director', calls.create, { body: body(more) });
  return [status, Object.keys(error?.errors ?? {})];
};

beforeAll(async () => {
  const rules = { user_id: PEOPLE.accountant.id, resource: 'incomes', action: 'show', granted: true, until: null };
  await server.current.db.kysely.insertInto('user_rule').values(rules).execute();
});

describe('an income', () => {
  it('is of a month that is over, and one of a source and a month', async () => {
    expect(await faults({ month: thisMonth })).toEqual([422, ['month']]);
    expect(await faults({ month: ago(1), amount: 0 })).toEqual([422, ['amount']]);
    const pinfl = newPinfl();
    const { id } = await made({ pinfl });
    expect(await faults({ pinfl, month: `${ago(1).slice(0, 8)}03` })).toEqual([422, ['month']]);
    expect(await faults({ pinfl, source: 'pension' })).toEqual([200, []]);
    expect(await faults({ pinfl, month: ago(2) })).toEqual([200, []]);
    // given up, it is entered anew
    await take('director', 'cancel', id, { body: { reason: 'Xato kiritilgan' } });
    expect(await faults({ pinfl })).toEqual([200, []]);
  });

  it('is checked by another person than who wrote it, who is notified', async () => {
    const { id } = await made();
    await take('director', 'send', id);
    expect((await take('director', 'approve', id)).status).toBe(403);
    expect((await take('keeper', 'approve', id)).status).toBe(403);
    const { data: notices } = await server.current.do('accountant', noticeIndex, {});
    expect(JSON.stringify(notices)).toContain('clientIncome');
    expect((await take('accountant', 'approve', id)).status).toBe(200);
    expect((await server.current.do('director', calls.show, { params: { id } })).data.status).toBe('approved');
  });

  it('waits for who checks it with its month, and with its sum where numbers of clients are seen', async () => {
    const months = [ago(3), ago(4)];
    const ids: number[] = [];
    for (const month of months) {
      const { id } = await made({ pinfl: newPinfl(), fullname: 'Navbat Kutgan Odam', month });
      await take('director', 'send', id);
      ids.push(id);
    }
    const waiting = async () =>
      (await server.current.do('accountant', myDay)).data.queue
        .filter(({ name }) => name === 'Navbat Kutgan Odam')
        .sort((one, other) => one.id - other.id)
        .map(({ id, about, sums }) => ({ id, about, sums }));
    const abouts = months.map((month) => month.split('-').reverse().join('.'));
    expect(await waiting()).toEqual(ids.map((id, at) => ({ id, about: abouts[at], sums: { UZS: 4_000_000 } })));
    const { kysely } = server.current.db;
    const withheld = (action: string) => ({
      ...{ user_id: PEOPLE.accountant.id, resource: 'client', action, granted: false, until: null },
    });
    await kysely.insertInto('user_rule').values(['edit', 'allshow'].map(withheld)).execute();
    expect(await waiting()).toEqual(ids.map((id, at) => ({ id, about: abouts[at], sums: {} })));
    await kysely
      .deleteFrom('user_rule')
      .where('user_id', '=', PEOPLE.accountant.id)
      .where('resource', '=', 'client')
      .execute();
  });

  it('of a client names the card by the PINFL; numbers and sums are masked in the list and its search finds no number', async () => {
    const pinfl = newPinfl();
    const { id, client } = await made({ pinfl });
    expect(client).toBeNull();
    const card = await clientWith(pinfl);
    expect((await server.current.do('director', calls.show, { params: { id } })).data.client).toBe(card);
    const { data } = await server.current.do('director', calls.index, { query: { status: 'draft', per_page: 100 } });
    expect(data.find((one) => one.id === id)).toMatchObject({
      ...{
        pinfl: `3*********${pinfl.slice(-4)}`,
        amount: null,
        earned: 4_000_000,
        average: null,
        months: 0,
        checked_by: null,
      },
    });
    const grant = { user_id: PEOPLE.viewer.id, resource: 'incomes', action: 'show', granted: true, until: null };
    await server.current.db.kysely.insertInto('user_rule').values(grant).execute();
    const seen = (await server.current.do('viewer', calls.show, { params: { id } })).data;
    expect(seen).toMatchObject({ pinfl: `3*********${pinfl.slice(-4)}`, amount: null, earned: null });
    // who checks it sees what is checked
    expect((await server.current.do('accountant', calls.show, { params: { id } })).data).toMatchObject({
      pinfl,
      amount: 4_000_000,
    });
  });
});

describe('what scoring sees', () => {
  const ask = (pinfl: string) =>
    ADAPTERS.incomes(
      { client_id: null, model_id: null, pinfl, birth_date: '1985-06-15', prizma: false },
      { db: server.current.db.kysely, now: new Date() },
    );

  it('what was earned a month, over the months of the last six that have any; only what was checked', async () => {
    const pinfl = newPinfl();
    const person = { pinfl, fullname: 'Olti Oylik Odam' };
    expect(await ask(pinfl)).toEqual({ result: 'no_data', said: {}, stand_in: false });
    await checked({ ...person, month: ago(1), amount: 4_000_000 });
    await checked({ ...person, month: ago(1), source: 'card_turnover', amount: 1_000_000 });
    await checked({ ...person, month: ago(6), amount: 2_000_001 });
    await checked({ ...person, month: ago(7), amount: 90_000_000 });
    await made({ ...person, month: ago(3), amount: 90_000_000 });
    // (5,000,000 + 2,000,001) / 2
    expect(await ask(pinfl)).toEqual({ result: 'answered', said: { checked_income: 3_500_000 }, stand_in: false });
    expect((await ask(newPinfl())).result).toBe('no_data');
    const by = PEOPLE.accountant.fullname;
    // the list says the same, and who checked each; an application keeps it too
    const { data } = await server.current.do('director', calls.index, {
      query: { search: 'Olti Oylik', per_page: 100 },
    });
    expect(data.map(({ average, months, checked_by }) => [average, months, checked_by])).toEqual(
      // by month: the draft is of the third month ago
      [by, by, null, by, by].map((name) => [3_500_000, 2, name]),
    );
    const clientId = await clientWith(pinfl);
    const { checked_income } = await applicantOf({ db: server.current.db.kysely, now: new Date() } as Scene, clientId);
    expect(checked_income).toBe(3_500_000);
  });
});

describe('an income that is written', () => {
  it('is changed and taken back by who wrote it, refused with a reason, and its history names each step', async () => {
    const { id, version } = await made({ month: ago(2) });
    const on = server.current;
    const params = { id };
    const changed = body({ month: ago(2), amount: 5_000_000 });
    expect((await on.call('director', calls.update, { params, body: changed, ifMatch: version })).status).toBe(200);
    for (const verb of ['send', 'withdraw', 'send']) expect((await take('director', verb, id)).status).toBe(200);
    const reason = { body: { reason: 'Hujjat oʻqilmaydi' } };
    expect((await take('accountant', 'refuse', id, reason)).status).toBe(200);
    const history = await on.do('director', calls.history, { params });
    expect(history.data.map(({ event }) => event)).toEqual([
      'request.refuse',
      ...['request.send', 'request.withdraw', 'request.send'],
      ...['request.update', 'request.create'],
    ]);
    expect((await on.do('director', calls.choices, { query: {} })).data).toBeInstanceOf(Array);
  });
});
