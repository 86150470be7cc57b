/**
 * Who comes to the chain in a year, what they buy and how they pay: nothing but numbers that are the same in every run. A
 * visitor follows from the place in the row of visitors alone, so that a part of them does what it does among all.
 */
import { pinflDigit } from '../../../contract/checkDigits.ts';
import { daysBefore } from '../columns.ts';
import { MEN, SURNAMES, WOMEN } from '../people.ts';
import { Random } from '../random.ts';

/** Days of the year that is replayed. */
export const YEAR = 365;
/** New clients in it. */
export const VISITORS = 2_040;
/** Goods for so many days are received at once. */
export const SUPPLY_DAYS = 30;

/** Share of the visitors by branch. */
const BRANCHES = [
  ['CHL', 30],
  ['YUN', 20],
  ['SMR', 16],
  ['FRG', 12],
  ['BUX', 12],
  ['NMG', 10],
] as const;
export type Branch = (typeof BRANCHES)[number][0];
export const BRANCH_CODES = BRANCHES.map(([code]) => code);

const STREETS = 'Navoiy Mustaqillik Bogʻishamol Doʻstlik Bunyodkor Istiqlol Oydin Paxtakor Beruniy Furqat'.split(' ');
const WORK = ['oʻqituvchi', 'hamshira', 'haydovchi', 'hisobchi', 'muhandis', 'sotuvchi', 'tarbiyachi', 'operator'];

/** How somebody pays: on the day, some days late, weeks late, not any more, all at once, in two parts. */
export type Manner = 'punctual' | 'late' | 'slack' | 'stops' | 'early' | 'parts';
/** What becomes of a wish to buy: an order that is called off or runs out, a contract that is called off or never paid for. */
export type Fate = 'bought' | 'order cancelled' | 'order expired' | 'called off' | 'unpaid';

export interface Deal {
  /** Days after the first of the year. */
  readonly day: number;
  /** Places among the goods that are sold: from 0 up to 1. */
  readonly goods: readonly number[];
  readonly term: number;
  /** Of the goods, paid at first. */
  readonly share: number;
  readonly paymentDay: number;
  readonly manner: Manner;
  readonly fate: Fate;
  /** What its further numbers are made of. */
  readonly seed: string;
}

export interface Visitor {
  readonly place: number;
  /** Comes first on this day after the first of the year. */
  readonly arrives: number;
  readonly branch: Branch;
  readonly fullname: string;
  readonly pinfl: string;
  readonly birth_date: string;
  readonly gender: 'male' | 'female';
  readonly document: string;
  readonly phones: readonly [string, string];
  readonly street: string;
  /** Among villages and workplaces: from 0 up to 1. */
  readonly village: number;
  readonly workplace: number;
  readonly position: string;
  readonly salary: number;
  readonly payday: number;
  readonly deals: readonly Deal[];
}

const two = (figure: number): string => String(figure).padStart(2, '0');

function weighted<T>(random: Random, choices: readonly (readonly [T, number])[]): T {
  let left = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [choice, weight] of choices) {
    left -= weight;
    if (left < 0) return choice;
  }
  return (choices[0] as (typeof choices)[number])[0];
}

const MANNERS = [
  ['punctual', 33],
  ['late', 25],
  ['slack', 9],
  ['stops', 5],
  ['early', 8],
  ['parts', 20],
] as const;
const FATES = [
  ['bought', 905],
  ['order cancelled', 25],
  ['order expired', 15],
  ['called off', 25],
  ['unpaid', 30],
] as const;

function dealsOf(random: Random, place: number, arrives: number): Deal[] {
  const manner = weighted<Manner>(random, MANNERS);
  const deals: Deal[] = [];
  for (let day = arrives; deals.length < 6; day += random.whole(40, 110)) {
    const first = deals.length === 0;
    deals.push({
      day,
      goods: random.chance(0.22) ? [random.next(), random.next()] : [random.next()],
      // who comes again is offered other terms
      term: random.pick(first ? [6, 9, 9, 12, 12, 12] : [6, 12, 12]),
      share: 0.32 + random.next() * 0.24,
      paymentDay: random.whole(1, 28),
      manner,
      fate: weighted<Fate>(random, FATES),
      seed: `bitim ${place} ${deals.length}`,
    });
    if (manner === 'stops' || !random.chance(0.56)) break;
  }
  return deals;
}

/** The day on which a visitor comes first: the chain was new, and more people came in its first months. */
const arrivalOf = (place: number): number => Math.floor(YEAR * (place / VISITORS) ** 1.4);

export function visitorAt(place: number): Visitor {
  const random = new Random(`mijoz ${place}`);
  const man = random.chance(0.52);
  const year = random.whole(1968, 2002);
  const [day, month] = [two(random.whole(1, 28)), two(random.whole(1, 12))];
  // district 000, which nobody has (decision 88); the three digits say what the stand-ins of the sources answer
  const begun = `${(year < 2000 ? 3 : 5) + (man ? 0 : 1)}${day}${month}${two(year % 100)}000${String(120 + ((place * 7) % 870)).padStart(3, '0')}`;
  const surname = random.pick(SURNAMES);
  const father = random.pick(MEN);
  const mobile = () =>
    `+9989${random.pick(['0', '1', '3', '4', '7', '9'])}${String(random.whole(0, 9_999_999)).padStart(7, '0')}`;
  const arrives = arrivalOf(place);
  return {
    ...{ place, arrives, branch: weighted<Branch>(random, BRANCHES) },
    fullname: man
      ? `${surname} ${random.pick(MEN)} ${father} oʻgʻli`
      : `${surname}a ${random.pick(WOMEN)} ${father} qizi`,
    pinfl: `${begun}${pinflDigit(begun)}`,
    birth_date: `${year}-${month}-${day}`,
    gender: man ? 'male' : 'female',
    document: `A${random.pick(['A', 'B', 'C', 'D'])}${String(4_000_000 + place * 1_307).slice(0, 7)}`,
    phones: [mobile(), mobile()],
    street: `${random.pick(STREETS)} koʻchasi, ${random.whole(1, 140)}-uy`,
    ...{ village: random.next(), workplace: random.next(), position: random.pick(WORK) },
    salary: 3_200_000 + random.whole(0, 62) * 100_000,
    payday: random.pick([5, 10, 15, 25]),
    deals: dealsOf(random, place, arrives),
  };
}

/** Who comes first on days from one up to, not including, another; of `every` visitors one. */
export function visitorsBetween(from: number, to: number, every: number): Visitor[] {
  const found: Visitor[] = [];
  for (let place = 0; arrivalOf(place) < to; place += every) if (arrivalOf(place) >= from) found.push(visitorAt(place));
  return found;
}

/** What a client does with a contract after its signing. */
export type Act =
  | { readonly on: string; readonly what: 'pay'; readonly upTo: number; readonly part?: true }
  | { readonly on: string; readonly what: 'payAll' }
  /** The payment before it was somebody else's. */
  | { readonly on: string; readonly what: 'reverse' };

const after = (day: string, days: number): string => daysBefore(day, -days);

/** When the client pays the instalments of a contract that was signed on a day, by their due days. */
export function actsOf({ manner, seed }: Deal, signed: string, dues: readonly string[]): Act[] {
  const random = new Random(`${seed} toʻlov`);
  const next = after(signed, 1);
  const on = (day: string): string => (day < next ? next : day);
  const last = dues.length;
  const breaks = random.whole(1, Math.max(1, last - 1));
  const acts: Act[] = [];
  for (const [at, due] of dues.entries()) {
    const upTo = at + 1;
    const near = after(due, random.chance(0.6) ? 0 : -random.whole(1, 3));
    if (manner === 'stops' && upTo > breaks) break;
    if (manner === 'early' && upTo === breaks + 1) {
      acts.push({ on: on(near), what: 'payAll' });
      break;
    }
    if (manner === 'parts') acts.push({ on: on(after(due, -random.whole(6, 12))), what: 'pay', upTo, part: true });
    const late =
      manner === 'slack' ? random.whole(7, 42) : manner === 'late' && random.chance(0.55) ? random.whole(1, 12) : 0;
    const day = on(late > 0 ? after(due, late) : near);
    acts.push({ on: day, what: 'pay', upTo });
    if (random.chance(0.012))
      acts.push({ on: after(day, 1), what: 'reverse' }, { on: after(day, 2), what: 'pay', upTo });
  }
  return acts;
}
