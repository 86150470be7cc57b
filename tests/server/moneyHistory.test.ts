/**
 * Random histories of several clients through the database, the API and the rules: after every step the book read back is
 * the book that the rules left, what is unpaid is what a naive second implementation says, what all clients owe is what is
 * unpaid of their instalments, and what is in the desk is what was taken. What was true on a closed day stays true.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { prepaidMove } from '../../contract/cashDocuments.ts';
import {
  type Book,
  beginDay,
  callOff,
  handOver,
  isFirstPaid,
  mostFor,
  move,
  overdueOf,
  owedBy,
  pay,
  prepaidOf,
  reverse,
  unpaidOf,
  writeOff,
} from '../../contract/sale/allocation.ts';
import { needOpenDay } from '../../server/practiceDay/openDay.ts';
import { freePrepaid, writeOffDebt } from '../../server/sale/money.ts';
import { standingsOf } from '../../server/sale/standing.ts';
import { Random } from '../../server/seed/random.ts';
import { dayAfter, NaiveBook } from '../oracle/naiveSale.ts';
import { plainContract } from '../sale/kit.ts';
import { Till } from './moneyKit.ts';
import { ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();
const till = new Till(() => server.current);
/** Soʻm of an instalment at most: each is a coin of its own in the naive book. */
const MOST = 30;
const CLIENTS = 3;
/** `MONEY_STEPS=5000` makes it a long one. */
const STEPS = Number(process.env.MONEY_STEPS ?? 160);

class Client {
  book: Book = { contracts: [], prepaid: [] };
  readonly naive = new NaiveBook();
  readonly payments = new Map<number, number>();
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}

class History {
  readonly random: Random;
  readonly clients: Client[] = [];
  day = '2027-03-01';
  cash = 0;
  readonly steps: string[] = [];
  /** Balances at the end of each day. */
  readonly closed = new Map<string, string>();

  constructor(seed: number) {
    this.random = new Random(String(seed));
  }

  one<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : this.random.pick(list);
  }

  async sign({ id, book, naive }: Client): Promise<Book | undefined> {
    const { random, day } = this;
    if (book.contracts.length > 3) return undefined;
    const firstPayment = random.pick([0, random.whole(1, MOST)]);
    const instalments = Array.from({ length: random.whole(1, 4) }, (_, at) => ({
      due: dayAfter(day, 20 + at * 30 + random.whole(0, 3)),
      amount: random.whole(1, MOST),
    }));
    const contract = await till.sign(id, { signed: day, firstPayment, instalments });
    const plain = plainContract(contract, day, firstPayment, instalments);
    naive.sign(
      contract,
      plain.debts.map(({ number, due, amount }) => ({ number, due, amount })),
    );
    return { ...book, contracts: [...book.contracts, plain] };
  }

  async handOver({ id, book, naive }: Client): Promise<Book | undefined> {
    const { day } = this;
    // the first instalment has to be ahead (decision 72)
    const contract = this.one(
      book.contracts.filter(
        (one) => !one.charged && !one.over && (one.debts[1]?.due ?? '') > day && isFirstPaid(book, one),
      ),
    );
    if (contract === undefined) return undefined;
    await till.handOver(id, contract.id);
    naive.handOver(contract.id, day);
    return handOver(book, contract.id, day).book;
  }

  async pay({ id, book, naive, payments }: Client): Promise<Book | undefined> {
    const { random, day } = this;
    const contracts = book.contracts.filter((one) => !one.over && random.chance(0.7)).map((one) => one.id);
    const { book: begun } = beginDay(book, day);
    const open = contracts.filter((one) => begun.contracts.some((known) => known.id === one && !known.over));
    const most = mostFor(begun, contracts);
    if (most <= 0 || open.length < contracts.length) return undefined;
    const amount = random.pick([random.whole(1, most), most]);
    const source = await till.paid(id, contracts, amount);
    payments.set(source, amount);
    this.cash += amount;
    naive.pay(source, contracts, amount, day);
    return pay(book, { source, contracts, amount }, day).book;
  }

  async reverse({ book, naive, payments }: Client): Promise<Book | undefined> {
    const [source, amount] = this.one([...payments]) ?? [0, 0];
    if (source === 0) return undefined;
    const { data: preview } = await till.preview(source);
    const answer = await till.reverse(source, preview.mark);
    expect(answer.status, JSON.stringify(answer.error)).toBe(200);
    payments.delete(source);
    this.cash -= amount;
    naive.reverse(source, this.day);
    const { book: after } = reverse(book, source, this.day);
    // what the preview said is what became of it, to the soʻm
    for (const { id, after: said } of preview.contracts) {
      const contract = after.contracts.find((one) => one.id === id);
      if (contract === undefined) throw new Error(`contract ${id} is lost`);
      const { days, sum, stage } = overdueOf(contract, this.day);
      expect(said).toEqual({
        ...{ owed: contract.charged ? owedBy(contract) : 0, prepaid: prepaidOf(after, id) },
        ...{ overdue_days: days, overdue_sum: sum, stage },
        over: contract.charged && contract.over ? 'closed' : null,
      });
    }
    expect([preview.free_after, preview.balance_after]).toEqual([prepaidOf(after, null), this.cash]);
    return after;
  }

  async move({ id, book, naive }: Client): Promise<Book | undefined> {
    const to = this.one(book.contracts.filter((one) => !one.over));
    const from = this.random.pick([null, ...book.contracts.map((one) => one.id)]);
    if (to === undefined || from === to.id) return undefined;
    const most = Math.min(prepaidOf(book, from), owedBy(to) - prepaidOf(book, to.id));
    if (most <= 0) return undefined;
    const amount = this.random.whole(1, most);
    await server.current.do('director', prepaidMove, {
      body: {
        ...{ client_id: id, to_contract_id: to.id, amount, reason: 'Mijoz arizasi', mark: await till.mark(id) },
        ...(from !== null && { from_contract_id: from }),
      },
    });
    naive.move(from, to.id, amount, this.day);
    return move(book, from, to.id, amount, this.day).book;
  }

  async callOff({ id, book, naive }: Client): Promise<Book | undefined> {
    const contract = this.one(book.contracts.filter((one) => !one.charged && !one.over));
    if (contract === undefined || this.random.chance(0.6)) return undefined;
    await server.current.db.tx(async (db) => {
      const day = await needOpenDay(db, ORGANIZATION);
      const step = { db, now: new Date(), day, userId: PEOPLE.director.id };
      await freePrepaid(step, contract.id, { clientId: id, organizationId: ORGANIZATION });
      await sql`UPDATE document SET status = 'cancelled' WHERE id = ${contract.id}`.execute(db);
    });
    naive.callOff(contract.id);
    return callOff(book, contract.id).book;
  }

  /** However old the debt is: the rule of the ledger knows no years. */
  async writeOff({ id, book, naive }: Client): Promise<Book | undefined> {
    const contract = this.one(book.contracts.filter((one) => one.charged && !one.over));
    const waits = beginDay(book, this.day).entries.length > 0;
    if (contract === undefined || waits || this.random.chance(0.6)) return undefined;
    await server.current.db.tx(async (db) => {
      const day = await needOpenDay(db, ORGANIZATION);
      const step = { db, now: new Date(), day, userId: PEOPLE.director.id };
      await writeOffDebt(step, contract.id, { clientId: id, organizationId: ORGANIZATION });
      await sql`UPDATE document SET status = 'written_off' WHERE id = ${contract.id}`.execute(db);
    });
    naive.writeOff(contract.id);
    return writeOff(book, contract.id).book;
  }

  async nextDay(): Promise<void> {
    this.closed.set(this.day, await this.asOf(this.day));
    this.day = dayAfter(this.day, this.random.pick([1, 3, 17, 31]));
    this.steps.push(`the day ${this.day}`);
    await till.day(this.day);
    for (const client of this.clients) {
      client.book = beginDay(client.book, this.day).book;
      client.naive.beginDay(this.day);
    }
  }

  async step(): Promise<void> {
    const client = this.random.pick(this.clients);
    const acts = [
      'sign',
      'handOver',
      'handOver',
      'pay',
      'pay',
      'pay',
      'reverse',
      'move',
      'callOff',
      'writeOff',
      'day',
    ] as const;
    const act = this.random.pick(acts);
    if (act === 'day') await this.nextDay();
    else {
      const book = await this[act](client);
      if (book === undefined) return;
      this.steps.push(`${this.day} ${act} of client ${client.id}`);
      client.book = book;
    }
    await this.compare(act === 'day' ? this.clients : [client]);
  }

  async compare(clients: readonly Client[]): Promise<void> {
    const words = this.steps.slice(-12).join('; ');
    for (const { id, book, naive } of clients) {
      expect(await till.book(id), words).toEqual(book);
      const standings = await standingsOf(
        till.kysely,
        book.contracts.map((one) => one.id),
      );
      for (const contract of book.contracts) {
        expect(contract.debts.map(unpaidOf), words).toEqual(naive.unpaid(contract.id));
        const { days, sum } = naive.overdue(contract.id, this.day);
        const { overdueDays, overdueSum, owed, prepaid } = standings.get(contract.id) ?? {};
        expect([overdueDays, overdueSum, owed, prepaid], words).toEqual([
          ...[days, sum, contract.charged ? naive.owed(contract.id) : 0],
          naive.prepaid(contract.id),
        ]);
      }
      expect(prepaidOf(book, null), words).toBe(naive.prepaid(null));
    }
    const naive = this.clients.flatMap((one) =>
      one.book.contracts.flatMap(({ id, charged }) => (charged ? [one.naive.owed(id)] : [])),
    );
    const owed = naive.reduce((sum, one) => sum + one, 0);
    const { rows } = await sql<{ owed: number; unpaid: number; cash: number }>`
      SELECT (SELECT coalesce(sum(owed), 0) FROM client_balance) AS owed,
        (SELECT coalesce(sum(i.amount - i.paid - i.written_off), 0) FROM instalment i JOIN client_balance b USING (contract_id)
         WHERE b.charged > 0) AS unpaid,
        (SELECT coalesce(sum(amount), 0) FROM cash_balance) AS cash`.execute(till.kysely);
    expect([Number(rows[0]?.owed), Number(rows[0]?.unpaid), Number(rows[0]?.cash)], words).toEqual([
      owed,
      owed,
      this.cash,
    ]);
  }

  /** What clients owe and have prepaid, and what is in the desk, by entries up to a day. */
  async asOf(day: string): Promise<string> {
    const { rows } = await sql`
      SELECT e.client_id, e.contract_id, e.kind, sum(e.amount)::int AS amount FROM client_entry e
      JOIN practice_day y ON y.id = e.practice_day_id WHERE y.date <= ${day} GROUP BY 1, 2, 3
      UNION ALL SELECT NULL, NULL, 'cash', sum(e.amount)::int FROM cash_entry e
      JOIN practice_day y ON y.id = e.practice_day_id WHERE y.date <= ${day} ORDER BY 1, 2, 3`.execute(till.kysely);
    return JSON.stringify(rows);
  }
}

beforeAll(() => till.desks());

it('random histories of clients: the ledger is what the rules and the naive book say', {
  timeout: STEPS * 2_000,
}, async () => {
  const seed = Number(process.env.MONEY_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const history = new History(seed);
  await till.day(history.day);
  for (let n = 0; n < CLIENTS; n += 1) history.clients.push(new Client(await till.client(`Mijoz ${n}`)));
  try {
    for (let n = 0; n < STEPS; n += 1) await history.step();
    // most of what chance proposes is not possible then
    expect(history.steps.length).toBeGreaterThan(STEPS / 8);
    for (const [day, balances] of history.closed) expect(await history.asOf(day), `balances of ${day}`).toBe(balances);
    await till.clean();
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
});
