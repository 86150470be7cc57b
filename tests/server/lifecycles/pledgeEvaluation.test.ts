/** Evaluations of cars as a pledge: their lifecycle, what a car is worth, who may decide, what is refused, when it is over. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { pledgeCarModel } from '../../../contract/directories/pledgeCarModel.ts';
import { pledgeEvaluation } from '../../../contract/directories/pledgeEvaluation.ts';
import { noticeIndex } from '../../../contract/notices.ts';
import { ageOfCar, bandOf, worthOf } from '../../../contract/pledge.ts';
import { contractCancel, contractSign } from '../../../contract/sale/contracts.ts';
import { pledgeEvaluationMachine } from '../../../machines/pledgeEvaluation/pledgeEvaluation.machine.ts';
import { expireEvaluations } from '../../../server/directories/pledgeEvaluation.ts';
import { daysAfter, tashkentDay } from '../../../server/http/days.ts';
import { pledgeEvaluationOracle } from '../../oracle/pledgeEvaluation.ts';
import { newBuyer, newContract, openShop } from '../contractsKit.ts';
import { directoryWorld } from '../directoryWorld.ts';
import { ORGANIZATION, PEOPLE, type PersonName, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';
import { fileForm, PNG } from './countingAct.driver.ts';

const server = withServer();
const { calls, attached, steps } = pledgeEvaluation;
const { create } = directoryWorld(server);
const today = tashkentDay(new Date());
const YEAR = Number(today.slice(0, 4));
const MARKET = 150_000_000;
const market = { market: MARKET };
const why = { reason: 'Kuzov raqami oʻzgartirilgan' };

let clientId = 0;
let modelId = 0;
let made = 0;

beforeAll(async () => {
  const { kysely } = server.current.db;
  clientId = await newBuyer(server.current);
  modelId = (await create(pledgeCarModel as never, { years: { from: YEAR - 20, to: YEAR - 1 } })).id;
  await openShop(server.current);
  await sql`INSERT INTO car_wear_percent (age, mileage, percent, valid_from, status, created_by)
    VALUES (5, 'to_100', 32.5, ${daysAfter(today, -30)}, 'valid', 1)`.execute(kysely);
  await sql`INSERT INTO pledge_setting (max_share, validity_days, min_year, notary, valid_from, status, created_by)
    VALUES (60, 30, ${String(YEAR - 15)}, true, ${daysAfter(today, -30)}, 'valid', 1)`.execute(kysely);
  const granted: [PersonName, string[]][] = [
    ['accountant', ['show', 'confirm']],
    ['counter1', ['show', 'add']],
    ['counter2', ['show', 'add', 'confirm']],
  ];
  await kysely
    .insertInto('user_rule')
    .values(
      granted.flatMap(([name, actions]) =>
        actions.map((action) => ({
          ...{ user_id: PEOPLE[name].id, resource: 'car_evaluations', action, granted: true, until: null },
        })),
      ),
    )
    .execute();
});

const bodyOf = (more: object = {}) => {
  made += 1;
  return {
    ...{ client_id: clientId, model_id: modelId, plate: '01 A 123 BC', condition: 'good', mileage: 87_400 },
    ...{ vin: `XWBJA69V9DA${String(made).padStart(6, '0')}`, year: String(YEAR - 5), ...more },
  };
};
const make = async (more: object = {}, who: PersonName = 'director') =>
  (await server.current.do(who, calls.create, { body: bodyOf(more) as never })).data;
const photograph = (id: number, who: PersonName = 'director') =>
  server.current.do(who, attached.upload, {
    params: { id },
    form: fileForm({}, new Uint8Array(PNG)),
  } as never);
/** The extract of the register of cars. */
const register = (id: number) =>
  server.current.do('director', attached.upload, {
    params: { id },
    form: fileForm({}, new TextEncoder().encode('%PDF-1.4\n%%EOF'), 'koʻchirma.pdf'),
  } as never);
const take = (who: PersonName, verb: string, id: number, body: object = {}) =>
  server.current.call(who, steps[`pledge.${verb}`] as never, { params: { id }, body } as never);
const look = async (id: number) => (await server.current.do('director', calls.show, { params: { id } })).data;
const valued = async () => {
  const one = await make();
  await photograph(one.id);
  await take('director', 'inspect', one.id);
  expect((await take('director', 'value', one.id, market)).status).toBe(200);
  return look(one.id);
};
const wear = (status: 'valid' | 'dropped') =>
  sql`UPDATE car_wear_percent SET status = ${status} WHERE age = 5 AND mileage = 'to_100'`.execute(
    server.current.db.kysely,
  );

runApiLayer({
  machine: pledgeEvaluationMachine,
  oracle: pledgeEvaluationOracle,
  server,
  document: true,
  async open({ server: on }) {
    await wear('valid');
    const body = bodyOf();
    const { data } = await on.do('director', calls.create, { body: body as never });
    const params = { id: data.id };
    await photograph(data.id);
    await register(data.id);
    let contract = 0;
    const step = (who: PersonName, verb: string, asked: object = {}) =>
      on.call(who, steps[`pledge.${verb}`] as never, { params, body: asked } as never);
    return {
      id: data.id,
      async send(verb) {
        if (verb === 'is inspected') return step('director', 'inspect');
        if (verb === 'is valued') return step('director', 'value', market);
        if (verb === 'is approved') return step('accountant', 'approve');
        if (verb === 'is refused') return step('accountant', 'refuse', why);
        if (verb === 'is corrected') return on.call('director', calls.update, { params, body: body as never });
        if (verb === 'is attached') {
          const draft = await newContract(server.current, { client_id: clientId, pledge_evaluation_id: data.id });
          contract = draft.contract.id;
          return server.current.call('seller', contractSign, { params: { id: contract } });
        }
        if (verb === 'is released') {
          const cancelled = { params: { id: contract }, body: { reason: 'Mijoz voz kechdi' } };
          return server.current.call('director', contractCancel, cancelled);
        }
        const until = daysAfter(today, -1);
        await sql`UPDATE pledge_evaluation SET valid_until = ${until} WHERE id = ${data.id}`.execute(on.db.kysely);
        await on.db.tx((trx) => expireEvaluations({ db: trx, now: new Date() }));
        return { status: 200 } as never;
      },
      async make(facts) {
        if (facts.photographed === false)
          await sql`DELETE FROM file WHERE document_id = ${data.id}`.execute(on.db.kysely);
        if (facts.priced === false) await wear('dropped');
        if (facts.registered === false)
          await sql`DELETE FROM file WHERE document_id = ${data.id} AND type = 'application/pdf'`.execute(on.db.kysely);
        if (facts.current === false)
          await sql`UPDATE pledge_evaluation SET valid_until = ${daysAfter(today, -1)} WHERE id = ${data.id}`.execute(
            on.db.kysely,
          );
      },
      async look() {
        const { data: whole } = await on.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

describe('what a car is worth', () => {
  it.each([
    // by hand: 150,000,000 × 0.675 = 101,250,000; × 0.6 = 60,750,000
    [150_000_000, 32.5, 60, 101_250_000, 60_750_000],
    [100_000_001, 12, 50, 88_000_001, 44_000_001],
    [99_999_999, 0, 100, 99_999_999, 99_999_999],
    [80_000_000, 100, 60, 0, 0],
    [123_456_789, 33.33, 66.67, 82_308_641, 54_875_171],
  ])('%d at %d %% wear, a share of %d %%', (price, worn, share, value, accepted) => {
    expect(worthOf(price, worn, share)).toEqual({ value, accepted });
  });

  it('bands of mileage hold their last kilometre', () => {
    expect([0, 50_000, 50_001, 100_000, 150_000, 200_000, 200_001].map(bandOf)).toEqual([
      ...['to_50', 'to_50', 'to_100', 'to_100', 'to_150', 'to_200', 'over_200'],
    ]);
    expect([ageOfCar(2021, '2026-11-26'), ageOfCar(2027, '2026-11-26')]).toEqual([5, 0]);
  });
});

describe('an evaluation', () => {
  it('keeps the figures in force when it was valued, and the formula', async () => {
    await wear('valid');
    const one = await valued();
    expect(one).toMatchObject({
      ...{ status: 'valued', market: MARKET, wear: 32.5, value: 101_250_000, max_share: 60, accepted: 60_750_000 },
      ...{ valid_until: null, valued_by: { id: PEOPLE.director.id } },
    });
    const { rows } = await sql<{ wear: number; terms: number }>`
      SELECT wear_id IS NOT NULL AS wear, terms_id IS NOT NULL AS terms FROM pledge_evaluation WHERE id = ${one.id}`.execute(
      server.current.db.kysely,
    );
    expect(rows).toEqual([{ wear: true, terms: true }]);
  });

  it('is decided by who neither wrote nor valued it; then it holds for so many days', async () => {
    const one = await valued();
    expect(one.refused?.['pledge.approve']).toContain('boshqa xodim');
    expect((await take('director', 'approve', one.id)).status).toBe(403);
    const { data: waiting } = await server.current.do('accountant', noticeIndex);
    expect(waiting[0]).toMatchObject({ event: 'pledge.value', about: { name: one.number } });
    expect((await take('accountant', 'approve', one.id)).status).toBe(200);
    expect(await look(one.id)).toMatchObject({ status: 'approved', valid_until: daysAfter(today, 30) });
    // nor does who only wrote it down
    const own = await make({}, 'counter2');
    await photograph(own.id, 'counter2');
    await take('counter2', 'inspect', own.id);
    await take('director', 'value', own.id, market);
    expect((await take('counter2', 'approve', own.id)).status).toBe(403);
    // who set the price of somebody else's car does not approve it
    const other = await make({}, 'counter1');
    await photograph(other.id, 'counter1');
    await take('counter1', 'inspect', other.id);
    await take('director', 'value', other.id, market);
    expect((await take('director', 'approve', other.id)).status).toBe(403);
    expect((await take('accountant', 'refuse', other.id, why)).status).toBe(200);
    expect((await look(other.id)).reason).toBe(why.reason);
  });

  it('without a photo or without wear of such a car says so', async () => {
    const one = await make();
    const early = await take('director', 'inspect', one.id);
    expect([early.status, early.error.message]).toEqual([409, expect.stringContaining('surat')]);
    await photograph(one.id);
    await take('director', 'inspect', one.id);
    await wear('dropped');
    const priceless = await take('director', 'value', one.id, market);
    expect([priceless.status, priceless.error.message]).toEqual([409, expect.stringContaining('eskirish foizi')]);
    await wear('valid');
  });

  it('takes years of the model and of the terms alone, and one evaluation of a car at a time', async () => {
    const refused = async (more: object) => {
      const { status, error } = await server.current.call('director', calls.create, { body: bodyOf(more) as never });
      return [status, Object.keys(error?.errors ?? {})];
    };
    expect(await refused({ year: String(YEAR - 18) })).toEqual([422, ['year']]);
    expect(await refused({ year: String(YEAR) })).toEqual([422, ['year']]);
    expect(await refused({ year: String(YEAR - 21) })).toEqual([422, ['year']]);
    expect(await refused({ vin: 'XWBJA69V9DO012345' })).toEqual([422, ['vin']]);
    expect(await refused({ plate: 'A 123' })).toEqual([422, ['plate']]);
    const one = await make();
    expect(await refused({ vin: one.vin })).toEqual([422, ['vin']]);
    expect(await refused({ vin: one.vin.toLowerCase() })).toEqual([422, ['vin']]);
  });

  it('is over after its last day, by the server alone, and not a day before', async () => {
    const one = await valued();
    await take('accountant', 'approve', one.id);
    const { db } = server.current;
    const on = (day: string) => db.tx((trx) => expireEvaluations({ db: trx, now: new Date(`${day}T09:00:00+05:00`) }));
    await on(daysAfter(today, 30));
    expect((await look(one.id)).status).toBe('approved');
    await on(daysAfter(today, 31));
    expect((await look(one.id)).status).toBe('expired');
    const { data: lines } = await server.current.do('director', calls.history, { params: { id: one.id } });
    expect(lines[0]).toMatchObject({ event: 'pledge.expire', user: null, after: { status: 'expired' } });
    // the car may be evaluated anew
    expect((await make({ vin: one.vin })).status).toBe('draft');
  });

  it('is offered to choose while it is approved, and listed by its plate, its client and its accepted sum', async () => {
    const one = await valued();
    const chosen = async () =>
      (await server.current.do('director', calls.choices, { query: { search: one.number } as never })).data;
    expect(await chosen()).toEqual([]);
    await take('accountant', 'approve', one.id);
    expect(await chosen()).toEqual([{ id: one.id, title: one.number }]);
    for (const query of [
      { client_id: clientId },
      { sort: '-accepted' },
      { sort: 'valid_until' },
      { search: one.vin },
    ]) {
      const { data } = await server.current.do('director', calls.index, {
        query: { per_page: 100, ...query } as never,
      });
      expect(
        data.map(({ id }) => id),
        JSON.stringify(query),
      ).toContain(one.id);
    }
    const read = (call: object) => server.current.do('director', call as never, { params: { id: one.id } } as never);
    await server.current.do('director', attached.comment, {
      params: { id: one.id },
      body: { comment: 'Egasi bilan kelishildi' },
    } as never);
    expect(((await read(attached.comments)) as { data: unknown[] }).data).toHaveLength(1);
    const { data: files } = (await read(attached.files)) as { data: { id: number }[] };
    await server.current.do('director', attached.deleteFile, { params: { id: files[0]?.id ?? 0 } } as never);
    expect(one.organization?.id).toBe(ORGANIZATION);
  });
});
