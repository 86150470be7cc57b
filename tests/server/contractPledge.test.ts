/** A car as the pledge of a contract: what signing asks of it, when it is given back, what the analysis counts (decisions 61, 76, 77). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { pledgeEvaluation } from '../../contract/directories/pledgeEvaluation.ts';
import { pledgeAnalysis } from '../../contract/pledgeAnalysis.ts';
import { practiceDayClose, practiceDayStartClosing } from '../../contract/practiceDay.ts';
import {
  contractAmend,
  contractCancel,
  contractForm,
  contractHistory,
  contractShow,
  contractSign,
} from '../../contract/sale/contracts.ts';
import { guaranteeCreate, guaranteeReplace } from '../../contract/sale/guarantees.ts';
import { workflowWay } from '../../contract/workflowWay.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { openErrors, runChecks } from './contractErrorKit.ts';
import { inForceNow, newBuyer, newContract, openShop } from './contractsKit.ts';
import { Warehouse } from './outputKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const kysely = () => server.current.db.kysely;
const store = new Warehouse(() => server.current);
const { till } = store;
const today = tashkentDay(new Date());
let model = 0;
let cars = 0;

beforeAll(async () => {
  await openShop(on());
  await till.desks();
  await inForceNow(on(), 'category_setting', {
    ...{ category_id: 1, terms: ['3', '12'], first_payment: 20, guarantor_from: null, pledge_from: 500_000 },
  });
  const { rows } = await sql<{ id: number }>`
    WITH brand AS (INSERT INTO pledge_car_brand (name) VALUES ('Chevrolet') RETURNING id)
    INSERT INTO pledge_car_model (name, brand_id, years_from) SELECT 'Cobalt', id, 2013 FROM brand RETURNING id`.execute(
    kysely(),
  );
  model = rows[0]?.id ?? 0;
});

interface Car {
  client: number;
  accepted?: number;
  status?: string;
  until?: string;
  extract?: boolean;
  organization?: number;
  madeAt?: Date;
}
/** An evaluation as its steps leave it: 100,000,000 of the market, worn by 20 %, a share of the rest. */
const car = ({ client, accepted = 40_000_000, status = 'approved', until = daysAfter(today, 20), ...more }: Car) =>
  on().db.tx(async (db) => {
    cars += 1;
    const { organization = ORGANIZATION, extract = true, madeAt = new Date() } = more;
    const { id } = await createDocument(db, {
      ...{ kind: 'pledge_evaluation', organizationId: organization, userId: PEOPLE.director.id, now: madeAt, status },
    });
    await sql`INSERT INTO pledge_evaluation (id, client_id, model_id, plate, vin, year, mileage, condition, market, wear, value,
        max_share, accepted, valid_until)
      VALUES (${id}, ${client}, ${model}, '01 A 123 BC', ${`XWBJA69V9DA${String(cars).padStart(6, '0')}`}, '2020', 50000, 'good',
        100000000, 20, 80000000, 50, ${accepted}, ${until})`.execute(db);
    if (extract)
      await sql`INSERT INTO file (document_id, role, name, type, size, content, sha256, created_by) VALUES (${id}, 'attachment',
        'koʻchirma.pdf', 'application/pdf', 3, ${new Uint8Array([1, 2, 3])}, ${'a'.repeat(64)}, 1)`.execute(db);
    return id;
  });
const statusOf = (id: number) => till.status(id);
const show = async (id: number) => (await on().do('seller', contractShow, { params: { id } })).data;
const conditionOf = async (id: number) => (await show(id)).conditions.find(({ code }) => code === 'pledge');
const choose = (id: number, pledge: number | null) =>
  on().call('seller', contractAmend, {
    params: { id },
    body: { first_payment: 200_000, term: 3, payment_day: 15, pledge_evaluation_id: pledge },
  });
const sign = (id: number) => on().call('seller', contractSign, { params: { id } });

describe('signing', () => {
  it('waits for a pledge from the sum of the settings on, and says what is wrong with each', async () => {
    const client = await newBuyer(on());
    // T − F = 920,000: from 500,000 on
    const { contract } = await newContract(on(), { client_id: client });
    expect((await conditionOf(contract.id))?.text).toMatch(/500\s000/);
    const refused = await sign(contract.id);
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('Garov kerak')]);

    const small = await car({ client, accepted: 919_999 });
    expect((await choose(contract.id, small)).status).toBe(200);
    expect(await conditionOf(contract.id)).toMatchObject({ holds: false, text: expect.stringMatching(/919\s999/) });
    const bare = await car({ client, extract: false });
    await choose(contract.id, bare);
    expect((await conditionOf(contract.id))?.text).toContain('reyestr koʻchirmasi');
    const over = await car({ client, until: daysAfter(today, -1) });
    await choose(contract.id, over);
    expect((await conditionOf(contract.id))?.text).toContain('muddati');

    // the cars of the client that may be chosen, the dearest first: neither one that is over nor another client's
    const other = await car({ client: await newBuyer(on()) });
    const just = await car({ client, accepted: 920_000 });
    const shown = await show(contract.id);
    expect(shown.pledges.map(({ id }) => id)).toEqual([bare, just, small]);
    expect(shown.pledge).toMatchObject({
      ...{ id: over, car: 'Cobalt, 01 A 123 BC', market: 100_000_000, wear: 20, value: 80_000_000, max_share: 50 },
    });
    const wrong = await choose(contract.id, other);
    expect([wrong.status, Object.keys(wrong.error.errors ?? {})]).toEqual([422, ['pledge_evaluation_id']]);

    await choose(contract.id, just);
    expect(await conditionOf(contract.id)).toEqual({ code: 'pledge', holds: true, text: '' });
    expect((await sign(contract.id)).status).toBe(200);
    expect(await statusOf(just)).toBe('pledged');
    // people sign what secures the contract
    const { data: form } = await on().do('director', contractForm, { params: { id: contract.id } });
    expect(form.pledge).toEqual({
      ...{ number: shown.pledges.find(({ id }) => id === just)?.number, car: 'Cobalt, 01 A 123 BC', year: '2020' },
      ...{
        vin: expect.stringMatching(/^XWBJA69V9DA\d{6}$/),
        market: 100_000_000,
        wear: 20,
        max_share: 50,
        accepted: 920_000,
      },
    });
    const { data } = await on().do('director', pledgeEvaluation.calls.show, { params: { id: just } });
    expect(data).toMatchObject({ contract_id: contract.id, contract: (await show(contract.id)).number });
    const { data: lines } = await on().do('director', pledgeEvaluation.calls.history, { params: { id: just } });
    expect(lines[0]).toMatchObject({ event: 'pledge.attach', user: null });
    const { data: history } = await on().do('seller', contractHistory, { params: { id: contract.id } });
    expect(history.find(({ event }) => event === 'contract.amend')?.payload).toMatchObject({
      ...{ before: { pledge_evaluation_id: over }, after: { pledge_evaluation_id: just } },
    });
  });

  it('takes a car once: another draft that chose it has to choose again', async () => {
    const client = await newBuyer(on());
    const chosen = await car({ client });
    const [one, two] = [
      await newContract(on(), { client_id: client, pledge_evaluation_id: chosen }),
      await newContract(on(), { client_id: client, pledge_evaluation_id: chosen }),
    ];
    expect((await sign(one.contract.id)).status).toBe(200);
    expect((await conditionOf(two.contract.id))?.text).toContain('boshqasini tanlang');
    expect((await sign(two.contract.id)).status).toBe(409);
    // a contract that is called off gives it back, for good
    await on().do('director', contractCancel, {
      params: { id: one.contract.id },
      body: { reason: 'Mijoz voz kechdi' },
    });
    expect(await statusOf(chosen)).toBe('released');
    expect((await conditionOf(two.contract.id))?.holds).toBe(false);
  });

  it('asks for none where the category asks for none', async () => {
    await sql`UPDATE category_setting SET pledge_from = NULL`.execute(kysely());
    const { contract } = await newContract(on(), {});
    expect(await conditionOf(contract.id)).toMatchObject({ holds: true });
    expect((await sign(contract.id)).status).toBe(200);
    await sql`UPDATE category_setting SET pledge_from = 500000`.execute(kysely());
  });
});

describe('a pledge', () => {
  it('and a guarantor are free when the day of closing is closed; a contract that is opened again afterwards is an error', async () => {
    const client = await newBuyer(on());
    const pledge = await car({ client });
    const { contract, goods } = await newContract(on(), { client_id: client, pledge_evaluation_id: pledge });
    const first = await newBuyer(on(), { fullname: 'Birinchi Kafil' });
    await on().do('seller', guaranteeCreate, { body: { contract_id: contract.id, client_id: first } });
    await on().do('seller', contractSign, { params: { id: contract.id } });
    await till.paid(client, [contract.id], 200_000);
    await till.day('2026-11-22');
    // who is replaced secures nothing any more, whatever becomes of the contract
    const last = await newBuyer(on(), { fullname: 'Oxirgi Kafil' });
    const { id: user_id } = PEOPLE.director;
    await on()
      .db.kysely.insertInto('user_rule')
      .values({ user_id, resource: 'guarantor_contracts', action: 'edit', granted: true, until: null })
      .execute();
    const params = { id: (await show(contract.id)).guarantees[0]?.id ?? 0 };
    await on().do('director', guaranteeReplace, { params, body: { client_id: last } });
    await till.day('2026-11-23');
    const output = await store.outputOf(contract.id);
    await store.pick(output);
    await store.count(output, goods.id, 1);
    expect((await store.handOver(output)).status).toBe(200);
    const payment = await till.paid(client, [contract.id], 920_000);
    expect([await statusOf(contract.id), await statusOf(pledge)]).toEqual(['closed', 'pledged']);

    const { rows } = await sql<{ id: number }>`SELECT id FROM practice_day
      WHERE organization_id = ${ORGANIZATION} AND status = 'open'`.execute(kysely());
    const day = { id: rows[0]?.id ?? 0 };
    await on().do('director', practiceDayStartClosing, { params: day });
    expect(await statusOf(pledge)).toBe('pledged');
    await on().do('director', practiceDayClose, { params: day });
    expect(await statusOf(pledge)).toBe('released');

    await till.day('2026-11-24');
    await runChecks(on());
    expect((await openErrors(on())).has(contract.id)).toBe(false);
    const { number } = (await on().do('director', pledgeEvaluation.calls.show, { params: { id: pledge } })).data;
    const { data: preview } = await till.preview(payment);
    expect(preview.contracts[0]?.given_back).toBe(`${number}, Oxirgi Kafil`);
    expect((await till.reverse(payment)).status).toBe(200);
    expect([await statusOf(contract.id), await statusOf(pledge)]).toEqual(['active', 'released']);
    await runChecks(on());
    expect((await openErrors(on())).get(contract.id)).toEqual([
      { code: 'security_released', expected: 920_000, actual: 0, subject: `${number}, Oxirgi Kafil` },
    ]);
    // guarantors alone are a security too
    await sql`UPDATE contract SET pledge_evaluation_id = NULL WHERE id = ${contract.id}`.execute(kysely());
    await runChecks(on());
    expect((await openErrors(on())).get(contract.id)).toMatchObject([
      { code: 'security_released', subject: 'Oxirgi Kafil' },
    ]);
    await till.paid(client, [contract.id], 920_000);
    await runChecks(on());
    expect((await openErrors(on())).has(contract.id)).toBe(false);
  });
});

describe('the analysis', () => {
  it('counts by model what was accepted, what is owed and how far it is covered', async () => {
    const read = async (date: string, who: 'director' | 'viewer' = 'director') =>
      (await on().do(who, pledgeAnalysis, { query: { date } })).data;
    const madeAt = new Date('2025-03-10T12:00:00+05:00');
    expect(await read('2025-03-01,2025-03-31')).toEqual([]);
    const client = await newBuyer(on());
    const pledged = await car({ client, accepted: 30_000_000, madeAt });
    const { contract } = await newContract(on(), { client_id: client, pledge_evaluation_id: pledged });
    await on().do('seller', contractSign, { params: { id: contract.id } });
    await car({ client, accepted: 45_000_000, madeAt, status: 'released' });
    await car({ client, accepted: 0, madeAt, status: 'refused', until: null as never });
    await car({ client, accepted: 25_000_000, madeAt, organization: OTHER_ORGANIZATION });
    // market 3 × 100,000,000, accepted 30 + 45 + 25 million; one secures T − F = 920,000
    expect(await read('2025-03-01,2025-03-31')).toEqual([
      {
        ...{ model_id: model, model: 'Chevrolet Cobalt', evaluations: 4, market: 300_000_000, accepted: 100_000_000 },
        ...{ pledged: 1, security: 30_000_000, debt: 920_000, released: 1, price_then: 0, price_now: 0 },
      },
    ]);
    expect(await read('2025-03-11')).toEqual([]);
    await kysely()
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.viewer.id, resource: 'car_evaluations', action: 'show', granted: true, until: null })
      .execute();
    // of the own branch alone
    expect((await read('2025-03-10', 'viewer'))[0]).toMatchObject({ evaluations: 3, accepted: 75_000_000 });
    const call = (who: 'keeper' | 'director', date: string) => on().call(who, pledgeAnalysis, { query: { date } });
    expect((await call('keeper', '2025-03-10')).status).toBe(403);
    expect((await call('director', '2025-02')).status).toBe(422);
  });
});

it('the analysis has what cars that are pledged now cost by the base prices on the days of their valuing, and today', async () => {
  const madeAt = new Date('2025-05-10T12:00:00+05:00');
  const client = await newBuyer(on());
  /** Valued late in the evening of 12 May, and before that by mistake with another figure. */
  const valued = async (id: number) => {
    for (const at of ['2025-05-11T10:00:00+05:00', '2025-05-12T23:30:00+05:00'])
      await sql`INSERT INTO event_log (document_id, machine, event, user_id, at)
        VALUES (${id}, 'pledgeEvaluation', 'pledge.value', 1, ${at})`.execute(kysely());
    return id;
  };
  await valued(await car({ client, madeAt, status: 'pledged' }));
  await valued(await car({ client, madeAt, status: 'approved' }));
  await car({ client, madeAt, status: 'pledged' });
  const other = await valued(await car({ client, madeAt, status: 'pledged' }));
  await sql`UPDATE pledge_evaluation SET year = '2021' WHERE id = ${other}`.execute(kysely());
  const prices = [
    [2020, 100_000_000, '2025-01-01', 'superseded'],
    [2020, 95_000_000, '2025-05-12', 'superseded'],
    [2020, 90_000_000, '2025-05-13', 'superseded'],
    [2020, 80_000_000, daysAfter(today, -1), 'valid'],
    [2020, 70_000_000, daysAfter(today, 1), 'planned'],
    // of 2021 none was known when the car was valued
    [2021, 110_000_000, '2025-06-01', 'valid'],
  ] as const;
  for (const [year, price, from, status] of prices)
    await sql`INSERT INTO car_base_price (model_id, year, price, valid_from, status)
      VALUES (${model}, ${year}, ${price}, ${from}, ${status})`.execute(kysely());
  const { data } = await on().do('director', pledgeAnalysis, { query: { date: '2025-05-10' } });
  expect(data).toMatchObject([{ evaluations: 4, pledged: 3, price_then: 95_000_000, price_now: 80_000_000 }]);
});

it('the way of a car to its pledge chooses it in the draft of its client, then signs that one', async () => {
  const client = await newBuyer(on());
  const id = await car({ client });
  const wayOf = async () => {
    const asked = { params: { id }, query: { machine: 'pledgeEvaluation', goal: 'pledged' } } as const;
    return (await on().do('director', workflowWay, asked)).data.steps.map(({ event, of, facts }) => [
      ...[of?.machine, event],
      ...facts.map((one) => one.of),
    ]);
  };
  expect(await wayOf()).toEqual([
    ['saleOrder', 'order.create'],
    ['saleOrder', 'order.reserve'],
    ['contract', 'contract.create'],
    [undefined, 'pledge.attach'],
  ]);
  const { contract } = await newContract(on(), { client_id: client });
  expect(await wayOf()).toEqual([
    ['contract', 'contract.amend'],
    [undefined, 'pledge.attach'],
  ]);
  expect((await choose(contract.id, id)).status).toBe(200);
  expect(await wayOf()).toEqual([[undefined, 'pledge.attach']]);
  expect((await on().call('seller', contractSign, { params: { id: contract.id } })).status).toBe(200);
  expect(await statusOf(id)).toBe('pledged');
});
