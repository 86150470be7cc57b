/**
 * Properties of the sale over random input, from a seed: `npm test` tries a hundredth of what `npm run prove -- sale` does.
 * Each returns the first difference in words, or null.
 */
import {
  type Book,
  beginDay,
  callOff,
  type Entry,
  handOver,
  isFirstPaid,
  mostFor,
  move,
  type Outcome,
  overdueOf,
  owedBy,
  pay,
  prepaidOf,
  reverse,
  sourceOf,
  unpaidOf,
  writeOff,
} from '../../contract/sale/allocation.ts';
import {
  type CashMove,
  type EntryBy,
  type LedgerEntry,
  MONEY_FIGURES,
  type Story,
  sumWithout,
  tellCash,
  tellMoney,
} from '../../contract/sale/story.ts';
import { Random } from '../../server/seed/random.ts';
import { dayAfter, NaiveBook } from '../oracle/naiveSale.ts';
import { plainContract } from './kit.ts';

/** One of a list, or none of an empty one. */
const oneOf = <T>(random: Random, list: readonly T[]): T | undefined =>
  list.length === 0 ? undefined : random.pick(list);

export interface Proof {
  readonly difference: string | null;
  /** How much of what was tried could be made at all. */
  readonly made: number;
}

export const FIRST_DAY = '2026-01-01';

/** Soʻm of an instalment at most: each is a coin of its own in the naive book. */
const MOST = 40;
const STEPS = 40;

/** What a step is written under. */
interface Under {
  readonly by: EntryBy;
  /** Whose money is the document's own. */
  readonly source?: number;
  /** Of moved money: the contract that it becomes. */
  readonly moves?: number;
}

interface Evening {
  readonly money: ReadonlyMap<string, number>;
  readonly cash: number;
}

/** One client's history in both books; what each step leaves is compared. */
class Both {
  book: Book = { contracts: [], prepaid: [] };
  readonly naive = new NaiveBook();
  day = FIRST_DAY;
  last = 0;
  readonly payments = new Map<number, number>();
  cash = 0;
  readonly steps: string[] = [];
  /** Entries of both ledgers as the server writes them, and what the naive book said at the end of a day. */
  readonly ledger: LedgerEntry[] = [];
  readonly drawer: CashMove[] = [];
  readonly evenings = new Map<string, Evening>();
  #documents = 1_000_000;

  /** Which document each entry is under: what is prepaid and used is an offset's (decision 57). */
  #write(entries: readonly Entry[], { by, source, moves }: Under): void {
    const own = by === 'handover' || by === 'contract' || by === 'reversal' ? this.#nextDocument() : 0;
    const offset = this.#nextDocument();
    for (const [place, entry] of entries.entries()) {
      const isOwn =
        moves === undefined
          ? entry.kind === 'charge' || by === 'contract' || sourceOf(entry) === source
          : place <= entries.findLastIndex((one) => one.kind === 'prepaid_in' && one.contract === moves);
      this.ledger.push({
        ...{ day: this.day, kind: entry.kind, contract: entry.contract, amount: entry.amount },
        by: isOwn ? by : 'prepaid_offset',
        document: isOwn ? own || (sourceOf(entry) ?? own) : offset,
        instalment: 'instalment' in entry ? entry.instalment : null,
        source: sourceOf(entry),
      });
    }
  }
  #nextDocument(): number {
    this.#documents += 1;
    return this.#documents;
  }

  /** What the naive book says of every figure at the end of a day. */
  evening(day: string): void {
    const { naive, book, cash } = this;
    const money = new Map<string, number>([['prepaid free', naive.prepaid(null)]]);
    for (const { id, charged } of book.contracts) {
      const late = naive.overdue(id, day);
      money.set(`owed ${id}`, charged ? naive.owed(id) : 0);
      money.set(`prepaid ${id}`, naive.prepaid(id));
      money.set(`overdue ${id}`, late.sum);
      money.set(`days ${id}`, late.days);
    }
    this.evenings.set(day, { money, cash });
  }

  /** The step in both books, and whether the entries say what became of the cash. */
  take(words: string, cash: number, under: Under, ours: () => Outcome, theirs: () => void): string | null {
    this.steps.push(`${this.day} ${words}`);
    const { book, entries } = ours();
    theirs();
    this.book = book;
    this.cash += cash;
    this.#write(entries, under);
    if (cash !== 0) {
      const source = under.source ?? 0;
      const document = cash > 0 ? source : -source;
      this.drawer.push({ day: this.day, until: null, amount: cash, count: 1, document, source, undone: false });
    }
    let posted = 0;
    for (const entry of entries)
      if (sourceOf(entry) !== null) posted += entry.kind === 'prepaid_out' ? -entry.amount : entry.amount;
    if (posted !== cash) return this.different(`cash moved ${cash}, the entries say ${posted}`);
    return this.compare();
  }

  different = (what: string) => `${what} after ${this.steps.join('; ')}`;

  compare(): string | null {
    const { book, naive, day } = this;
    for (const contract of book.contracts) {
      const { id, debts } = contract;
      const unpaid = debts.map(unpaidOf);
      const expected = naive.unpaid(id);
      const bySource = debts.flatMap((debt) => {
        const sums = new Map<number, number>();
        for (const { source, amount } of debt.parts) sums.set(source, (sums.get(source) ?? 0) + amount);
        return [...sums]
          .sort(([one], [other]) => one - other)
          .map(([source, amount]) => `${debt.number}: ${amount} of ${source}`);
      });
      const coins = naive.bySource(id);
      if (bySource.join() !== coins.join())
        return this.different(`contract ${id}: paid ${bySource.join()} instead of ${coins.join()}`);
      if (unpaid.join() !== expected.join())
        return this.different(`contract ${id}: unpaid ${unpaid.join()} instead of ${expected.join()}`);
      if (prepaidOf(book, id) !== naive.prepaid(id))
        return this.different(`contract ${id}: prepaid ${prepaidOf(book, id)} instead of ${naive.prepaid(id)}`);
      if (contract.over !== naive.isClosed(id)) return this.different(`contract ${id}: over ${contract.over}`);
      const { days, sum } = overdueOf(contract, day);
      const late = naive.overdue(id, day);
      if (days !== late.days || sum !== late.sum)
        return this.different(`contract ${id}: ${days} days, ${sum} late instead of ${late.days}, ${late.sum}`);
    }
    if (prepaidOf(book, null) !== naive.prepaid(null)) return this.different('free prepaid');
    const kept = book.contracts.reduce(
      (total, { debts }) => total + debts.reduce((sum, one) => sum + one.amount, 0),
      0,
    );
    const givenUp = book.contracts.flatMap(({ debts }) => debts.map(({ writtenOff = 0 }) => writtenOff));
    const held =
      kept -
      givenUp.reduce((total, one) => total + one, 0) -
      book.contracts.reduce((total, one) => total + owedBy(one), 0) +
      book.prepaid.reduce((total, { amount }) => total + amount, 0);
    return held === this.cash ? null : this.different(`${held} is held of ${this.cash} received`);
  }
}

function randomStep(both: Both, random: Random): string | null {
  const upTo = (most: number) => random.whole(0, most);
  const { book, naive } = both;
  const open = book.contracts.filter((one) => !one.over);
  switch (upTo(9)) {
    case 0: {
      if (book.contracts.length > 3) return null;
      const id = book.contracts.length + 1;
      const first = random.pick([0, upTo(MOST)]);
      const instalments = Array.from({ length: 1 + upTo(4) }, (_, at) => ({
        due: dayAfter(both.day, 20 + at * 30 + upTo(3)),
        amount: random.whole(1, MOST + 1),
      }));
      const contract = plainContract(id, both.day, first, instalments);
      both.steps.push(
        `${both.day} contract ${id} of ${first} + ${instalments.map(({ due, amount }) => `${amount} (${due})`).join(' + ')}`,
      );
      both.book = { ...book, contracts: [...book.contracts, contract] };
      naive.sign(
        id,
        contract.debts.map(({ number, due, amount }) => ({ number, due, amount })),
      );
      return both.compare();
    }
    case 1: {
      const contract = oneOf(
        random,
        open.filter((one) => !one.charged),
      );
      if (contract === undefined) return null;
      const may = isFirstPaid(book, contract);
      if (may !== naive.mayHandOver(contract.id)) return both.different(`hand-over of ${contract.id}: ${may}`);
      if (!may) return null;
      return both.take(
        `hands over ${contract.id}`,
        0,
        { by: 'handover' },
        () => handOver(book, contract.id, both.day),
        () => naive.handOver(contract.id, both.day),
      );
    }
    case 2:
    case 3: {
      const ticked = open.filter(() => random.chance(0.7)).map(({ id }) => id);
      // what a payment may take is known after prepaid money was used
      const most = mostFor(beginDay(book, both.day).book, ticked);
      if (most <= 0) return null;
      const amount = random.pick([random.whole(1, most), most]);
      both.last += 1;
      const source = both.last;
      both.payments.set(source, amount);
      return both.take(
        `payment ${source} of ${amount} for ${ticked.join('+')}`,
        amount,
        { by: 'payment', source },
        () => pay(book, { source, contracts: ticked, amount }, both.day),
        () => naive.pay(source, ticked, amount, both.day),
      );
    }
    case 4: {
      const [source, amount] = oneOf(random, [...both.payments]) ?? [0, 0];
      if (source === 0) return null;
      both.payments.delete(source);
      return both.take(
        `reversal of ${source}`,
        -amount,
        { by: 'reversal', source },
        () => reverse(book, source, both.day),
        () => naive.reverse(source, both.day),
      );
    }
    case 5: {
      const to = oneOf(random, open);
      const from = random.pick([null, ...book.contracts.map(({ id }) => id)]);
      if (to === undefined || from === to.id) return null;
      const most = Math.min(prepaidOf(book, from), owedBy(to) - prepaidOf(book, to.id));
      if (most <= 0) return null;
      const amount = random.whole(1, most);
      return both.take(
        `moves ${amount} from ${from ?? 'free'} to ${to.id}`,
        0,
        { by: 'payment', moves: to.id },
        () => move(book, from, to.id, amount, both.day),
        () => naive.move(from, to.id, amount, both.day),
      );
    }
    case 6: {
      const contract = oneOf(
        random,
        open.filter((one) => !one.charged),
      );
      if (contract === undefined || random.chance(0.6)) return null;
      return both.take(
        `calls ${contract.id} off`,
        0,
        { by: 'contract' },
        () => callOff(book, contract.id),
        () => naive.callOff(contract.id),
      );
    }
    case 7: {
      const contract = oneOf(
        random,
        open.filter((one) => one.charged),
      );
      if (contract === undefined || random.chance(0.6)) return null;
      return both.take(
        `writes ${contract.id} off`,
        0,
        { by: 'contract' },
        () => writeOff(book, contract.id),
        () => naive.writeOff(contract.id),
      );
    }
    default: {
      both.evening(both.day);
      const ahead = random.pick([0, 1, 3, 17, 31]);
      // a day on which nothing happens
      if (ahead > 1) both.evening(dayAfter(both.day, random.whole(1, ahead - 1)));
      both.day = dayAfter(both.day, ahead);
      // no day opens on some dates
      if (random.chance(0.3)) return both.compare();
      return both.take(
        'the day opens',
        0,
        { by: 'prepaid_offset' },
        () => beginDay(book, both.day),
        () => naive.beginDay(both.day),
      );
    }
  }
}

/** Random histories of clients: unpaid, prepaid, overdue and cash are those of the naive book after every step. */
export function proveHistories(count: number, seed: number): Proof {
  const random = new Random(String(seed));
  let made = 0;
  for (let n = 0; n < count; n += 1) {
    const both = new Both();
    for (let step = 0; step < STEPS; step += 1) {
      const difference = randomStep(both, random);
      if (difference !== null) return { difference, made };
    }
    made += both.last;
  }
  return { difference: null, made };
}

/** What is wrong with a story of a figure that the naive book says is `expected`. */
function faultOf({ total, sum, lines, parts, since }: Story, expected: number, isMoney: boolean): string | null {
  const added = lines.reduce((all, { change }) => all + change, 0);
  if (total !== expected) return `${total} instead of ${expected}`;
  if (added !== sum || (lines.at(-1)?.balance ?? 0) !== sum) return `lines make ${added} instead of ${sum}`;
  if (sumWithout(lines) !== sum) return `without what was taken back ${sumWithout(lines)} instead of ${sum}`;
  const made = parts.reduce((all, { amount }) => all + amount, 0);
  if (isMoney && made !== sum) return `its parts make ${made} instead of ${sum}`;
  return lines.some(({ change }) => change === 0) || (total > 0 && isMoney && parts.length === 0)
    ? `empty lines, or no parts, since ${since}`
    : null;
}

/**
 * Every figure of a client on a day, told as a story: its lines make the figure of the naive book to the soʻm, with and
 * without what was taken back. `made` is the number of figures.
 */
export function proveBalances(count: number, seed: number): Proof {
  const random = new Random(String(seed));
  let made = 0;
  while (made < count) {
    const both = new Both();
    for (let step = 0; step < STEPS; step += 1) {
      const difference = randomStep(both, random);
      if (difference !== null) return { difference, made };
    }
    both.evening(both.day);
    const schedule = both.book.contracts.flatMap(({ id, debts }) =>
      debts.map(({ number, due, amount }) => ({ contract: id, number, due, amount })),
    );
    const all = new Set(both.book.contracts.map(({ id }) => id));
    for (const [day, { money, cash }] of both.evenings) {
      const told = (what: string, story: Story, expected: number, isMoney = true) => {
        made += 1;
        const fault = faultOf(story, expected, isMoney);
        return fault && both.different(`the story of ${what} on ${day}: ${fault}`);
      };
      for (const figure of MONEY_FIGURES) {
        const of = (contracts: ReadonlySet<number>, free: boolean) =>
          tellMoney(figure, both.ledger, schedule, { contracts, free }, day);
        const each = [...all].map((id) => money.get(`${figure} ${id}`) ?? 0);
        for (const [at, id] of [...all].entries()) {
          const difference = told(`${figure} of ${id}`, of(new Set([id]), false), each[at] ?? 0);
          if (difference) return { difference, made };
        }
        const free = figure === 'prepaid' ? (money.get('prepaid free') ?? 0) : 0;
        const sum = figure === 'days' ? Math.max(0, ...each) : each.reduce((one, other) => one + other, free);
        const difference =
          told(`${figure} of all`, of(all, true), sum) ??
          (figure === 'prepaid' ? told('free prepaid', of(new Set(), true), free) : null);
        if (difference) return { difference, made };
      }
      const drawer = both.drawer.filter((move) => move.day <= day);
      const back = new Set(drawer.filter(({ amount }) => amount < 0).map(({ source }) => source));
      const moves = drawer.map((move) => ({ ...move, undone: back.has(move.source) }));
      const difference = told('cash', tellCash(moves), cash, false);
      if (difference) return { difference, made };
    }
  }
  return { difference: null, made };
}
