/**
 * How clients paid their contracts (areas 4.16 `/income/client-contract`): histories written by hand, each with the figures
 * that a person who reads the schedule and the payments would name. The open day is the 25th of January.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientContractIndex, clientDiscipline } from '../../contract/clientContracts.ts';
import { type Signed, Till } from './moneyKit.ts';
import { newDocument } from './scoringKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const till = new Till(() => server.current);

const terms = (firstPayment: number, ...instalments: [due: string, amount: number][]): Signed => ({
  ...{ signed: '2026-11-21', firstPayment },
  instalments: instalments.map(([due, amount]) => ({ due, amount })),
});

let buyer = 0;
let other = 0;
let stranger = 0;
/** Of the buyer: on its days; one late and one taken back; twice late; ahead of its days; signed and not handed over. */
const of = { onTime: 0, back: 0, late: 0, early: 0, signed: 0, elsewhere: 0 };

type Query = NonNullable<Parameters<typeof ask>[1]>;
const ask = (who: PersonName, query: { [key: string]: string | number } = {}) =>
  server.current.call(who, clientContractIndex, { query: query as never });
const list = async (query: Query = {}, who: PersonName = 'director') => {
  const answer = await ask(who, query);
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  return answer.body.data;
};
const ids = async (query: Query = {}) => (await list(query)).map(({ id }) => id);
const one = async (id: number) => (await list({ client_id: buyer })).find((row) => row.id === id);
const discipline = async (id: number) =>
  (await server.current.do('director', clientDiscipline, { params: { id } })).data;

beforeAll(async () => {
  await till.desks();
  buyer = await till.client();
  other = await till.client('Botir Aliyev');
  stranger = await till.client('Dilnoza Rahimova');
  of.onTime = await till.sign(buyer, terms(200_000, ['2026-12-15', 300_000], ['2027-01-15', 300_000]));
  of.back = await till.sign(
    buyer,
    terms(100_000, ['2026-12-10', 400_000], ['2027-01-10', 400_000], ['2027-02-10', 400_000]),
  );
  of.late = await till.sign(buyer, terms(0, ['2026-12-20', 500_000], ['2027-01-20', 500_000]));
  of.early = await till.sign(buyer, terms(0, ['2027-01-05', 250_000], ['2027-02-05', 250_000]));
  of.signed = await till.sign(buyer, terms(100_000, ['2026-12-15', 700_000]));
  of.elsewhere = await till.sign(other, terms(0, ['2026-12-01', 600_000]), OTHER_ORGANIZATION);
  await till.paid(buyer, [of.onTime], 200_000);
  await till.paid(buyer, [of.back], 100_000);
  for (const id of [of.onTime, of.back, of.late, of.early]) await till.handOver(buyer, id);
  await till.handOver(other, of.elsewhere, OTHER_ORGANIZATION);
  await till.day('2026-12-10');
  await till.paid(buyer, [of.back], 400_000);
  await till.day('2026-12-15');
  await till.paid(buyer, [of.onTime], 300_000);
  await till.day('2026-12-23');
  const wrong = await till.paid(buyer, [of.late], 500_000);
  await till.day('2026-12-24');
  await till.reverse(wrong);
  await till.day('2026-12-28');
  await till.paid(buyer, [of.late], 500_000);
  await till.paid(buyer, [of.early], 500_000);
  await till.day('2027-01-12');
  const taken = await till.paid(buyer, [of.back], 400_000);
  await till.day('2027-01-15');
  await till.paid(buyer, [of.onTime], 300_000);
  await till.day('2027-01-25');
  await till.day('2026-12-04', { organization: OTHER_ORGANIZATION });
  await till.reverse(taken);
});

describe('a contract', () => {
  it('that was paid on its days is closed on the last of them, which is not early', async () => {
    expect(await one(of.onTime)).toMatchObject({
      ...{ status: 'closed', closed_on: '2027-01-15', closed_early: false, total: 800_000, owed: 0 },
      ...{ due: 2, on_time: 2, late_days: 0 },
      client: { id: buyer, fullname: 'Aziza Karimova' },
      organization: { id: ORGANIZATION },
      months: [
        { due: '2026-12-15', paid: true, late: 0 },
        { due: '2027-01-15', paid: true, late: 0 },
      ],
    });
  });

  it('of which a payment was taken back owes that instalment since its day; what is not due yet is not late', async () => {
    expect(await one(of.back)).toMatchObject({
      ...{ status: 'active', closed_on: null, closed_early: false, total: 1_300_000, owed: 800_000 },
      ...{ due: 2, on_time: 1, late_days: 15 },
      months: [
        { due: '2026-12-10', paid: true, late: 0 },
        { due: '2027-01-10', paid: false, late: 15 },
        { due: '2027-02-10', paid: false, late: null },
      ],
    });
  });

  it('that was paid late counts the days to the payment that holds, and of what is unpaid those until today', async () => {
    expect(await one(of.late)).toMatchObject({
      ...{ status: 'active', total: 1_000_000, owed: 500_000, due: 2, on_time: 0, late_days: 8 },
      months: [
        { due: '2026-12-20', paid: true, late: 8 },
        { due: '2027-01-20', paid: false, late: 5 },
      ],
    });
  });

  it('that was paid whole before its last day is closed early, with every instalment on time', async () => {
    expect(await one(of.early)).toMatchObject({
      ...{ status: 'closed', closed_on: '2026-12-28', closed_early: true, owed: 0, due: 2, on_time: 2, late_days: 0 },
    });
  });

  it('counts days by the open day of its own branch', async () => {
    const [row] = await list({ client_id: other });
    expect([row?.late_days, row?.owed, row?.due, row?.on_time]).toEqual([3, 600_000, 1, 0]);
  });
});

describe('the list', () => {
  it('has what was handed over, of all branches, and narrows by client, branch and state', async () => {
    const own = [of.onTime, of.back, of.late, of.early];
    expect((await ids()).sort()).toEqual([...own, of.elsewhere].sort());
    expect((await ids({ client_id: buyer })).sort()).toEqual([...own].sort());
    expect(await ids({ organization_id: OTHER_ORGANIZATION })).toEqual([of.elsewhere]);
    expect((await ids({ status: 'closed' })).sort()).toEqual([of.onTime, of.early].sort());
    expect((await ids({ status: 'active', organization_id: ORGANIZATION })).sort()).toEqual([of.back, of.late].sort());
    expect(await ids({ client_id: stranger })).toEqual([]);
    expect(await ids({ sort: '-total', client_id: buyer })).toEqual([of.back, of.late, of.onTime, of.early]);
    expect(await ids({ sort: 'total', client_id: buyer })).toEqual([of.early, of.onTime, of.late, of.back]);
    // all were signed on one day: the later contract first
    expect(await ids({ client_id: buyer })).toEqual([of.early, of.late, of.back, of.onTime]);
  });

  it('is for who sees incomes, also of another branch; a wrong filter is named', async () => {
    expect((await ask('viewer')).status).toBe(403);
    expect((await server.current.call('viewer', clientDiscipline, { params: { id: buyer } })).status).toBe(403);
    await server.current.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.viewer.id, resource: 'incomes', action: 'show', granted: true, until: null })
      .execute();
    expect((await list({ organization_id: OTHER_ORGANIZATION }, 'viewer')).map(({ id }) => id)).toEqual([of.elsewhere]);
    const { status, error } = await ask('viewer', { status: 'signed' });
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['status']]);
  });
});

describe('the discipline of a client', () => {
  it('adds up the contracts that were handed over; what is signed uses the limit already', async () => {
    expect(await discipline(buyer)).toEqual({
      client: { id: buyer, fullname: 'Aziza Karimova' },
      ...{ contracts: 4, closed: 2, closed_early: 1, due: 8, on_time: 5, late_days: 15 },
      // 800,000 and 500,000 that are owed, and 700,000 of the one that waits for its first payment
      ...{ limit: null, used: 2_000_000 },
    });
  });

  it('of who bought nothing is empty, and of nobody is not found', async () => {
    expect(await discipline(stranger)).toMatchObject({ contracts: 0, due: 0, on_time: 0, late_days: 0, used: 0 });
    expect((await server.current.call('director', clientDiscipline, { params: { id: 999_999 } })).status).toBe(404);
  });

  it('names the limit of the last approval while it holds', async () => {
    const pinfl = '31506850005003';
    await sql`UPDATE client SET pinfl = ${pinfl} WHERE id = ${buyer}`.execute(till.kysely);
    const run = (until: string) =>
      sql`INSERT INTO scoring_run (client_id, pinfl, document, fullname, birth_date, consent, goods, first_payment, term,
          guarantor, attempt, score, decision, credit_limit, decided_on, valid_until, status, created_by, created_at)
        VALUES (${buyer}, ${pinfl}, ${newDocument()}, 'Aziza Karimova', '1990-05-04', true, 5000000, 0, 12, false, 1, 80,
          'approved', 5000000, '2027-01-10', ${until}, 'decided', ${PEOPLE.director.id}, now())`.execute(till.kysely);
    await run('2027-01-24');
    expect((await discipline(buyer)).limit).toBeNull();
    await run('2027-01-25');
    expect(await discipline(buyer)).toMatchObject({ limit: 5_000_000, used: 2_000_000 });
  });
});
