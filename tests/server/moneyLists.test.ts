/** Lists of the cash desk: the journal, clients who pay, prepaid money, contracts that were paid to the end. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type CashboxClient,
  type ClosedContract,
  cashboxClientIndex,
  closedContractIndex,
  type PrepaidClient,
  prepaidClientIndex,
} from '../../contract/cashClients.ts';
import {
  cashDocumentCancel,
  cashDocumentCreate,
  cashDocumentHistory,
  cashDocumentIndex,
  cashDocumentPay,
} from '../../contract/cashDocuments.ts';
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import { practiceDayBranches, practiceDayStartClosing, practiceDayState } from '../../contract/practiceDay.ts';
import { K, type Signed, Till } from './moneyKit.ts';
import { expectTotals } from './totalsKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, withServer } from './world.ts';

const server = withServer();
const till = new Till(() => server.current);
const LATE: Signed = {
  ...{ signed: '2026-09-01', firstPayment: 0 },
  instalments: [
    { due: '2026-11-10', amount: 100_000 },
    { due: '2026-12-10', amount: 100_000 },
  ],
};
const of = { aziza: 0, bobur: 0, chinora: 0 };
const contract = { a: 0, b: 0, c: 0, other: 0 };
let reversed = 0;

beforeAll(async () => {
  await till.desks();
  of.aziza = await till.client('Aziza Karimova');
  of.bobur = await till.client('Bobur Qodirov');
  of.chinora = await till.client('Chinora Sobirova');
  contract.a = await till.sign(of.aziza, K);
  contract.b = await till.sign(of.bobur, LATE);
  contract.c = await till.sign(of.chinora, LATE);
  contract.other = await till.sign(of.chinora, LATE, OTHER_ORGANIZATION);
  await till.day('2026-11-01');
  await till.handOver(of.bobur, contract.b);
  await till.handOver(of.chinora, contract.c);
  await till.day('2026-11-21');
  await till.paid(of.aziza, [contract.a], 200_000);
  await till.paid(of.chinora, [contract.c], 200_000);
  reversed = await till.paid(of.bobur, [contract.b], 50_000);
  await till.reverse(reversed);
});

const clients = async (query: object, who: 'director' | 'cashier' = 'director') =>
  (await server.current.do(who, cashboxClientIndex, { query })).data;

describe('clients at the desk', () => {
  it('has what is due, overdue and prepaid of each', async () => {
    const rows = await clients({});
    expect(rows.map(({ fullname }) => fullname)).toEqual(['Aziza Karimova', 'Bobur Qodirov', 'Chinora Sobirova']);
    const { number } = rows[1]?.contracts[0] ?? {};
    expect(rows[1]).toEqual({
      ...{ id: of.bobur, fullname: 'Bobur Qodirov', contracts: [{ id: contract.b, number }] },
      ...{
        owed: 200_000,
        due: 100_000,
        first_payment: 0,
        overdue: 100_000,
        overdue_days: 11,
        next_due: '2026-11-10',
        prepaid: 0,
      },
    });
    expect([rows[0]?.prepaid, rows[0]?.owed]).toEqual([200_000, 0]);
  });
  it('finds them by name in any spelling, by the number of a contract, and by how they stand', async () => {
    const names = async (query: object) => (await clients(query)).map(({ id }) => id);
    expect(await names({ search: 'бобур' })).toEqual([of.bobur]);
    const [{ contracts = [] } = {}] = await clients({ search: 'Bobur' });
    expect(await names({ search: contracts[0]?.number ?? '' })).toEqual([of.bobur]);
    expect(await names({ standing: 'overdue' })).toEqual([of.bobur]);
    expect(await names({ standing: 'prepaid' })).toEqual([of.aziza]);
    expect(await names({ organization_id: OTHER_ORGANIZATION })).toEqual([of.chinora]);
  });
  it('shows a cashier what belongs to the own desk', async () => {
    const [, , chinora] = await clients({}, 'cashier');
    expect(chinora?.contracts).toEqual([]);
    expect((await clients({ organization_id: OTHER_ORGANIZATION }, 'cashier')).length).toBe(0);
  });
});

it('each list has the totals of its columns of money', async () => {
  const on = server.current;
  for (const who of ['director', 'cashier'] as const) {
    for (const query of [{}, { standing: 'overdue' }, { organization_id: ORGANIZATION }, { search: 'Bobur' }])
      await expectTotals<CashboxClient>(on, who, cashboxClientIndex, query, {
        owed: ({ owed }) => owed,
        due: ({ due }) => due,
        overdue: ({ overdue }) => overdue,
        prepaid: ({ prepaid }) => prepaid,
      });
    await expectTotals<PrepaidClient>(on, who, prepaidClientIndex, {}, { prepaid: ({ prepaid }) => prepaid });
    await expectTotals<ClosedContract>(on, who, closedContractIndex, {}, { total: ({ total }) => total });
  }
  const desk = await on.do('director', cashboxClientIndex, { query: { part: 'totals' } });
  expect(desk.meta.totals).toEqual({ owed: 200_000, due: 100_000, overdue: 100_000, prepaid: 200_000 });
});

it('prepaid money stands by contract with the day since when it lies', async () => {
  const { data } = await server.current.do('director', prepaidClientIndex, { query: { search: 'Aziza' } });
  expect(data).toMatchObject([
    { client: { id: of.aziza }, contract: { id: contract.a }, prepaid: 200_000, since: '2026-11-21', next_due: null },
  ]);
  const none = await server.current.do('director', prepaidClientIndex, { query: { search: 'Bobur' } });
  expect(none.data).toEqual([]);
});

it('contracts that were paid to the end say how late they were paid', async () => {
  const { data } = await server.current.do('director', closedContractIndex, {
    query: { date: '2026-11-21', search: 'Chinora', organization_id: ORGANIZATION },
  });
  expect(data).toMatchObject([
    { id: contract.c, client: { id: of.chinora }, closed_on: '2026-11-21', late: 1, late_days: 11, prepaid: 0 },
  ]);
});

describe('the journal', () => {
  const journal = async (query: object = {}) => server.current.do('director', cashDocumentIndex, { query });

  it('has payments and reversals with the sums that came in and went out', async () => {
    const { data } = await journal();
    expect(data.map(({ type, status, amount }) => [type, status, amount])).toEqual([
      ['reversal', 'confirmed', 50_000],
      ['payment', 'reversed', 50_000],
      ['payment', 'confirmed', 200_000],
      ['payment', 'confirmed', 200_000],
    ]);
    const { meta } = await journal({ part: 'exact' });
    expect([meta.totals, meta.total]).toEqual([{ in: 450_000, out: 50_000 }, 4]);
    expect(data[0]?.reverses).toEqual({ id: reversed, number: data[1]?.number });
    expect(data[1]?.reversed_by?.id).toBe(data[0]?.id);
  });
  it('is narrowed by client, account, type, channel, day, state and number', async () => {
    const { data: all } = await journal();
    const ids = async (query: object) => (await journal(query)).data.map(({ id }) => id);
    expect(await ids({ client_id: of.aziza })).toEqual([all[3]?.id]);
    expect(await ids({ type: 'reversal' })).toEqual([all[0]?.id]);
    expect(await ids({ status: 'reversed' })).toEqual([reversed]);
    expect(await ids({ channel: 'terminal' })).toEqual([]);
    expect(await ids({ cash_account_id: 1, date: '2026-11-21' })).toHaveLength(4);
    expect(await ids({ date: '2026-11-22' })).toEqual([]);
    expect(await ids({ search: all[3]?.number ?? '' })).toEqual([all[3]?.id]);
    expect(await ids({ organization_id: OTHER_ORGANIZATION })).toEqual([]);
  });
  it('keeps who took a payment and what became of it', async () => {
    const { data } = await server.current.do('director', cashDocumentHistory, { params: { id: reversed } });
    expect(data.map(({ event, after }) => [event, after])).toEqual([
      ['cash.reverse', 'reversed'],
      ['cash.confirm', 'confirmed'],
      ['cash.create', 'draft'],
    ]);
    expect(data[0]?.payload).toMatchObject({ after: { reason: 'Xato olingan' }, facts: { prepaid: 0 } });
  });
});

describe('a payment that is put aside', () => {
  const body = () => ({ client_id: of.bobur, contract_ids: [contract.b], cash_account_id: 1, amount: 1_000 });

  it('keeps the currency and the branch of its desk, too, until money moves there', async () => {
    const desk = { name: 'Ikkinchi kassa', organization_id: ORGANIZATION, kind: 'cash', currency: 'UZS' } as const;
    const { data: made } = await server.current.do('director', cashAccount.calls.create, { body: desk });
    const { data } = await server.current.do('cashier', cashDocumentCreate, {
      body: { ...body(), cash_account_id: made.id, channel: 'cash' },
    });
    const { data: shown } = await server.current.do('director', cashAccount.calls.show, { params: { id: made.id } });
    expect(Object.keys(shown.frozen).sort()).toEqual(['currency', 'kind', 'organization']);
    await server.current.do('cashier', cashDocumentCancel, { params: { id: data.id }, body: { reason: 'Adashildi' } });
  });
  it('keeps the day from being closed, by name, until it is called off', async () => {
    const { data } = await server.current.do('cashier', cashDocumentCreate, { body: { ...body(), channel: 'cash' } });
    expect([data.number, data.status]).toEqual([null, 'draft']);
    const { data: state } = await server.current.do('director', practiceDayState, {
      query: { organization_id: ORGANIZATION },
    });
    expect(state.blockers).toMatchObject([{ kind: 'cash_document', id: data.id, title: 'Bobur Qodirov' }]);
    const refused = await server.current.call('director', practiceDayStartClosing, {
      params: { id: state.day?.id ?? 0 },
    });
    expect([refused.status, refused.error.code]).toEqual([409, 'not_allowed_now']);
    const { data: branches } = await server.current.do('director', practiceDayBranches, {});
    expect(branches.find(({ organization }) => organization.id === ORGANIZATION)?.blockers_total).toBe(1);
    await server.current.do('cashier', cashDocumentCancel, { params: { id: data.id }, body: { reason: 'Pul yoʻq' } });
    expect((await server.current.do('director', practiceDayState, {})).data.blockers).toEqual([]);
  });

  it.each([
    ['another client’s contract', () => ({ contract_ids: [contract.a] }), 'contract_ids'],
    [
      'contracts of two organizations',
      () => ({ client_id: of.chinora, contract_ids: [contract.c, contract.other] }),
      'contract_ids',
    ],
    [
      'a contract that is paid to the end',
      () => ({ client_id: of.chinora, contract_ids: [contract.c] }),
      'contract_ids',
    ],
    ['a terminal for cash', () => ({ cash_account_id: 2 }), 'cash_account_id'],
    ['a desk of another organization', () => ({ cash_account_id: 3 }), 'cash_account_id'],
  ])('is refused for %s', async (_, other, field) => {
    const answer = await server.current.call('director', cashDocumentCreate, {
      body: { ...body(), channel: 'cash', ...other() },
    });
    expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, [field]]);
  });

  it('is refused at the desk of another organization than the contract’s, which is named', async () => {
    const answer = await server.current.call('cashier', cashDocumentPay, {
      body: {
        ...{
          client_id: of.chinora,
          contract_ids: [contract.other],
          channel: 'cash',
          cash_account_id: 3,
          amount: 1_000,
        },
        mark: '0',
      },
    });
    expect([answer.status, answer.error.errors?.contract_ids]).toEqual([
      422,
      ['Bu shartnoma toʻlovi «Registon filiali» kassasida olinadi.'],
    ]);
  });
});

it('the first payment of a signed contract is due from the day it was signed, less what is there of it', async () => {
  const zarina = await till.client('Zarina Yoʻldosheva');
  const signed = await till.sign(zarina, { ...K, signed: '2026-11-20' });
  const stands = async () => {
    const [row] = await clients({ search: 'Zarina' });
    const { meta } = await server.current.do('director', cashboxClientIndex, {
      query: { search: 'Zarina', part: 'totals' },
    });
    return [row?.due, row?.first_payment, row?.owed, row?.next_due, meta.totals?.due];
  };
  expect(await stands()).toEqual([200_000, 200_000, 0, '2026-11-20', 200_000]);
  await till.paid(zarina, [signed], 50_000);
  expect(await stands()).toEqual([150_000, 150_000, 0, '2026-11-20', 150_000]);
  await till.paid(zarina, [signed], 150_000);
  expect(await stands()).toEqual([0, 0, 0, null, 0]);
  await till.handOver(zarina, signed);
  expect((await stands()).slice(0, 3)).toEqual([0, 0, 920_000]);
});
