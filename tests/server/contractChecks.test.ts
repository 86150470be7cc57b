/** Checks of contracts: one planted error of each kind is found, and only those; a run is once a night and goes on. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { contractCheckShow, contractCheckStart } from '../../contract/contractChecks.ts';
import { CHECKS, type Check, contractError } from '../../contract/directories/contractError.ts';
import { noticeIndex } from '../../contract/notices.ts';
import { beginNight, nextSlice, workChecks } from '../../server/contracts/checkRun.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { grant, openErrors, runChecks } from './contractErrorKit.ts';
import type { Good } from './moneyKit.ts';
import { newUnit, Warehouse } from './outputKit.ts';
import { newGoods } from './saleKit.ts';
import { ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const store = new Warehouse(() => server.current);
const { till } = store;
const on = () => server.current;
const kysely = () => server.current.db.kysely;

const plain = async (qty: number): Promise<number> => (await newGoods(on(), { qty })).id;
const phone = async (): Promise<number> => (await newGoods(on(), { qty: 0, serial: true })).id;

/** A contract whose goods were handed over. */
async function active(goods: readonly Good[]) {
  const made = await store.waiting(goods);
  await store.pick(made.output);
  for (const { variant, qty, serials = [] } of goods) {
    for (const serial of serials) await store.scan(made.output, serial);
    if (serials.length === 0) await store.count(made.output, variant, qty);
  }
  const answer = await store.handOver(made.output);
  expect(answer.status, JSON.stringify(answer.error)).toBe(200);
  return made;
}
const usual = async () => active([{ variant: await plain(3), qty: 2 }]);

/** What a defect or a hand in the database does: past the triggers that keep derived figures. */
async function behind(table: string, change: () => Promise<unknown>): Promise<void> {
  await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(kysely());
  await change();
  await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(kysely());
}

/** Plants an error. @returns the contract, and what is to be found of it */
const PLANTS: {
  readonly [C in Check]: () => Promise<[contract: number, expected: number, actual: number, subject?: string]>;
} = {
  async schedule_total() {
    const { contract } = await store.signed([{ variant: await plain(1), qty: 1 }]);
    await sql`UPDATE instalment SET amount = amount + 1 WHERE contract_id = ${contract} AND number = 4`.execute(
      kysely(),
    );
    return [contract, 2_200_000, 2_200_001];
  },
  async payment_unallocated() {
    const { client, contract } = await usual();
    const number = await on().db.tx(async (db) => {
      const made = { organizationId: ORGANIZATION, userId: PEOPLE.director.id, now: new Date() };
      const { id, number } = await createDocument(db, { ...made, kind: 'cash_document', status: 'confirmed' });
      await sql`INSERT INTO cash_document (id, type, client_id, channel, cash_account_id, amount, tendered)
        VALUES (${id}, 'payment', ${client}, 'cash', 1, 50000, 50000)`.execute(db);
      await sql`INSERT INTO cash_document_contract VALUES (${id}, ${contract})`.execute(db);
      return number;
    });
    return [contract, 50_000, 0, number];
  },
  async active_without_delivery() {
    const { client, contract } = await store.waiting([{ variant: await plain(2), qty: 2 }]);
    await till.handOver(client, contract);
    return [contract, 2, 0];
  },
  async serial_missing() {
    const variant = await phone();
    const serial = await newUnit(on(), variant, '2020-01-01');
    const { contract, output } = await active([{ variant, qty: 1, serials: [serial] }]);
    await sql`DELETE FROM delivery_unit u USING delivery_line l
      WHERE l.id = u.delivery_line_id AND l.product_delivery_id = ${output}`.execute(kysely());
    return [contract, 1, 0, await titleOf(variant)];
  },
  async closed_with_debt() {
    const { contract } = await usual();
    await sql`UPDATE document SET status = 'closed' WHERE id = ${contract}`.execute(kysely());
    return [contract, 0, 2_000_000];
  },
  async reserved_missing() {
    const variant = await plain(5);
    const { contract: first } = await store.signed([{ variant, qty: 2 }]);
    const { contract } = await store.signed([{ variant, qty: 3 }]);
    // one is lost: who kept first still has his
    await behind('stock_balance', () =>
      sql`UPDATE stock_balance SET qty = 4 WHERE product_variant_id = ${variant}`.execute(kysely()),
    );
    expect(first).toBeLessThan(contract);
    return [contract, 3, 2, await titleOf(variant)];
  },
  async security_released() {
    const { client, contract } = await usual();
    const { rows } = await sql<{
      id: number;
    }>`INSERT INTO pledge_car_brand (name) VALUES ('Sinov') RETURNING id`.execute(kysely());
    const { rows: models } = await sql<{ id: number }>`INSERT INTO pledge_car_model (name, brand_id, years_from)
      VALUES ('Sinov 1', ${rows[0]?.id}, 2015) RETURNING id`.execute(kysely());
    const number = await on().db.tx(async (db) => {
      const made = { organizationId: ORGANIZATION, userId: PEOPLE.director.id, now: new Date() };
      const { id, number } = await createDocument(db, { ...made, kind: 'pledge_evaluation', status: 'released' });
      await sql`INSERT INTO pledge_evaluation (id, client_id, model_id, plate, vin, year, mileage, condition)
        VALUES (${id}, ${client}, ${models[0]?.id}, '01 A 123 BC', 'XWBJA69V9DA104217', '2020', 1, 'good')`.execute(db);
      await sql`UPDATE contract SET pledge_evaluation_id = ${id} WHERE id = ${contract}`.execute(db);
      return number;
    });
    return [contract, 2_000_000, 0, number];
  },
  async ledger_differs() {
    const { client, contract } = await usual();
    await till.paid(client, [contract], 700_000);
    await till.day('2027-01-20');
    await behind('instalment', () =>
      sql`UPDATE instalment SET paid = paid - 1000 WHERE contract_id = ${contract} AND number = 1`.execute(kysely()),
    );
    return [contract, 500_000, 499_000, '1'];
  },
};

const titleOf = async (variant: number): Promise<string> =>
  (await sql<{ title: string }>`SELECT title FROM product_variant WHERE id = ${variant}`.execute(kysely())).rows[0]
    ?.title as string;

/** Statuses of the errors of a contract, in the order in which they were found. */
const statusesOf = async (contract: number): Promise<string[]> =>
  (
    await sql<{ status: string }>`SELECT d.status FROM contract_error e JOIN document d ON d.id = e.id
      WHERE e.contract_id = ${contract} ORDER BY e.id`.execute(kysely())
  ).rows.map(({ status }) => status);

beforeAll(async () => {
  await till.desks();
  await grant(on(), { viewer: ['show'], counter1: ['show', 'edit', 'confirm'] });
});

describe('what the checks find', () => {
  it('of contracts that are right is nothing: signed, handed over, paid in advance, paid whole, called off', async () => {
    const serial = await phone();
    const unit = await newUnit(on(), serial, '2020-01-01');
    await active([
      { variant: serial, qty: 1, serials: [unit] },
      { variant: await plain(1), qty: 1 },
    ]);
    const kept = await phone();
    await store.signed([{ variant: kept, qty: 1, serials: [await newUnit(on(), kept, '2020-01-01')] }]);
    const waits = await store.waiting([{ variant: await plain(4), qty: 4 }]);
    await store.pick(waits.output);
    const paid = await usual();
    await till.paid(paid.client, [paid.contract], 2_000_000);
    expect(await till.status(paid.contract)).toBe('closed');
    const reversed = await usual();
    await till.reverse(await till.paid(reversed.client, [reversed.contract], 900_000));
    await till.paid(reversed.client, [reversed.contract], 1_100_000);
    await runChecks(on());
    expect(await openErrors(on())).toEqual(new Map());
    const { data } = await on().do('viewer', contractCheckShow, {});
    expect(data).toMatchObject({ checked: 5, total: 5, found: 0, fixed: 0, asked_by: { id: PEOPLE.director.id } });
    expect(data?.finished_at).not.toBeNull();
  });

  it('of one planted error of each kind is that one alone; none twice; gone, it is fixed', async () => {
    const planted = new Map<number, { code: Check; expected: number; actual: number; subject: string | null }>();
    for (const code of CHECKS) {
      const [contract, expected, actual, subject = null] = await PLANTS[code]();
      planted.set(contract, { code, expected, actual, subject });
    }
    await runChecks(on());
    const found = await openErrors(on());
    expect(new Map([...found].map(([contract, errors]) => [contract, errors]))).toEqual(
      new Map([...planted].map(([contract, error]) => [contract, [error]])),
    );
    await runChecks(on());
    expect(await openErrors(on())).toEqual(found);

    // the bell says that the server found it, in the reader's language: it is nobody's name
    const [told] = (
      await sql<{ user_id: number }>`SELECT user_id FROM notice WHERE machine = 'contractError' LIMIT 1`.execute(
        kysely(),
      )
    ).rows;
    const who = (Object.keys(PEOPLE) as PersonName[]).find((name) => PEOPLE[name].id === told?.user_id) ?? 'nobody';
    const { data: bell } = await on().do(who, noticeIndex, {});
    expect(bell.find(({ machine }) => machine === 'contractError')).toMatchObject({ event: 'error.find', by: null });

    // words and figures in both languages, the link, the branch of the contract, nobody's yet
    const { data: list } = await on().do('viewer', contractError.calls.index, { query: { per_page: 100 } as never });
    expect(list).toHaveLength(CHECKS.length);
    for (const error of list) {
      const written = planted.get(error.contract_id);
      expect(error).toMatchObject({
        code: written?.code,
        status: 'found',
        organization: { id: ORGANIZATION },
        days: 0,
      });
      for (const figure of [written?.expected ?? 0, written?.actual ?? 0].filter((one) => one > 0))
        expect(error.text.replaceAll(/\D/g, '')).toContain(String(figure));
      const russian = await on().do('viewer', contractError.calls.show, {
        params: { id: error.id },
        language: 'ru',
      } as never);
      expect(russian.data.text).not.toBe(error.text);
      expect(error.number).toMatch(/^CHL-\d\d-\d{4}$/);
    }
    for (const query of [
      { code: 'serial_missing' },
      { sort: 'code' },
      { sort: '-code' },
      { search: list[0]?.contract },
    ]) {
      const { data } = await on().do('viewer', contractError.calls.index, { query: query as never });
      expect(data.length, JSON.stringify(query)).toBeGreaterThan(0);
    }

    const [closed = 0] = [...planted].find(([, { code }]) => code === 'closed_with_debt') ?? [];
    await sql`UPDATE document SET status = 'active' WHERE id = ${closed}`.execute(kysely());
    await runChecks(on());
    expect((await openErrors(on())).has(closed)).toBe(false);
    expect(await statusesOf(closed)).toEqual(['fixed']);
    // it comes back: another one
    await sql`UPDATE document SET status = 'closed' WHERE id = ${closed}`.execute(kysely());
    await runChecks(on());
    expect(await statusesOf(closed)).toEqual(['fixed', 'found']);
  });
});

describe('an error', () => {
  it('that was accepted is not found again, until its figures are others', async () => {
    const { contract } = await store.signed([{ variant: await plain(1), qty: 1 }]);
    const wrong = (total: number) => sql`UPDATE contract SET total = ${total} WHERE id = ${contract}`.execute(kysely());
    await wrong(2_200_007);
    await runChecks(on());
    const { data } = await on().do('counter1', contractError.calls.index, {
      query: { code: 'schedule_total', sort: '-created_at' } as never,
    });
    const params = { id: data.find((one) => one.contract_id === contract)?.id ?? 0 };
    const step = (verb: string, body?: object) =>
      on().do('counter1', contractError.steps[`error.${verb}`] as never, { params, ...(body && { body }) } as never);
    await step('take');
    const { data: taken } = await on().do('counter1', contractError.calls.show, { params });
    expect(taken).toMatchObject({ status: 'fixing', owner: { id: PEOPLE.counter1.id } });
    await step('accept', { reason: 'Eski dasturdan kelgan' });
    await runChecks(on());
    expect(await statusesOf(contract)).toEqual(['accepted']);
    await wrong(2_200_008);
    await runChecks(on());
    expect(await statusesOf(contract)).toEqual(['accepted', 'found']);
    const { data: history } = await on().do('viewer', contractError.calls.history, { params });
    expect(history.map(({ event }) => event)).toEqual(['error.accept', 'error.take', 'error.find']);
    await wrong(2_200_000);
    await runChecks(on());
    const texts = { params, body: { comment: 'Grafik tekshirildi' } };
    await on().do('counter1', contractError.attached.comment, texts as never);
    const { data: comments } = (await on().do('viewer', contractError.attached.comments, { params } as never)) as {
      data: unknown[];
    };
    expect(comments).toHaveLength(1);
    await on().do('viewer', contractError.attached.files, { params } as never);
    await on().do('viewer', contractError.calls.choices, { query: {} });
  });

  it('of another branch is seen by who sees all of them alone', async () => {
    const { data } = await on().do('viewer', contractError.calls.index, { query: {} });
    await sql`UPDATE app_user SET organization_id = 2 WHERE id = ${PEOPLE.viewer.id}`.execute(kysely());
    const seen = await on().do('viewer', contractError.calls.index, { query: {} });
    expect([data.length > 0, seen.data.length]).toEqual([true, 0]);
    const one = await on().call('viewer', contractError.calls.show, { params: { id: data[0]?.id ?? 0 } });
    expect(one.status).toBe(404);
    expect((await on().call('viewer', contractCheckStart, {})).status).toBe(403);
    await sql`UPDATE app_user SET organization_id = ${ORGANIZATION} WHERE id = ${PEOPLE.viewer.id}`.execute(kysely());
  });
});

describe('a run', () => {
  it('is one at a time, and one a night from two o’clock in Tashkent', async () => {
    const at = (time: string) => beginNight(kysely(), new Date(`2027-03-01T${time}:00+05:00`));
    expect(await at('01:59')).toBe(false);
    expect(await at('02:00')).toBe(true);
    // who asks meanwhile has the run that goes on
    const { data: asked } = await on().do('director', contractCheckStart, {});
    expect(asked).toMatchObject({ asked_by: null, finished_at: null, checked: 0 });
    expect(await workChecks(on().db)).toBe(asked.total);
    expect(await workChecks(on().db)).toBe(0);
    expect(await at('02:05')).toBe(false);
    expect(await at('23:00')).toBe(false);
  });

  it('goes on after a restart where it was left', async () => {
    await on().do('director', contractCheckStart, {});
    let slices = 0;
    const [first, later] = [new Date(), new Date(Date.now() + 120_000)];
    const { rows } = await sql<{ id: number }>`SELECT id FROM contract WHERE signed_on IS NOT NULL`.execute(kysely());
    const done = await workChecks(on().db, { clock: () => first, stopped: () => ++slices > 1 });
    // what another process works on is left to it
    expect(await workChecks(on().db, { clock: () => first })).toBe(0);
    expect(done + (await workChecks(on().db, { clock: () => later }))).toBe(rows.length);
    const { data } = await on().do('viewer', contractCheckShow, {});
    expect(data).toMatchObject({ checked: rows.length, total: rows.length });
    expect(data?.finished_at).not.toBeNull();
  });

  it('has slices that grow while they are quick, and shrink once they are not', () => {
    // the bounds: 40 ms and 100 ms, 5 and 500 contracts
    expect([nextSlice(50, 39), nextSlice(50, 40), nextSlice(50, 100), nextSlice(50, 101)]).toEqual([100, 50, 50, 25]);
    expect([nextSlice(400, 1), nextSlice(6, 5_000), nextSlice(5, 5_000)]).toEqual([500, 5, 5]);
  });
});
