/**
 * Properties of the sale over random input, from a seed: `npm test` tries a hundredth of what `npm run prove -- sale` does.
 * Each returns the first difference in words, or null.
 */
import {
  type Book,
  beginDay,
  callOff,
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
  unpaidOf,
} from '../../contract/sale/allocation.ts';
import { nearestOf, offersOf } from '../../contract/sale/offers.ts';
import { scheduleOf, type Terms, termsFault } from '../../contract/sale/schedule.ts';
import type { TermsOfSale } from '../../contract/sale/terms.ts';
import { Random } from '../../server/seed/random.ts';
import { dayAfter, NaiveBook, naiveSchedule } from '../oracle/naiveSale.ts';
import { plainContract } from './kit.ts';

/** One of a list, or none of an empty one. */
const oneOf = <T>(random: Random, list: readonly T[]): T | undefined =>
  list.length === 0 ? undefined : random.pick(list);

export interface Proof {
  readonly difference: string | null;
  /** How much of what was tried could be made at all. */
  readonly made: number;
}

const FIRST_DAY = '2026-01-01';

/** Terms small and large, with first payments and markups at their ends. */
function termsFrom(random: Random): Terms {
  const upTo = (most: number) => random.whole(0, most);
  const goods = upTo(random.pick([150_000, 5_000_000, 90_000_000, 999_999_999_999]));
  return {
    goods,
    firstPayment: random.pick([0, upTo(goods), Math.max(0, goods - upTo(30_000)), -1]),
    term: random.pick([1, 3, 6, 9, 12, 18, 24, upTo(60)]),
    markup: random.pick([0, 27.5, 38.5, upTo(10_000) / 100]),
    paymentDay: random.whole(1, 28),
  };
}

/** Every schedule is the naive one, its sums make T exactly, and what the texts refuse has none. */
export function proveSchedules(count: number, seed: number): Proof {
  const random = new Random(String(seed));
  let made = 0;
  for (let n = 0; n < count; n += 1) {
    const terms = termsFrom(random);
    const signed = dayAfter(FIRST_DAY, random.whole(0, 799));
    const expected = terms.term > 0 && terms.goods > 0 ? naiveSchedule(terms, signed) : null;
    const fault = termsFault(terms);
    const words = `${JSON.stringify(terms)} signed ${signed}`;
    if (expected === null || fault !== null) {
      if ((expected === null) !== (fault !== null)) return { difference: `${words}: ${fault ?? 'accepted'}`, made };
      continue;
    }
    made += 1;
    const { total, instalments } = scheduleOf(terms, signed);
    const found = { total, instalments: instalments.map(({ due, amount }) => [due, amount]) };
    if (JSON.stringify(found) !== JSON.stringify(expected))
      return { difference: `${words}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`, made };
    const whole = instalments.reduce((sum, { amount }) => sum + amount, terms.firstPayment);
    if (whole !== total) return { difference: `${words}: instalments make ${whole}`, made };
  }
  return { difference: null, made };
}

/** Terms of a client with everything that may speak against a choice, drawn near the sums that are asked about. */
function saleFrom(random: Random, most: number): TermsOfSale {
  const goods = random.whole(90_000, most);
  const near = (chance: number) => (random.whole(1, 100) <= chance ? random.whole(0, Math.floor(goods * 1.6)) : null);
  const sum = near(40);
  return {
    ...{ day: FIRST_DAY, kind: 'new', goods, used: random.pick([0, 50_000]) },
    terms: [3, 6, 9, 12, 18, 24].map((term) => ({
      ...{ term, value_setting_id: term, markup: random.pick([0, term * 2.75, random.whole(0, 9_000) / 100]) },
      least_first: random.pick([0, Math.floor((goods * random.whole(0, 60)) / 100_000) * 1_000]),
      barred: random.whole(1, 5) === 1 ? { by: 'category' as const, of: 'Soatlar' } : null,
    })),
    limit: sum === null ? null : { sum, of: 'scoring', until: null },
    ...{
      guarantor_from: near(15),
      pledge_from: near(15),
      least: near(15),
      greatest: near(15),
      confirmed_above: near(15),
    },
  };
}

/** The instalments of a term, where everything that signing asks for holds: each condition by itself, in the words of decisions 65, 72 and 76. */
function naiveOffer(sale: TermsOfSale, at: number, firstPayment: number, month: number, confirms: boolean) {
  const { term, markup, barred, least_first } = sale.terms[at] as TermsOfSale['terms'][number];
  const made = naiveSchedule({ goods: sale.goods, firstPayment, term, markup, paymentDay: 1 }, FIRST_DAY);
  if (made === null || barred !== null || firstPayment < least_first) return null;
  const amounts = made.instalments.map(([, amount]) => amount);
  const owed = amounts.reduce((all, amount) => all + amount, 0);
  const total = firstPayment + owed;
  if (amounts.some((amount) => amount > month)) return null;
  if (sale.limit !== null && owed + sale.used > sale.limit.sum) return null;
  if (sale.guarantor_from !== null && owed >= sale.guarantor_from) return null;
  if (sale.pledge_from !== null && owed >= sale.pledge_from) return null;
  if (sale.least !== null && total < sale.least) return null;
  if (sale.greatest !== null && total > sale.greatest) return null;
  if (!confirms && sale.confirmed_above !== null && total > sale.confirmed_above) return null;
  return { term, regular: amounts[0] ?? 0, last: amounts.at(-1) ?? 0, total };
}

/** Dear enough for a long search, so that only each so many is looked for by trying all first payments. */
const NEAREST_EACH = 20;

/** What fits so much now and so much a month is what trying every term says, and the least more money what trying every thousand says. */
export function proveOffers(count: number, seed: number): Proof {
  const random = new Random(String(seed));
  let made = 0;
  for (let n = 0; n < count; n += 1) {
    const searched = n % NEAREST_EACH === 0;
    const sale = saleFrom(random, searched ? 200_000 : random.pick([400_000, 5_000_000, 60_000_000]));
    const wish = {
      firstPayment: random.pick([0, random.whole(0, sale.goods), Math.floor(sale.goods / 5)]),
      month: random.whole(1, Math.ceil(sale.goods / random.pick([1, 3, 8, 20]))),
    };
    const confirms = random.whole(0, 1) === 1;
    const words = `${JSON.stringify({ sale, wish, confirms })}`;
    const offer = (first: number) =>
      sale.terms.flatMap((_, at) => naiveOffer(sale, at, first, wish.month, confirms) ?? []);
    const expected = offer(wish.firstPayment);
    const found = offersOf(sale, wish, confirms);
    if (JSON.stringify(found) !== JSON.stringify(expected))
      return { difference: `${words}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`, made };
    made += found.length;
    if (!searched) continue;
    let least: object | null = null;
    for (let more = 1_000; least === null && wish.firstPayment + more < sale.goods; more += 1_000) {
      const [first] = offer(wish.firstPayment + more);
      if (first) least = { ...first, more };
    }
    const nearest = nearestOf(sale, wish, confirms);
    if (JSON.stringify(nearest) !== JSON.stringify(least))
      return { difference: `${words}: nearest ${JSON.stringify(nearest)} instead of ${JSON.stringify(least)}`, made };
  }
  return { difference: null, made };
}

/** Soʻm of an instalment at most: each is a coin of its own in the naive book. */
const MOST = 40;
const STEPS = 40;

/** One client's history in both books; what each step leaves is compared. */
class Both {
  book: Book = { contracts: [], prepaid: [] };
  readonly naive = new NaiveBook();
  day = FIRST_DAY;
  last = 0;
  readonly payments = new Map<number, number>();
  cash = 0;
  readonly steps: string[] = [];

  /** The step in both books, and whether the entries say what became of the cash. */
  take(words: string, cash: number, ours: () => Outcome, theirs: () => void): string | null {
    this.steps.push(`${this.day} ${words}`);
    const { book, entries } = ours();
    theirs();
    this.book = book;
    this.cash += cash;
    let posted = 0;
    for (const entry of entries)
      if (entry.kind !== 'charge') posted += entry.kind === 'prepaid_out' ? -entry.amount : entry.amount;
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
    const held =
      kept -
      book.contracts.reduce((total, one) => total + owedBy(one), 0) +
      book.prepaid.reduce((total, { amount }) => total + amount, 0);
    return held === this.cash ? null : this.different(`${held} is held of ${this.cash} received`);
  }
}

function randomStep(both: Both, random: Random): string | null {
  const upTo = (most: number) => random.whole(0, most);
  const { book, naive } = both;
  const open = book.contracts.filter((one) => !one.over);
  switch (upTo(8)) {
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
        () => callOff(book, contract.id),
        () => naive.callOff(contract.id),
      );
    }
    default: {
      both.day = dayAfter(both.day, random.pick([0, 1, 3, 17, 31]));
      // no day opens on some dates
      if (random.chance(0.3)) return both.compare();
      return both.take(
        'the day opens',
        0,
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
