/**
 * The schedule and the allocation once more, written from the texts alone (areas 2; decisions 55–61, 72) and slow: decimals
 * by long arithmetic, days counted one by one, and every soʻm a coin of its own that lies in one place. It imports
 * nothing of `contract/sale`.
 */
import Big from 'big.js';

export interface NaiveTerms {
  goods: number;
  firstPayment: number;
  term: number;
  markup: number;
  paymentDay: number;
}

/** By the calendar on the wall. */
function nextDay(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] as number;
  const two = (n: number) => String(n).padStart(2, '0');
  if (date < last) return `${year}-${two(month)}-${two(date + 1)}`;
  return month < 12 ? `${year}-${two(month + 1)}-01` : `${year + 1}-01-01`;
}
export const dayAfter = (day: string, days: number): string => {
  let at = day;
  for (let n = 0; n < days; n += 1) at = nextDay(at);
  return at;
};

/** "the first payment_day ≥ signed date + 20 days, inclusive": each day is looked at. */
function firstDue(signed: string, paymentDay: number): string {
  let day = dayAfter(signed, 20);
  while (Number(day.slice(8)) !== paymentDay) day = nextDay(day);
  return day;
}

/** Null where "0 ≤ F < P; T ≥ 100,000; T − F ≥ n × 1,000" does not hold. */
export function naiveSchedule(
  terms: NaiveTerms,
  signed: string,
): { total: number; instalments: [string, number][] } | null {
  const { goods, firstPayment, term, markup, paymentDay } = terms;
  // T = F + round((P − F) × (1 + m/100)), half up
  const owed = Number(
    new Big(goods).minus(firstPayment).times(new Big(markup).div(100).plus(1)).round(0, Big.roundHalfUp).toFixed(),
  );
  if (firstPayment < 0 || firstPayment >= goods || firstPayment + owed < 100_000 || owed < term * 1_000) return null;
  // (T − F) / n rounded down to 1,000; the last takes the rest
  const regular = Number(new Big(owed).div(term).div(1_000).round(0, Big.roundDown).times(1_000).toFixed());
  const instalments: [string, number][] = [];
  let due = firstDue(signed, paymentDay);
  let left = owed;
  for (let n = 1; n <= term; n += 1) {
    const amount = n === term ? left : regular;
    instalments.push([due, amount]);
    left -= amount;
    const month = due.slice(0, 7);
    while (due.slice(0, 7) === month || Number(due.slice(8)) !== paymentDay) due = nextDay(due);
  }
  return { total: firstPayment + owed, instalments };
}

interface Place {
  contract: number;
  instalment: number;
}

/** One soʻm. */
interface Coin {
  source: number;
  since: string;
  /** Whose it is while it lies beside; null: free. */
  owner: number | null;
  at: Place | null;
}

interface NaiveContract {
  id: number;
  charged: boolean;
  calledOff: boolean;
  debts: { number: number; due: string; amount: number }[];
  /** Soʻm that nobody pays any more, by instalment. */
  givenUp: Map<number, number>;
}

/** One client in one organization. */
export class NaiveBook {
  readonly contracts: NaiveContract[] = [];
  coins: Coin[] = [];

  sign(id: number, debts: NaiveContract['debts']): void {
    this.contracts.push({ id, charged: false, calledOff: false, debts, givenUp: new Map() });
  }

  #of(id: number): NaiveContract {
    return this.contracts.find((one) => one.id === id) as NaiveContract;
  }
  #lacks({ contract, instalment }: Place): number {
    const { debts, givenUp } = this.#of(contract);
    const debt = debts.find(({ number }) => number === instalment);
    return (
      (debt?.amount ?? 0) -
      (givenUp.get(instalment) ?? 0) -
      this.coins.filter(({ at }) => at?.contract === contract && at.instalment === instalment).length
    );
  }
  owed(id: number): number {
    return this.#of(id).debts.reduce(
      (total, { number }) => total + this.#lacks({ contract: id, instalment: number }),
      0,
    );
  }
  prepaid(owner: number | null): number {
    return this.coins.filter((coin) => coin.at === null && coin.owner === owner).length;
  }
  isClosed(id: number): boolean {
    const { charged, calledOff } = this.#of(id);
    return calledOff || (charged && this.owed(id) === 0);
  }
  most(ticked: readonly number[]): number {
    return ticked.filter((id) => !this.isClosed(id)).reduce((total, id) => total + this.owed(id) - this.prepaid(id), 0);
  }

  /** "by due date, contract id, number" */
  #places(ids: readonly number[]): (Place & { due: string })[] {
    return this.contracts
      .filter(({ id }) => ids.includes(id))
      .flatMap(({ id, debts }) => debts.map(({ number, due }) => ({ contract: id, instalment: number, due })))
      .sort((one, other) =>
        one.due === other.due
          ? one.contract - other.contract || one.instalment - other.instalment
          : one.due < other.due
            ? -1
            : 1,
      );
  }
  #charged(): number[] {
    return this.contracts.filter(({ id, charged }) => charged && !this.isClosed(id)).map(({ id }) => id);
  }
  #nextDue(id: number): string {
    return this.#places([id]).find((place) => this.#lacks(place) > 0)?.due ?? '';
  }
  /** "next due date first, then id" */
  #inOrder(ids: readonly number[]): number[] {
    return [...ids].sort((one, other) =>
      this.#nextDue(one) === this.#nextDue(other) ? one - other : this.#nextDue(one) < this.#nextDue(other) ? -1 : 1,
    );
  }

  /** "Prepaid of a contract that closes or is cancelled becomes free." */
  #free(): void {
    for (const coin of this.coins)
      if (coin.at === null && coin.owner !== null && this.isClosed(coin.owner)) coin.owner = null;
  }
  /** "money of a contract to due instalments of that contract only; free money to due instalments of the client" */
  #offset(day: string): void {
    // oldest source first; of one source what is a contract's own before what is free
    const waiting = this.coins
      .filter(({ at }) => at === null)
      .sort((one, other) => one.source - other.source || Number(one.owner === null) - Number(other.owner === null));
    const charged = this.#charged();
    for (const coin of waiting) {
      const own = coin.owner === null ? charged : charged.filter((id) => id === coin.owner);
      const place = this.#places(own).find((one) => one.due <= day && this.#lacks(one) > 0);
      if (place) coin.at = place;
    }
    this.#free();
  }
  /** Every coin that lies beside for the contract, the oldest source first, then those of the hand. @returns the rest of the hand */
  #payWhole(id: number, hand: Coin[]): Coin[] {
    const own = this.coins
      .filter((coin) => coin.at === null && coin.owner === id)
      .sort((one, other) => one.source - other.source);
    const money = [...own, ...hand];
    for (const place of this.#places([id]))
      while (this.#lacks(place) > 0) {
        const coin = money.shift() as Coin;
        coin.at = place;
        if (!this.coins.includes(coin)) this.coins.push(coin);
      }
    this.#free();
    return money.filter((coin) => hand.includes(coin));
  }

  pay(source: number, ticked: readonly number[], amount: number, day: string): void {
    this.#offset(day);
    let hand: Coin[] = Array.from({ length: amount }, () => ({ source, since: day, owner: null, at: null }));
    const put = (coin: Coin | undefined, at: Place | null, owner: number | null) => {
      if (coin === undefined) return;
      coin.at = at;
      coin.owner = owner;
      this.coins.push(coin);
    };
    const open = () => ticked.filter((id) => !this.isClosed(id));
    // due ones; "of a contract not yet charged F counts as instalment 0 due on the signed date"
    for (const place of this.#places(open()).filter(({ due }) => due <= day)) {
      const { charged, debts } = this.#of(place.contract);
      if (charged) while (hand.length > 0 && this.#lacks(place) > 0) put(hand.shift(), place, null);
      else if (place.instalment === 0)
        while (hand.length > 0 && this.prepaid(place.contract) < (debts[0]?.amount ?? 0))
          put(hand.shift(), null, place.contract);
    }
    this.#free();
    for (const id of this.#inOrder(open().filter((one) => this.#of(one).charged)))
      if (hand.length + this.prepaid(id) >= this.owed(id)) hand = this.#payWhole(id, hand);
    for (const id of this.#inOrder(open()))
      while (hand.length > 0 && this.prepaid(id) < this.owed(id)) put(hand.shift(), null, id);
    if (hand.length > 0) throw new Error('more than is owed');
  }

  beginDay(day: string): void {
    this.#offset(day);
  }
  mayHandOver(id: number): boolean {
    const { charged, debts } = this.#of(id);
    return !charged && !this.isClosed(id) && this.prepaid(id) >= (debts[0]?.amount ?? 0);
  }
  handOver(id: number, day: string): void {
    this.#of(id).charged = true;
    this.#offset(day);
    if (!this.isClosed(id) && this.prepaid(id) >= this.owed(id)) this.#payWhole(id, []);
  }
  /** "Undoes exactly its allocations and those of its prepaid (also moved), leaves others, then applies the prepaid again." */
  reverse(source: number, day: string): void {
    this.coins = this.coins.filter((coin) => coin.source !== source);
    this.#offset(day);
  }
  /** "prepaid_out/in, payment" */
  move(from: number | null, to: number, amount: number, day: string): void {
    const moved = this.coins
      .filter((coin) => coin.at === null && coin.owner === from)
      .sort((one, other) => one.source - other.source)
      .slice(0, amount);
    for (const coin of moved) coin.owner = to;
    this.#offset(day);
    const { charged } = this.#of(to);
    if (charged && !this.isClosed(to) && this.prepaid(to) >= this.owed(to)) this.#payWhole(to, []);
  }
  callOff(id: number): void {
    this.#of(id).calledOff = true;
    this.#free();
  }

  /** "debt.writeOff": what each instalment lacks is lacking no more. */
  writeOff(id: number): void {
    const { debts, givenUp } = this.#of(id);
    for (const { number } of debts) {
      const lacks = this.#lacks({ contract: id, instalment: number });
      givenUp.set(number, (givenUp.get(number) ?? 0) + lacks);
    }
    this.#free();
  }

  /** Unpaid of each instalment of a contract. */
  unpaid(id: number): number[] {
    return this.#of(id).debts.map(({ number }) => this.#lacks({ contract: id, instalment: number }));
  }
  /** Which payment each instalment was paid with. */
  bySource(id: number): string[] {
    return this.#of(id).debts.flatMap(({ number }) => {
      const sources = this.coins
        .filter(({ at }) => at?.contract === id && at.instalment === number)
        .map(({ source }) => source);
      return [...new Set(sources)]
        .sort((one, other) => one - other)
        .map((source) => `${number}: ${sources.filter((one) => one === source).length} of ${source}`);
    });
  }
  /** "Overdue days = D − oldest unpaid due date"; "overdue sum = unpaid with due < D" */
  overdue(id: number, day: string): { days: number; sum: number } {
    if (!this.#of(id).charged || this.isClosed(id)) return { days: 0, sum: 0 };
    const late = this.#places([id]).filter((place) => place.due < day && this.#lacks(place) > 0);
    let days = 0;
    if (late[0]) for (let at = late[0].due; at < day; at = nextDay(at)) days += 1;
    return { days, sum: late.reduce((total, place) => total + this.#lacks(place), 0) };
  }
}
