/** People whom partners have brought: their lifecycle, by what terms, who was a client before, what the fee is, who is notified. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { myDay } from '../../../contract/day.ts';
import { initiativeClient } from '../../../contract/directories/initiativeClient.ts';
import { initiativePartner } from '../../../contract/directories/initiativePartner.ts';
import { noticeIndex } from '../../../contract/notices.ts';
import { initiativeClientMachine } from '../../../machines/initiativeClient/initiativeClient.machine.ts';
import { expireLeads } from '../../../server/directories/initiativeClient.ts';
import { daysAfter, tashkentDay } from '../../../server/http/days.ts';
import { initiativeClientOracle } from '../../oracle/initiativeClient.ts';
import { expectAttached } from '../attachedKit.ts';
import { inForceNow } from '../contractsKit.ts';
import { clientOf, leadOf, leadStep, leadTerms, soldTo } from '../leadKit.ts';
import { newClient } from '../saleKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const { calls, steps } = initiativeClient;
const today = tashkentDay(new Date());
const said = { result: 'Shanba kuni keladi' };
let shop = 0;
let man = 0;
let made = 0;

const GRANTED: Partial<Record<PersonName, string[]>> = {
  counter1: ['show', 'add'],
  counter2: ['show', 'edit'],
  viewer: ['show', 'confirm'],
  stranger: ['show', 'edit'],
};

beforeAll(async () => {
  const { kysely } = server.current.db;
  await leadTerms(server.current);
  const partner = async (kind: 'shop' | 'person', phone: string, pinfl: string | null) => {
    const body = { name: `Hamkor ${kind}`, kind, phone, pinfl, terms: null };
    return (await server.current.do('director', initiativePartner.calls.create, { body })).data.id;
  };
  shop = await partner('shop', '+998971112233', null);
  man = await partner('person', '+998971112244', '31506850000017');
  await kysely
    .updateTable('app_user')
    .set({ organization_id: OTHER_ORGANIZATION })
    .where('id', '=', PEOPLE.stranger.id)
    .execute();
  await kysely
    .insertInto('user_rule')
    .values(
      Object.entries(GRANTED).flatMap(([name, actions]) =>
        actions.map((action) => ({
          ...{ user_id: PEOPLE[name as PersonName].id, resource: 'initiative_client', action },
          ...{ granted: true, until: null },
        })),
      ),
    )
    .execute();
});

const bodyOf = (more: object = {}) => {
  made += 1;
  const digits = String(made).padStart(7, '0');
  return {
    ...{ partner_id: shop, fullname: `Keltirilgan ${digits}`, phone: `+99893${digits}`, pinfl: null },
    ...{ goods: 'Televizor', ...more },
  };
};
const bring = async (more: object = {}, who: PersonName = 'director') =>
  (await server.current.do(who, calls.create, { body: bodyOf(more) })).data;
const look = async (id: number) => (await server.current.do('director', calls.show, { params: { id } })).data;
const take = (who: PersonName, verb: 'call' | 'refuse' | 'reward', id: number) =>
  server.current.call(
    who,
    steps[`lead.${verb}`] as never,
    {
      params: { id },
      body: verb === 'reward' ? {} : said,
    } as never,
  );
const byServer = (id: number, what: 'check' | 'register' | 'expire', earned = true) =>
  server.current.db.tx((db) => leadStep(db, id, what, earned));
const bell = async (who: PersonName) =>
  (await server.current.do(who, noticeIndex)).data.filter(({ machine }) => machine === 'initiativeClient');

runApiLayer({
  machine: initiativeClientMachine,
  oracle: initiativeClientOracle,
  server,
  document: true,
  async open({ server: on }) {
    const body = bodyOf();
    const { data } = await on.do('director', calls.create, { body });
    const params = { id: data.id };
    const step = (verb: 'call' | 'refuse' | 'reward', asked: object) =>
      on.call('director', steps[`lead.${verb}`] as never, { params, body: asked } as never);
    return {
      id: data.id,
      async send(verb) {
        if (verb === 'is called') return step('call', said);
        if (verb === 'does not want to') return step('refuse', said);
        if (verb === 'brings the fee') return step('reward', {});
        if (verb === 'is corrected')
          return on.call('director', calls.update, { params, body: { ...body, goods: 'Muzlatkich' } });
        if (verb === 'was a client before') await byServer(data.id, 'check');
        else if (verb === 'becomes a client') await byServer(data.id, 'register');
        else await byServer(data.id, 'expire');
        return { status: 200 } as never;
      },
      async make(facts) {
        // the goods left a day too late
        if (facts.earned === false)
          await sql`UPDATE contract SET charged_on = l.valid_until + 1 FROM initiative_client l
            WHERE l.id = ${data.id} AND contract.client_id = l.client_id`.execute(on.db.kysely);
      },
      async look() {
        const { data: whole } = await on.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

describe('somebody who is brought', () => {
  it('has the terms of the day for the kind of partner, and keeps them', async () => {
    const one = await bring();
    expect(one).toMatchObject({
      ...{ status: 'new', version: 1, valid_until: daysAfter(today, 30), fee: null, client: null, contract: null },
      ...{ organization: { id: ORGANIZATION }, author: { id: PEOPLE.director.id } },
      terms: 'birinchi shartnoma summasining 1 foizi',
    });
    const other = await bring({ partner_id: man });
    expect(other).toMatchObject({
      valid_until: daysAfter(today, 10),
      terms: expect.stringMatching(/^mijoz uchun 50\s000 soʻm$/),
    });
    // the other partner has other terms
    const params = { id: other.id };
    const body = { ...bodyOf(), partner_id: shop };
    const { data } = await server.current.do('director', calls.update, { params, body });
    expect(data).toMatchObject({ valid_until: daysAfter(today, 30), terms: one.terms });
  });

  it('is refused without terms for the kind of partner, and where another partner has brought the person', async () => {
    const first = await bring({ pinfl: '31506851234565' });
    const refused = async (more: object) => {
      const { status, error } = await server.current.call('director', calls.create, { body: bodyOf(more) });
      return [status, error.errors];
    };
    const taken = [`Bu odamni “Hamkor shop” keltirgan: ${first.number}.`];
    expect(await refused({ phone: first.phone, partner_id: man })).toEqual([422, { phone: taken }]);
    expect(await refused({ pinfl: first.pinfl, partner_id: man })).toEqual([422, { pinfl: taken }]);
    expect((await refused({ pinfl: '31506851234560' }))[0]).toBe(422);
    // who did not want to come may be brought again
    await take('director', 'refuse', first.id);
    const again = await bring({ phone: first.phone, partner_id: man });
    expect(again.status).toBe('new');
    await sql`UPDATE initiative_setting SET status = 'dropped' WHERE partner_kind = 'shop'`.execute(
      server.current.db.kysely,
    );
    expect(Object.keys((await refused({}))[1] as object)).toEqual(['partner_id']);
    await sql`UPDATE initiative_setting SET status = 'valid' WHERE partner_kind = 'shop'`.execute(
      server.current.db.kysely,
    );
  });

  it('and was a client before is marked at once, also after a correction; the partner has nothing of it', async () => {
    const phone = '+998971234599';
    await newClient(server.current, { phones: [{ phone, owner: 'self' }] });
    const { data: before } = await server.current.do('director', initiativePartner.calls.show, {
      params: { id: shop },
    });
    const one = await bring({ phone });
    expect(one.status).toBe('duplicate');
    const other = await bring();
    const { data } = await server.current.do('director', calls.update, {
      params: { id: other.id },
      body: { ...bodyOf(), phone },
    });
    expect(data.status).toBe('duplicate');
    const { data: lines } = await server.current.do('director', calls.history, { params: { id: other.id } });
    expect(lines.map(({ event, user }) => [event, user?.id ?? null])).toEqual([
      ['lead.check', null],
      ['lead.update', PEOPLE.director.id],
      ['lead.create', PEOPLE.director.id],
    ]);
    const { data: after } = await server.current.do('director', initiativePartner.calls.show, {
      params: { id: shop },
    });
    expect(after.brought).toBe(before.brought);
  });

  it('becomes a client with the card that is written, or with the call where the card came first', async () => {
    const called = await bring({}, 'counter1');
    expect((await take('counter2', 'call', called.id)).status).toBe(200);
    expect(await look(called.id)).toMatchObject({ ...said, status: 'called', called_on: today });
    const card = await newClient(server.current, { phones: [{ phone: called.phone, owner: 'self' }] });
    expect(await look(called.id)).toMatchObject({ status: 'client', client: { id: card } });
    expect((await bell('counter1')).map(({ event, by }) => [event, by])).toEqual([['lead.register', null]]);
    const late = await bring();
    await newClient(server.current, { phones: [{ phone: late.phone, owner: 'self' }] });
    expect((await look(late.id)).status).toBe('new');
    await take('director', 'call', late.id);
    expect((await look(late.id)).status).toBe('client');
  });

  it('brings the fee of the terms once the goods of the first contract left in time, and not before', async () => {
    const one = await bring({}, 'counter1');
    await take('counter2', 'call', one.id);
    await byServer(one.id, 'register', false);
    const early = await take('viewer', 'reward', one.id);
    expect([early.status, early.error.code]).toEqual([409, 'not_allowed_now']);
    expect((await look(one.id)).refused?.['lead.reward']).toContain('topshirilmagan');
    expect((await look(one.id)).due).toBeNull();
    const inQueue = async () => (await server.current.do('viewer', myDay)).data.queue.filter(({ id }) => id === one.id);
    expect(await inQueue()).toEqual([]);
    const client = (await look(one.id)).client?.id ?? 0;
    await server.current.db.tx((db) => soldTo(db, client, ORGANIZATION, today));
    expect(await inQueue()).toEqual([expect.objectContaining({ chart: 'initiativeClient', state: 'client' })]);
    // said before it is granted: contract K, one percent of 1,120,000
    expect((await look(one.id)).due).toBe(11_200);
    // who brings people does not grant fees
    expect((await take('counter2', 'reward', one.id)).status).toBe(403);
    // dearer since: that is of those who come later
    await inForceNow(server.current, 'initiative_setting', {
      ...{ partner_kind: 'shop', fee_kind: 'percent', amount: 9, days: 5 },
    });
    expect((await take('viewer', 'reward', one.id)).status).toBe(200);
    // contract K: 200,000 at once and 920,000 in three months, one percent of it
    expect(await look(one.id)).toMatchObject({ status: 'rewarded', fee: 11_200 });
    await sql`DELETE FROM initiative_setting WHERE amount = 9`.execute(server.current.db.kysely);
    const { data: partner } = await server.current.do('director', initiativePartner.calls.show, {
      params: { id: shop },
    });
    const { rows } = await sql<object>`SELECT count(*)::integer AS brought, count(client_id)::integer AS clients,
      sum(fee)::integer AS fee FROM initiative_client l JOIN document d ON d.id = l.id
      WHERE partner_id = ${shop} AND d.status <> 'duplicate'`.execute(server.current.db.kysely);
    expect(partner).toMatchObject(rows[0] as object);
    expect((await bell('counter1')).map(({ event }) => event)).toContain('lead.reward');
  });

  it('is over after the last day, unless the goods left by then', async () => {
    const late = await bring();
    const earned = await bring();
    await take('director', 'call', earned.id);
    await byServer(earned.id, 'register');
    const tomorrow = (days: number) => new Date(`${daysAfter(today, days)}T09:00:00+05:00`);
    await server.current.db.tx((db) => expireLeads({ db, now: tomorrow(30) }));
    expect((await look(late.id)).status).toBe('new');
    await server.current.db.tx((db) => expireLeads({ db, now: tomorrow(31) }));
    expect([(await look(late.id)).status, (await look(earned.id)).status]).toEqual(['expired', 'client']);
    expect((await take('director', 'reward', earned.id)).status).toBe(200);
  });

  it('of another branch is nobody else’s; comments and files hang on one', async () => {
    const one = await bring();
    expect((await server.current.call('stranger', calls.show, { params: { id: one.id } })).status).toBe(404);
    await expectAttached(server.current, initiativeClient, one.id, 'director');
  });

  it('is found by the number of a client that was made after it alone', async () => {
    const one = await bring();
    await server.current.db.tx(async (db) => clientOf(db, await leadOf(db, one.id), -2));
    await take('director', 'call', one.id);
    expect((await look(one.id)).status).toBe('called');
  });
});
