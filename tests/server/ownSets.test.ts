/**
 * The server's own step of several rows at once: what one payment does to the contracts that it pays is what it would do to
 * each by itself. Every row has its log row with its own facts, its version and its figure; one that is refused refuses all.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { HANDED_OVER } from '../../contract/sale/contracts.ts';
import {
  CONTRACT_STATES,
  type ContractContext,
  type ContractEvent,
  type ContractState,
  contractMachine,
  FREE_CONTRACT,
} from '../../machines/contract/contract.machine.ts';
import { contractRecords } from '../../server/contracts/access.ts';
import { CONTRACTS } from '../../server/contracts/lifecycle.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { writeMoves } from '../../server/lifecycle/sets.ts';
import { K, type Signed, signedOn, Till } from './moneyKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const till = new Till(() => server.current);
beforeAll(() => till.desks());

const terms = (goods: number, term: number): Signed =>
  signedOn('2026-11-23', { goods, firstPayment: 0, term, markup: 0, paymentDay: 15 });

/** The log of a contract after a row of it. */
async function logged(contract: number, after = 0) {
  const { rows } = await sql<{ id: number; event: string; before: string; after: string; payload: object }>`
    SELECT id, event, state_before AS before, state_after AS after, payload, user_id FROM event_log
    WHERE document_id = ${contract} AND id > ${after} ORDER BY id`.execute(till.kysely);
  return rows.map(({ id, ...row }) => row);
}
const lastLog = async () =>
  Number((await sql<{ id: number }>`SELECT max(id) AS id FROM event_log`.execute(till.kysely)).rows[0]?.id ?? 0);
const version = async (contract: number) =>
  (await sql<{ version: number }>`SELECT version FROM document WHERE id = ${contract}`.execute(till.kysely)).rows[0]
    ?.version ?? 0;
/** How often an arrow of the chart was taken. */
async function figure(event: string) {
  const { rows } = await sql<{ count: number }>`SELECT coalesce(sum(count), 0)::integer AS count FROM step_figure
    WHERE chart = 'contract' AND event = ${event} AND user_id = 0`.execute(till.kysely);
  return rows[0]?.count;
}
const figures = async () => [
  await figure('payment.allocate'),
  await figure('debt.settle'),
  await figure('debt.reopen'),
];

it('Once the goods have left, no step of a contract depends on what goods wait for', () => {
  const events = CONTRACT_STATES.flatMap((state) => Object.keys(contractMachine.states[state]?.on ?? {}));
  const taken = (state: ContractState, goods: Partial<ContractContext>) =>
    [0, 100_000].flatMap((sum) => {
      const facts = { lacking: sum, unpaid: sum };
      const value = contractMachine.resolveState({ value: state, context: { ...FREE_CONTRACT, ...facts, ...goods } });
      return events.filter((type) => value.can({ type, facts } as ContractEvent));
    });
  for (const state of HANDED_OVER)
    for (const goods of [{ listed: true }, { stale: true }, { leaving: true }])
      expect(taken(state, goods), `${state} ${JSON.stringify(goods)}`).toEqual(taken(state, {}));
  expect(taken('signed', { listed: true })).not.toEqual(taken('signed', {}));
});

it('Rows of a step that get other columns are written apart', async () => {
  const client = await till.client();
  await till.day('2026-11-23');
  const ids = [await till.sign(client, K), await till.sign(client, K), await till.sign(client, K)];
  const states = ['active', 'closed', 'active'];
  await server.current.db.tx(async (db) => {
    const moves = ids.map((id, at) => {
      const state = states[at] ?? '';
      return { id, before: 'signed', state, left: true, branch: null, versioned: true, columns: { status: state } };
    });
    const written = await writeMoves(db, 'document', moves);
    expect([...written].sort()).toEqual(ids.map((id) => [id, 2]));
  });
  expect(await Promise.all(ids.map((id) => till.status(id)))).toEqual(states);
  expect(await Promise.all(ids.map(version))).toEqual([2, 2, 2]);
});

describe('One payment of three contracts', () => {
  let client = 0;
  let whole = 0;
  let long = 0;
  let large = 0;
  let payment = 0;
  let versions: number[] = [];
  let last = 0;
  const all = () => [whole, long, large];
  const versionsNow = () => Promise.all(all().map(version));

  beforeAll(async () => {
    client = await till.client();
    await till.day('2026-11-23');
    whole = await till.sign(client, terms(100_000, 1));
    long = await till.sign(client, terms(300_000, 3));
    large = await till.sign(client, terms(600_000, 3));
    for (const one of all()) await till.handOver(client, one);
    await till.day('2026-12-20');
    versions = await versionsNow();
  });

  it('leaves of each what it would leave alone', async () => {
    last = await lastLog();
    const before = (await figures()) as number[];
    payment = await till.paid(client, all(), 400_000);
    const step = (amount: number, unpaid: number) => ({
      ...{ event: 'payment.allocate', before: 'active', after: 'active', user_id: null },
      payload: { document: payment, practice_day: '2026-12-20', amount, facts: { lacking: 0, unpaid } },
    });
    expect(await logged(whole, last)).toEqual([
      step(100_000, 0),
      {
        ...{ event: 'debt.settle', before: 'active', after: 'closed', user_id: null },
        payload: { document: payment, practice_day: '2026-12-20', amount: 100_000 },
      },
    ]);
    expect(await logged(long, last)).toEqual([step(100_000, 200_000)]);
    expect(await logged(large, last)).toEqual([step(200_000, 400_000)]);
    expect(await versionsNow()).toEqual(versions.map((one, at) => one + (at === 0 ? 2 : 1)));
    expect(await Promise.all(all().map((one) => till.status(one)))).toEqual(['closed', 'active', 'active']);
    const [allocated = 0, settled = 0, reopened = 0] = before;
    expect(await figures()).toEqual([allocated + 3, settled + 1, reopened]);
    await till.clean();
  });

  it('is taken back: what was closed is open again, what takes no step has none', async () => {
    last = await lastLog();
    versions = await versionsNow();
    expect((await till.reverse(payment)).status).toBe(200);
    expect((await logged(whole, last)).map(({ event, after }) => [event, after])).toEqual([['debt.reopen', 'active']]);
    expect([await logged(long, last), await logged(large, last)]).toEqual([[], []]);
    expect(await versionsNow()).toEqual(versions.map((one, at) => one + (at === 0 ? 1 : 0)));
    const { rows } = await sql`SELECT closed_on FROM contract WHERE id = ${whole}`.execute(till.kysely);
    expect(rows).toEqual([{ closed_on: null }]);
  });

  it('is refused for all where the chart refuses it of one, before anything is done', async () => {
    await till.paid(client, [whole], 100_000);
    last = await lastLog();
    versions = await versionsNow();
    let done = 0;
    const work = server.current.db.tx(async (db) => {
      const rows = await contractRecords(db, sql`c.client_id = ${client}`);
      const effect = async () => {
        done += 1;
        return () => ({});
      };
      const refused: unknown = await CONTRACTS.takeOwnMany(
        { db, now: new Date() },
        rows,
        'payment.allocate',
        effect,
      ).catch((error: unknown) => error);
      // the transaction is committed all the same: what had been written would be there
      expect(refused).toBeInstanceOf(Refusal);
      expect(refused).toMatchObject({
        ...{ status: 409, code: 'not_allowed_now' },
        step: { chart: 'contract', state: 'closed', event: 'payment.allocate' },
      });
    });
    await work;
    expect([done, await lastLog(), await versionsNow()]).toEqual([0, last, versions]);
  });
});

it('A reversal is refused whole where the goods of one of its contracts are being picked, and counted', async () => {
  const client = await till.client();
  await till.day('2027-02-01');
  const contracts = [await till.sign(client, K), await till.sign(client, K)];
  const payment = await till.paid(client, contracts, 400_000);
  const picked = contracts[1] ?? 0;
  expect(await Promise.all(contracts.map((one) => till.status(one)))).toEqual([
    'awaiting_handover',
    'awaiting_handover',
  ]);
  await sql`UPDATE document SET status = 'picking'
    WHERE id = (SELECT id FROM product_delivery WHERE contract_id = ${picked})`.execute(till.kysely);
  const last = await lastLog();
  const { status, error } = await till.reverse(payment);
  expect([status, error?.code]).toEqual([409, 'goods_leaving']);
  expect(await lastLog()).toBe(last);
  expect(await Promise.all(contracts.map((one) => till.status(one)))).toEqual([
    'awaiting_handover',
    'awaiting_handover',
  ]);
  await expect
    .poll(async () => {
      const { rows } = await sql`SELECT state, event, count FROM refused_step WHERE chart = 'contract'`.execute(
        till.kysely,
      );
      return rows;
    })
    .toEqual([{ state: 'awaiting_handover', event: 'firstPayment.revoke', count: 1 }]);
});
