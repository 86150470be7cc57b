/**
 * Money at the same moment: payments, reversals, moves, days that begin and close. On a PostgreSQL server half of the
 * requests go to a second server process (TEST_DATABASE_URL); else all go to one. And what the database itself refuses.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addressOf, type Call, type ParamsOf } from '../../contract/call.ts';
import { cashDocumentPay, cashDocumentReverse, prepaidMove } from '../../contract/cashDocuments.ts';
import { practiceDayResume, practiceDayStartClosing } from '../../contract/practiceDay.ts';
import { contractAttached, contractWriteOff } from '../../contract/sale/contracts.ts';
import { startOffsets } from '../../server/maintenance.ts';
import { offsetDue } from '../../server/sale/offsets.ts';
import { grant } from './granted.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { type Signed, Till } from './moneyKit.ts';
import { ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const till = new Till(() => server.current);
const CHILD = fileURLToPath(new URL('./moneyChild.ts', import.meta.url));
const children: ChildProcessWithoutNullStreams[] = [];
let second = '';
let databaseUrl: string | undefined;

function child(...args: string[]): ChildProcessWithoutNullStreams {
  const started = spawn(process.execPath, ['--import', 'tsx', CHILD, ...args]);
  children.push(started);
  started.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  return started;
}

beforeAll(async () => {
  await till.desks();
  second = server.current.url;
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) return;
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(till.kysely);
  const own = new URL(url);
  own.pathname = `/${rows[0]?.name}`;
  databaseUrl = own.href;
  const other = child(databaseUrl);
  const [port] = (await once(other.stdout, 'data')) as [Buffer];
  second = `http://127.0.0.1:${port.toString().trim()}`;
}, 60_000);

afterAll(async () => {
  for (const one of children)
    if (one.exitCode === null && one.signalCode === null) {
      one.kill('SIGTERM');
      await once(one, 'exit');
    }
});

interface Raced {
  status: number;
  body: { code?: string; data?: { id: number; number: string } };
}

/** The same call so many times at once, at both processes. */
async function race<C extends Call>(
  times: number,
  call: C,
  sent: (at: number) => { params?: ParamsOf<C>; body?: unknown; key?: string },
  who: PersonName = 'director',
): Promise<Raced[]> {
  const token = await server.current.tokenOf(who);
  return Promise.all(
    Array.from({ length: times }, async (_, at) => {
      const { params, body, key } = sent(at);
      const answer = await fetch(`${at % 2 === 0 ? server.current.url : second}${addressOf(call, params)}`, {
        method: call.method,
        headers: {
          ...{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as Raced['body'] };
    }),
  );
}

/** How often each answer came. */
function answers(raced: readonly Raced[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { status, body } of raced) {
    const key = status === 200 ? '200' : `${status} ${body.code}`;
    counted[key] = (counted[key] ?? 0) + 1;
  }
  return counted;
}

const DAY = '2027-05-10';
const DUE: Signed = {
  ...{ signed: '2027-04-01', firstPayment: 0 },
  instalments: [
    { due: '2027-05-01', amount: 100_000 },
    { due: '2027-06-01', amount: 300_000 },
  ],
};

/** A client with a contract that was handed over: 100,000 of 400,000 are due. */
async function owing(): Promise<{ client: number; contract: number }> {
  const client = await till.client();
  const contract = await till.sign(client, DUE);
  await till.day('2027-04-02');
  await till.handOver(client, contract);
  await till.day(DAY);
  return { client, contract };
}
const bodyOf = async (client: number, contract: number, amount: number) => ({
  ...{ client_id: client, contract_ids: [contract], channel: 'cash', cash_account_id: 1, amount },
  mark: await till.mark(client),
});

describe('what was shown before another payment came', () => {
  it('is not confirmed: a payment, a reversal and a move say money_moved with what is true now, and write nothing', async () => {
    const { client, contract } = await owing();
    const other = await till.sign(client, { ...DUE, firstPayment: 80_000 });
    await till.paid(client, [other], 30_000);
    const first = await till.paid(client, [contract], 50_000);
    const shown = await till.mark(client);
    const reversible = (await till.preview(first)).data.mark;
    await till.paid(client, [contract], 20_000);
    const [now, cash, book] = [await till.mark(client), await till.cash(), await till.book(client)];
    expect(now).not.toBe(shown);

    const move = { client_id: client, from_contract_id: other, to_contract_id: contract, amount: 10_000 };
    const refused = [
      await till.pay(client, [contract], 30_000, { mark: shown }),
      await till.reverse(first, reversible),
      await till.on.call('director', prepaidMove, { body: { ...move, reason: 'Mijoz arizasi', mark: shown } }),
    ];
    for (const { status, error } of refused)
      expect([status, error.code, error.current]).toEqual([409, 'money_moved', expect.objectContaining({ mark: now })]);
    expect([await till.cash(), await till.book(client)]).toEqual([cash, book]);
    expect((await till.pay(client, [contract], 30_000, { mark: now })).status).toBe(200);
  });
});

describe('at the same moment', () => {
  it('eight payments of the whole debt: one is taken', async () => {
    const { client, contract } = await owing();
    const before = await till.cash();
    const body = await bodyOf(client, contract, 400_000);
    const raced = await race(8, cashDocumentPay, () => ({ body }));
    const { '200': taken, '409 money_moved': moved = 0, '422 validation': invalid = 0 } = answers(raced);
    expect([taken, moved + invalid], JSON.stringify(answers(raced))).toEqual([1, 7]);
    expect((await till.cash()) - before).toBe(400_000);
  });

  it('eight times the same payment with its id: one is taken, and all get its receipt', async () => {
    const { client, contract } = await owing();
    const before = await till.cash();
    const body = await bodyOf(client, contract, 100_000);
    const key = randomUUID();
    const raced = await race(8, cashDocumentPay, () => ({ body, key }));
    expect(answers(raced)).toEqual({ '200': 8 });
    expect(new Set(raced.map(({ body: { data } }) => data?.number)).size).toBe(1);
    expect((await till.cash()) - before).toBe(100_000);
  });

  it('eight reversals of one payment: one is made', async () => {
    const { client, contract } = await owing();
    const before = await till.cash();
    const payment = await till.paid(client, [contract], 150_000);
    const mark = await till.mark(client);
    const raced = await race(8, cashDocumentReverse, () => ({
      params: { id: payment },
      body: { reason: 'Xato olingan', mark },
    }));
    expect(answers(raced)).toEqual({ '200': 1, '409 not_allowed_now': 7 });
    expect((await till.cash()) - before).toBe(0);
  });

  it('a debt is given up four times while it is paid four times: one of them is done', async () => {
    await grant(server.current, PEOPLE.accountant.id, ['contract.show', 'contract.allshow', 'contract.confirm']);
    for (let times = 0; times < 3; times += 1) {
      const { client, contract } = await owing();
      await till.day('2030-06-10');
      const sent = { params: { id: contract }, form: fileForm({}, new Uint8Array(PNG), 'qaror.png') };
      const file = (await till.on.do('director', contractAttached.upload, sent as never)) as { data: { id: number } };
      const body = await bodyOf(client, contract, 400_000);
      const decision = { params: { id: contract }, body: { reason: 'Mijoz topilmadi', file_id: file.data.id } };
      const [given, paid] = await Promise.all([
        race(4, contractWriteOff, () => decision, 'accountant'),
        race(4, cashDocumentPay, () => ({ body })),
      ]);
      const { '200': done = 0, '409 not_allowed_now': refused = 0, ...rest } = answers(given);
      const { '200': taken = 0, '409 money_moved': moved = 0, '422 validation': invalid = 0 } = answers(paid);
      const words = JSON.stringify([answers(given), answers(paid)]);
      expect([done + taken, refused, moved + invalid, rest], words).toEqual([1, 4 - done, 4 - taken, {}]);
      expect(await till.status(contract)).toBe(done === 1 ? 'written_off' : 'closed');
      await till.clean();
    }
  });

  it('payments of eight clients into one desk get numbers that follow one another', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => till.client()));
    await till.day('2027-04-02');
    const bodies: Awaited<ReturnType<typeof bodyOf>>[] = [];
    for (const client of clients) {
      const contract = await till.sign(client, { ...DUE, firstPayment: 50_000 });
      bodies.push({ ...(await bodyOf(client, contract, 50_000)), amount: 50_000 });
    }
    const raced = await race(8, cashDocumentPay, (at) => ({ body: bodies[at] }));
    expect(answers(raced)).toEqual({ '200': 8 });
    const numbers = raced.map(({ body: { data } }) => Number(data?.number.split('-')[3])).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 8 }, (_, at) => (numbers[0] ?? 0) + at));
    await till.day(DAY);
  });

  it('reversals of four payments out of a desk that has the money of two: two are made (V6)', async () => {
    const made: { id: number; mark: string }[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { client, contract } = await owing();
      made.push({ id: await till.paid(client, [contract], 100_000), mark: await till.mark(client) });
    }
    const [{ id: any = 0 } = {}] = made;
    const spent = (await till.cash()) - 200_000;
    const take = (
      amount: number,
    ) => sql`INSERT INTO cash_entry (cash_account_id, amount, document_id, practice_day_id, created_by)
      SELECT 1, ${amount}, ${any}, id, 1 FROM practice_day WHERE organization_id = ${ORGANIZATION} AND status = 'open'`;
    await take(-spent).execute(till.kysely);
    const raced = await race(4, cashDocumentReverse, (at) => ({
      params: { id: made[at]?.id ?? 0 },
      body: { reason: 'Xato olingan', mark: made[at]?.mark },
    }));
    expect(answers(raced)).toEqual({ '200': 2, '409 negative_cash': 2 });
    expect(await till.cash()).toBe(0);
    await take(spent).execute(till.kysely);
  });

  it('four moves of all that is prepaid: one is made', async () => {
    const { client, contract } = await owing();
    const other = await till.sign(client, { ...DUE, firstPayment: 80_000 });
    await till.paid(client, [other], 80_000);
    const mark = await till.mark(client);
    const raced = await race(4, prepaidMove, () => ({
      body: {
        ...{ client_id: client, from_contract_id: other, to_contract_id: contract, amount: 80_000 },
        ...{ reason: 'Mijoz arizasi', mark },
      },
    }));
    const { '200': made, '409 money_moved': moved = 0, '422 validation': invalid = 0 } = answers(raced);
    expect([made, moved + invalid], JSON.stringify(answers(raced))).toEqual([1, 3]);
  });

  it('a day begins at both processes while clients pay: prepaid money is used once', async () => {
    const paying: { client: number; contract: number }[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { client, contract } = await owing();
      await till.paid(client, [contract], 150_000);
      paying.push({ client, contract });
    }
    await till.day('2027-06-02', { offsets: false });
    const bodies = await Promise.all(paying.map(({ client, contract }) => bodyOf(client, contract, 200_000)));
    const [, , raced] = await Promise.all([
      offsetDue(server.current.db),
      offsetDue(server.current.db),
      race(4, cashDocumentPay, (at) => ({ body: bodies[at] })),
    ]);
    for (const { status, body } of raced)
      expect([200, 409]).toContain(status === 409 && body.code !== 'money_moved' ? 0 : status);
    for (const [at, { client }] of paying.entries()) {
      const { contracts } = await till.book(client);
      const paid = contracts.flatMap(({ debts }) => debts.flatMap(({ parts }) => parts));
      const expected = raced[at]?.status === 200 ? 350_000 : 150_000;
      expect(paid.reduce((sum, { amount }) => sum + amount, 0)).toBe(expected);
    }
    await till.day(DAY);
  });

  it('a day begins to close while clients pay: what was taken is in the day, the rest is refused', async () => {
    const bodies: Awaited<ReturnType<typeof bodyOf>>[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { client, contract } = await owing();
      bodies.push(await bodyOf(client, contract, 100_000));
    }
    const { rows } = await sql<{ id: number }>`SELECT id FROM practice_day
      WHERE organization_id = ${ORGANIZATION} AND status = 'open'`.execute(till.kysely);
    const params = { id: rows[0]?.id ?? 0 };
    const [raced, closing] = await Promise.all([
      race(4, cashDocumentPay, (at) => ({ body: bodies[at] })),
      race(1, practiceDayStartClosing, () => ({ params })),
    ]);
    expect(answers(closing)).toEqual({ '200': 1 });
    const { '200': taken = 0, '409 no_open_day': refused = 0 } = answers(raced);
    expect(taken + refused, JSON.stringify(answers(raced))).toBe(4);
    await server.current.do('director', practiceDayResume, { params });
  });
});

describe('a day that begins', () => {
  it('goes on after it was stopped in the middle, also by a kill, and clients pay meanwhile', async () => {
    const waiting: { client: number; contract: number }[] = [];
    for (let n = 0; n < 6; n += 1) {
      const one = await owing();
      await till.paid(one.client, [one.contract], 200_000);
      waiting.push(one);
    }
    await till.day('2027-06-03', { offsets: false });
    const usedOf = async (): Promise<number> => {
      let used = 0;
      for (const { client } of waiting) if ((await till.book(client)).prepaid.length === 0) used += 1;
      return used;
    };
    if (databaseUrl === undefined) {
      let asked = 0;
      await offsetDue(server.current.db, () => ++asked > 3);
    } else {
      const killed = child(databaseUrl, 'offsets');
      let said = '';
      await new Promise<void>((resolve) => {
        killed.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.split('\n').length > 3) resolve();
        });
      });
      killed.kill('SIGKILL');
      await once(killed, 'exit');
    }
    const first = await usedOf();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(waiting.length);
    // who was not reached yet pays: what is prepaid goes first
    const last = waiting.at(-1) as (typeof waiting)[number];
    await till.paid(last.client, [last.contract], 50_000);
    await offsetDue(server.current.db);
    expect(await usedOf()).toBe(waiting.length);
    expect(await offsetDue(server.current.db)).toBe(0);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM cash_document
      WHERE type = 'prepaid_offset' AND client_id = ANY (${waiting.map(({ client }) => client)}::integer[])`.execute(
      till.kysely,
    );
    expect(rows[0]?.n).toBe(waiting.length);
  });
});

describe('a day that begins with a client whose money cannot be used', () => {
  it('uses that of the others, says so, and tries again', async () => {
    const waiting: { client: number; contract: number }[] = [];
    for (let n = 0; n < 3; n += 1) {
      const one = await owing();
      await till.paid(one.client, [one.contract], 200_000);
      waiting.push(one);
    }
    await till.day('2027-06-04', { offsets: false });
    const [first] = waiting as [(typeof waiting)[number]];
    await sql`CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'not now'; END $$`.execute(till.kysely);
    await sql`CREATE TRIGGER refuse_one BEFORE INSERT ON client_entry FOR EACH ROW
      WHEN (NEW.client_id = ${sql.lit(first.client)}) EXECUTE FUNCTION refuse_one()`.execute(till.kysely);
    const said: unknown[] = [];
    const stop = startOffsets(server.current.db, (_, message, extra) => said.push([message, extra]), 200);
    const isUsed = async ({ client }: { client: number }) => (await till.book(client)).prepaid.length === 0;
    await vi.waitFor(async () => expect(await Promise.all(waiting.map(isUsed))).toEqual([false, true, true]), {
      timeout: 30_000,
      interval: 100,
    });
    expect(said[0]).toEqual(['prepaid money not used', { error: expect.any(String), client: first.client }]);
    await sql`DROP TRIGGER refuse_one ON client_entry`.execute(till.kysely);
    await sql`DROP FUNCTION refuse_one`.execute(till.kysely);
    await vi.waitFor(async () => expect(await isUsed(first)).toBe(true), { timeout: 30_000, interval: 100 });
    stop();
  });
});

describe('the database refuses', () => {
  let contract = 0;
  let payment = 0;
  beforeEach(async () => {
    const made = await owing();
    contract = made.contract;
    payment = await till.paid(made.client, [contract], 150_000);
  });
  const entry = (kind: string, amount: number, source: number | null, instalment: number | null) => sql`
    INSERT INTO client_entry (client_id, organization_id, contract_id, instalment_id, kind, amount, source_id, counts_on,
      document_id, practice_day_id, created_by)
    SELECT c.client_id, ${ORGANIZATION}, c.id, i.id, ${kind}, ${amount}, ${source}, i.due, ${payment}, y.id, 1
    FROM contract c LEFT JOIN instalment i ON i.contract_id = c.id AND i.number = ${instalment},
      practice_day y WHERE c.id = ${contract} AND y.organization_id = ${ORGANIZATION} AND y.status = 'open'`;

  it.each([
    ['to change an entry of a client', () => sql`UPDATE client_entry SET amount = 1`],
    ['to delete one', () => sql`DELETE FROM client_entry`],
    ['to empty the ledger', () => sql`TRUNCATE client_entry`],
    ['to change an entry of cash', () => sql`UPDATE cash_entry SET amount = 1`],
    ['to delete one of cash', () => sql`DELETE FROM cash_entry`],
    ['to empty that of cash', () => sql`TRUNCATE cash_entry`],
    ['a balance that no entry made', () => sql`UPDATE client_balance SET owed = 0`],
    ['a cash balance that no entry made', () => sql`UPDATE cash_balance SET amount = 0`],
    ['a sum given up that no entry made', () => sql`UPDATE instalment SET written_off = amount`],
    ['a paid sum that no entry made', () => sql`UPDATE instalment SET paid = amount`],
    ['an oldest due date that no entry made', () => sql`UPDATE contract SET oldest_due = NULL`],
    ['a second charge', () => entry('charge', 400_000, null, null)],
    ['more in an instalment than it is', () => entry('payment', 100_001, payment, 1)],
    ['less in it than nothing', () => entry('payment', -200_000, payment, 1)],
    ['more prepaid used than there is', () => entry('prepaid_out', 50_001, payment, null)],
    ['a payment without its instalment', () => entry('payment', 1, payment, null)],
    [
      'a second reversal',
      () => sql`WITH d AS (INSERT INTO document (kind, organization_id, status, created_by)
          SELECT 'cash_document', ${ORGANIZATION}, 'confirmed', 1 FROM generate_series(1, 2) RETURNING id)
        INSERT INTO cash_document (id, type, client_id, channel, cash_account_id, amount, reverses_id)
        SELECT d.id, 'reversal', k.client_id, 'cash', 1, 1, k.id FROM d, cash_document k WHERE k.id = ${payment}`,
    ],
    [
      'cash below zero',
      () => sql`INSERT INTO cash_entry (cash_account_id, amount, document_id, practice_day_id, created_by)
        SELECT 1, -1000000000, ${payment}, id, 1 FROM practice_day LIMIT 1`,
    ],
  ])('%s', async (_, statement) => {
    await expect(statement().execute(till.kysely)).rejects.toThrow(
      /append-only|written by its ledger|violates|duplicate/,
    );
  });
});

it('after all of it the ledgers are what is derived of them', () => till.clean());
