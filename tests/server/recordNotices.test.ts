/** The bell beyond documents: requests, dated settings that a second person settles, and the work of somebody who leaves. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  blackListApprove,
  blackListCancel,
  blackListCreate,
  blackListReasons,
  blackListRefuse,
  blackListSend,
  blackListWithdraw,
} from '../../contract/blackList.ts';
import type { Call } from '../../contract/call.ts';
import { branchUser } from '../../contract/directories/branchUser.ts';
import { classifierValue } from '../../contract/directories/classifierValue.ts';
import { type Notice, noticeIndex } from '../../contract/notices.ts';
import { carWearPercent } from '../../contract/settings/carWearPercent.ts';
import { moneySetting } from '../../contract/settings/moneySetting.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { draft } from './invoiceKit.ts';
import { ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const today = tashkentDay(new Date());
const soon = daysAfter(today, 30);
const kysely = () => server.current.db.kysely;

const ALL = Object.keys(PEOPLE).filter((name) => name !== 'newcomer') as PersonName[];
const bell = async (who: PersonName): Promise<Notice[]> => (await server.current.do(who, noticeIndex)).data;

/** Whose bell has something, with its events, the oldest first. */
async function bells(): Promise<Partial<Record<PersonName, string[]>>> {
  const found: Partial<Record<PersonName, string[]>> = {};
  for (const who of ALL) {
    const events = (await bell(who)).map(({ event }) => event).reverse();
    if (events.length > 0) found[who] = events;
  }
  return found;
}

const give = (who: PersonName, resource: string, action: string, granted = true) => ({
  ...{ user_id: PEOPLE[who].id, resource, action, granted, until: null },
});

beforeAll(async () => {
  await kysely()
    .insertInto('user_rule')
    .values([
      ...['show', 'confirm'].map((action) => give('keeper', 'money_setting', action)),
      // settles and does not see it
      give('deputy', 'money_setting', 'confirm'),
    ])
    .execute();
});
beforeEach(async () => {
  await kysely().deleteFrom('notice').execute();
});

describe('a request for the black list', () => {
  const reason = { reason: 'Hujjat yetarli emas' };
  async function request(): Promise<number> {
    const [{ id: reason_id } = { id: null }] = (await server.current.do('director', blackListReasons)).data;
    const body = {
      ...{ fullname: 'Sherzod Tursunov', pinfl: null, documents: [`AB${String(Date.now()).slice(-7)}`], comment: null },
      ...{ reason_id, from: today, to: null },
    };
    return (await server.current.do('director', blackListCreate, { body } as never)).data.id;
  }
  const step = (who: PersonName, call: Call, id: number, body?: object) =>
    server.current.do(who, call, { params: { id }, ...(body && { body }) } as never);

  beforeAll(async () => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM classifier WHERE code = 'black_list_reason'`.execute(
      kysely(),
    );
    const name = { uz: 'Soxta hujjat', ru: 'Поддельные документы' };
    await server.current.do('director', classifierValue.calls.create, {
      body: { classifier_id: rows[0]?.id ?? 0, name, code: 'fraud_of_test', place: 1, days: null },
    });
  });

  it.each([
    ['approves it', blackListApprove, undefined, 'request.approve', null],
    ['refuses it', blackListRefuse, reason, 'request.refuse', reason.reason],
    ['calls it off', blackListCancel, reason, 'request.cancel', reason.reason],
  ] as const)('that is sent concerns who may decide, and its author who %s', async (_, call, body, event, words) => {
    const id = await request();
    expect(await bells()).toEqual({});
    await step('director', blackListSend, id);
    // the director decides too, but not on the own request
    expect(await bells()).toEqual({ accountant: ['request.send'] });
    await step('accountant', call, id, body);
    expect(await bells()).toEqual({ accountant: ['request.send'], director: [event] });
    expect((await bell('director'))[0]).toMatchObject({
      ...{ machine: 'approval', event, words, counter_id: null },
      by: { id: PEOPLE.accountant.id },
      about: { id, name: 'Sherzod Tursunov' },
    });
  });

  it('that is taken back concerns nobody any more', async () => {
    const id = await request();
    await step('director', blackListSend, id);
    await step('director', blackListWithdraw, id);
    expect(await bells()).toEqual({ accountant: ['request.send'] });
    expect((await bell('accountant'))[0]?.about.state).toBe('draft');
  });
});

describe('a dated setting', () => {
  const { calls } = moneySetting;
  const send = async (who: PersonName, call: Call, options: object) =>
    (await server.current.do(who, call, options as never)) as { data: { id: number } };
  const write = async (amount: number) => {
    const figures = { kind: 'refund', organization_id: ORGANIZATION, amount, confirms_id: null };
    return (await send('director', calls.create, { body: { ...figures, valid_from: soon } })).data.id;
  };

  it('that a second person settles concerns who may, and who wrote it that it is settled', async () => {
    const id = await write(500_000);
    expect(await bells()).toEqual({ keeper: ['revision.create'] });
    expect((await bell('keeper'))[0]).toMatchObject({
      ...{ machine: 'settingRevision', kind: 'moneySetting', by: { id: PEOPLE.director.id } },
      about: { id, name: `${soon.split('-').reverse().join('.')} dan kuchga kiradi`, state: 'draft', look: 'new' },
    });
    await send('keeper', calls.plan, { params: { id } });
    expect(await bells()).toEqual({ keeper: ['revision.create'], director: ['revision.plan'] });
    expect((await bell('director'))[0]?.about).toMatchObject({ id, state: 'planned', look: 'waiting' });
  });

  it('that is dropped by who wrote it concerns nobody else', async () => {
    const id = await write(600_000);
    await send('director', calls.drop, { params: { id } });
    expect(await bells()).toEqual({ keeper: ['revision.create'] });
  });

  it('that one person settles alone concerns nobody', async () => {
    const body = { age: 32, mileage: 'to_50', percent: 12, valid_from: soon };
    const { data } = await send('director', carWearPercent.calls.create, { body });
    await send('director', carWearPercent.calls.plan, { params: { id: data.id } });
    expect(await bells()).toEqual({});
  });
});

describe('somebody who leaves', () => {
  const dismiss = (heir_id?: number) =>
    server.current.call(
      'director',
      branchUser.steps['user.dismiss'] as never,
      {
        params: { id: PEOPLE.purchaser.id },
        body: { ...(heir_id !== undefined && { heir_id }) },
      } as never,
    );

  it('concerns the heir, with what was handed over, once', async () => {
    const id = await draft(server.current);
    const { number } = await kysely()
      .selectFrom('document')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await dismiss()).status).toBe(422);
    expect(await bells()).toEqual({});
    expect((await dismiss(PEOPLE.stranger.id)).status).toBe(200);
    expect((await bell('stranger')).map(({ event }) => event)).toEqual(['user.dismiss']);
    expect((await bell('stranger'))[0]).toMatchObject({
      ...{ machine: 'user', by: { id: PEOPLE.director.id } },
      words: expect.stringContaining(number),
      about: { id: PEOPLE.purchaser.id, name: PEOPLE.purchaser.fullname, state: 'dismissed', look: 'off' },
    });
  });
});
