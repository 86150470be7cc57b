/** Properties of terms of sale over random input, as in `proofs.ts`: schedules, and what may be offered. */
import { nearestOf, offersOf } from '../../contract/sale/offers.ts';
import { scheduleOf, type Terms, termsFault } from '../../contract/sale/schedule.ts';
import type { TermsOfSale } from '../../contract/sale/terms.ts';
import { Random } from '../../server/seed/random.ts';
import { dayAfter, naiveSchedule } from '../oracle/naiveSale.ts';
import { FIRST_DAY, type Proof } from './proofs.ts';

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
      guarantors: 1,
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
