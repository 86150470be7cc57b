/**
 * What money does to the contracts of one client in one organization (V3; decisions 55–61, 72): a payment, a hand-over, a
 * day that begins, a reversal, prepaid money that is moved. Pure: a book goes in, a new book and the entries of the client
 * ledger come out. Sums are whole soʻm, days `YYYY-MM-DD`; `day` is the practice date D (decision 58).
 */

/** Money of one payment that lies in an instalment. */
export interface Part {
  /** The payment that the money came with. */
  readonly source: number;
  readonly amount: number;
  /** The day that it counts for: money that lay with us before the due date counts as paid on it. */
  readonly on: string;
}

export interface Debt {
  /** 0: the first payment, due on the day of signing. */
  readonly number: number;
  readonly due: string;
  readonly amount: number;
  readonly parts: readonly Part[];
  /** What of it was given up; left out: nothing. */
  readonly writtenOff?: number;
}

export interface Contract {
  readonly id: number;
  /** Handed over: only then it is owed. */
  readonly charged: boolean;
  /** Paid to the last soʻm, called off or written off: it takes no money and no prepaid is its own. */
  readonly over: boolean;
  readonly debts: readonly Debt[];
}

/** Money that no instalment has taken yet. */
export interface Prepaid {
  readonly source: number;
  /** The day of its payment. */
  readonly since: string;
  /** Whose it is; null: free. */
  readonly contract: number | null;
  readonly amount: number;
}

export interface Book {
  readonly contracts: readonly Contract[];
  /** The oldest first, by day and then by source: they are used in this order. */
  readonly prepaid: readonly Prepaid[];
}

/** Entries of the client ledger (areas 2, five ledgers). */
export type Entry =
  | { readonly kind: 'charge'; readonly contract: number; readonly amount: number }
  | {
      readonly kind: 'payment';
      readonly source: number;
      readonly contract: number;
      readonly instalment: number;
      readonly amount: number;
      /** The day that it counts for, as `Part.on`. */
      readonly on: string;
    }
  /** What is unpaid of an instalment is given up. */
  | {
      readonly kind: 'write_off';
      readonly contract: number;
      readonly instalment: number;
      readonly amount: number;
    }
  | {
      readonly kind: 'prepaid_in' | 'prepaid_out';
      readonly source: number;
      readonly contract: number | null;
      readonly amount: number;
    };

/** The payment that the money of an entry came with; null where no money moves. */
export const sourceOf = (entry: Entry): number | null =>
  entry.kind === 'charge' || entry.kind === 'write_off' ? null : entry.source;

export interface Outcome {
  readonly book: Book;
  readonly entries: readonly Entry[];
  /** Contracts that were paid to the last soʻm by it. */
  readonly closed: readonly number[];
  /** Closed ones that owe again. */
  readonly reopened: readonly number[];
}

const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((total, { amount }) => total + amount, 0);

export const paidOf = (debt: Pick<Debt, 'parts'>): number => sum(debt.parts);
export const unpaidOf = (debt: Pick<Debt, 'amount' | 'parts' | 'writtenOff'>): number =>
  debt.amount - paidOf(debt) - (debt.writtenOff ?? 0);
/** All that is unpaid of a contract; of one that is not handed over all of T. */
export const owedBy = ({ debts }: Pick<Contract, 'debts'>): number =>
  debts.reduce((total, debt) => total + unpaidOf(debt), 0);
export const prepaidOf = ({ prepaid }: Pick<Book, 'prepaid'>, contract: number | null): number =>
  sum(prepaid.filter((one) => one.contract === contract));

/** By due date, contract, number. */
function byDue(one: { due: string; contract: number; number: number }, other: typeof one): number {
  if (one.due !== other.due) return one.due < other.due ? -1 : 1;
  return one.contract - other.contract || one.number - other.number;
}

/** Contracts by the due date of what they owe next, then by id. */
const byNextDue = (one: Contract, other: Contract): number =>
  byDue({ due: nextDue(one), contract: one.id, number: 0 }, { due: nextDue(other), contract: other.id, number: 0 });
const nextDue = ({ debts }: Contract): string => debts.find((debt) => unpaidOf(debt) > 0)?.due ?? '';

/** The oldest source first; of one source what is a contract's own before what is free. */
const inOrder = (one: Prepaid, other: Prepaid): number =>
  // a draft that is confirmed late has an early id
  (one.since === other.since ? one.source - other.source : one.since < other.since ? -1 : 1) ||
  (one.contract ?? Number.POSITIVE_INFINITY) - (other.contract ?? Number.POSITIVE_INFINITY);

/** A book that is being written in. */
class Writing {
  contracts: Contract[];
  prepaid: Prepaid[];
  readonly entries: Entry[] = [];
  readonly closed: number[] = [];
  readonly reopened: number[] = [];

  constructor({ contracts, prepaid }: Book) {
    this.contracts = [...contracts];
    this.prepaid = [...prepaid].sort(inOrder);
  }

  outcome(): Outcome {
    const { contracts, prepaid, entries, closed, reopened } = this;
    return { book: { contracts, prepaid }, entries, closed, reopened };
  }

  of(id: number): Contract {
    const found = this.contracts.find((one) => one.id === id);
    if (found === undefined) throw new RangeError(`contract ${id} is not in the book`);
    return found;
  }

  change(id: number, change: (contract: Contract) => Contract): void {
    this.contracts = this.contracts.map((one) => (one.id === id ? change(one) : one));
  }

  /** Money into an instalment; no more than it lacks. @returns what was taken */
  pay(contract: number, debt: Debt, part: Part): number {
    const amount = Math.min(unpaidOf(debt), part.amount);
    if (amount === 0) return 0;
    this.change(contract, (one) => ({
      ...one,
      debts: one.debts.map((other) =>
        other.number === debt.number ? { ...other, parts: [...other.parts, { ...part, amount }] } : other,
      ),
    }));
    const { source, on } = part;
    this.entries.push({ kind: 'payment', source, contract, instalment: debt.number, amount, on });
    return amount;
  }

  keep(money: Prepaid): void {
    if (money.amount === 0) return;
    const at = this.prepaid.findIndex((one) => one.source === money.source && one.contract === money.contract);
    const known = this.prepaid[at];
    if (known === undefined) this.prepaid = [...this.prepaid, money].sort(inOrder);
    else this.prepaid[at] = { ...known, amount: known.amount + money.amount };
    this.entries.push({ kind: 'prepaid_in', source: money.source, contract: money.contract, amount: money.amount });
  }

  spend({ source, contract }: Prepaid, amount: number): void {
    if (amount === 0) return;
    this.prepaid = this.prepaid.flatMap((one) => {
      if (one.source !== source || one.contract !== contract) return [one];
      return one.amount === amount ? [] : [{ ...one, amount: one.amount - amount }];
    });
    this.entries.push({ kind: 'prepaid_out', source, contract, amount });
  }

  /** Prepaid money into an instalment. */
  use(money: Prepaid, contract: number, debt: Debt): number {
    const wanted = Math.min(unpaidOf(debt), money.amount);
    if (wanted === 0) return 0;
    this.spend(money, wanted);
    const on = money.since > debt.due ? money.since : debt.due;
    return this.pay(contract, debt, { source: money.source, amount: wanted, on });
  }

  /** Charged contracts that still owe. */
  owing(): Contract[] {
    return this.contracts.filter((one) => one.charged && !one.over);
  }

  /** What of these contracts is unpaid and due, in the order in which it is paid. */
  due(contracts: readonly Contract[], day: string): { contract: number; debt: Debt }[] {
    return contracts
      .flatMap((one) => one.debts.map((debt) => ({ contract: one.id, debt })))
      .filter(({ debt }) => debt.due <= day && unpaidOf(debt) > 0)
      .sort((one, other) =>
        byDue({ ...one.debt, contract: one.contract }, { ...other.debt, contract: other.contract }),
      );
  }

  /** Prepaid money goes to what is due: a contract's own to that one alone, free money to any; the oldest source first. */
  offset(day: string): void {
    for (const money of this.prepaid) {
      const own = this.owing().filter((one) => money.contract === null || one.id === money.contract);
      let { amount } = money;
      for (const { contract, debt } of this.due(own, day)) {
        if (amount === 0) break;
        amount -= this.use({ ...money, amount }, contract, debt);
      }
    }
    this.closePaid();
  }

  /** Pays a contract whole, due or not: its prepaid first, then the new money. @returns what of the new money went in */
  payWhole(id: number, fresh: Omit<Part, 'amount'> | null): number {
    let taken = 0;
    for (const { number } of this.of(id).debts) {
      const debt = () => this.of(id).debts.find((one) => one.number === number) as Debt;
      for (const money of this.prepaid.filter((one) => one.contract === id)) this.use(money, id, debt());
      if (fresh !== null) taken += this.pay(id, debt(), { ...fresh, amount: unpaidOf(debt()) });
    }
    this.closePaid();
    return taken;
  }

  /** A charged contract whose prepaid covers all that it owes is paid whole, due or not (decision 57). */
  payCovered(id: number): void {
    const { charged, over } = this.of(id);
    if (charged && !over && prepaidOf(this, id) >= owedBy(this.of(id))) this.payWhole(id, null);
  }

  /** What is paid to the last soʻm closes; its prepaid becomes free (decision 57). */
  closePaid(): void {
    for (const { id } of this.owing().filter((one) => owedBy(one) === 0)) {
      this.change(id, (one) => ({ ...one, over: true }));
      this.closed.push(id);
      this.free(id);
    }
  }

  free(contract: number): void {
    for (const money of this.prepaid.filter((one) => one.contract === contract)) {
      this.spend(money, money.amount);
      this.keep({ ...money, contract: null });
    }
  }
}

/** The most that a payment for these contracts may take: what they owe without what is prepaid for them (decision 69). */
export function mostFor(book: Book, ticked: readonly number[]): number {
  return book.contracts
    .filter((one) => ticked.includes(one.id) && !one.over)
    .reduce((total, one) => total + owedBy(one) - prepaidOf(book, one.id), 0);
}

export interface Payment {
  /** The id of its document: later ones are larger. */
  readonly source: number;
  /** The contracts that the person chose. */
  readonly contracts: readonly number[];
  readonly amount: number;
}

/**
 * A payment (decision 55): prepaid money first; then what is due of the chosen contracts by due date; then whole contracts
 * that the rest and their prepaid cover; the rest is prepaid of the chosen ones, each up to what it owes.
 * @throws RangeError for an amount that is none, or more than `mostFor` once prepaid money has been used
 */
export function pay(book: Book, { source, contracts, amount }: Payment, day: string): Outcome {
  const at = new Writing(book);
  at.offset(day);
  const most = mostFor(at, contracts);
  if (!Number.isSafeInteger(amount) || amount <= 0 || amount > most)
    throw new RangeError(`a payment of ${amount} where ${most} may be paid`);
  const chosen = () => at.contracts.filter((one) => contracts.includes(one.id) && !one.over);
  const fresh = { source, on: day };
  let rest = amount;

  // of a contract that is not handed over the first payment is due, and stays prepaid
  const due = at.due(chosen(), day).filter(({ contract, debt }) => at.of(contract).charged || debt.number === 0);
  for (const { contract, debt } of due) {
    if (at.of(contract).charged) rest -= at.pay(contract, debt, { ...fresh, amount: rest });
    else {
      const lacks = Math.max(0, debt.amount - prepaidOf(at, contract));
      const kept = Math.min(lacks, rest);
      at.keep({ source, since: day, contract, amount: kept });
      rest -= kept;
    }
  }
  at.closePaid();

  for (const { id } of chosen()
    .filter((one) => one.charged)
    .sort(byNextDue))
    if (rest + prepaidOf(at, id) >= owedBy(at.of(id))) rest -= at.payWhole(id, fresh);

  for (const one of chosen().sort(byNextDue)) {
    const kept = Math.min(rest, owedBy(one) - prepaidOf(at, one.id));
    at.keep({ source, since: day, contract: one.id, amount: kept });
    rest -= kept;
  }
  return at.outcome();
}

/** After `day.open`: what is prepaid pays what has become due. */
export function beginDay(book: Book, day: string): Outcome {
  const at = new Writing(book);
  at.offset(day);
  return at.outcome();
}

/** Whether the first payment is there, so that the goods may be handed over (V9). */
export const isFirstPaid = (book: Book, { id, debts }: Contract): boolean =>
  prepaidOf(book, id) >= (debts.find(({ number }) => number === 0)?.amount ?? 0);

/** The goods leave: the contract is charged and takes what is prepaid for it. @throws RangeError where F is not there */
export function handOver(book: Book, id: number, day: string): Outcome {
  const at = new Writing(book);
  const contract = at.of(id);
  if (contract.charged || contract.over || !isFirstPaid(book, contract))
    throw new RangeError(`contract ${id} cannot be handed over`);
  at.change(id, (one) => ({ ...one, charged: true }));
  at.entries.push({ kind: 'charge', contract: id, amount: sum(contract.debts) });
  at.offset(day);
  at.payCovered(id);
  return at.outcome();
}

/**
 * A reversal (decision 59) undoes exactly what the payment brought, wherever it went, and leaves the rest; then what is
 * prepaid is used again.
 */
export function reverse(book: Book, source: number, day: string): Outcome {
  const at = new Writing(book);
  for (const { id, debts, over } of book.contracts) {
    const gone = debts.flatMap((debt) =>
      debt.parts.filter((part) => part.source === source).map((part) => [debt, part] as const),
    );
    if (gone.length === 0) continue;
    for (const [{ number: instalment }, { amount, on }] of gone)
      at.entries.push({ kind: 'payment', source, contract: id, instalment, amount: -amount, on });
    at.change(id, (one) => ({
      ...one,
      over: false,
      debts: one.debts.map((debt) => ({ ...debt, parts: debt.parts.filter((part) => part.source !== source) })),
    }));
    if (over) at.reopened.push(id);
  }
  for (const money of book.prepaid.filter((one) => one.source === source)) at.spend(money, money.amount);
  at.offset(day);
  return at.outcome();
}

/**
 * Prepaid money of one contract, or free one, becomes another contract's (decision 72), the oldest source first, and pays what
 * is due of it (areas 3.2, allocation.move: prepaid_out and in, payment).
 * @throws RangeError where there is less, or the other one owes less
 */
export function move(book: Book, from: number | null, to: number, amount: number, day: string): Outcome {
  const at = new Writing(book);
  const room = owedBy(at.of(to)) - prepaidOf(book, to);
  if (at.of(to).over || !Number.isSafeInteger(amount) || amount <= 0 || amount > Math.min(prepaidOf(book, from), room))
    throw new RangeError(`${amount} cannot be moved`);
  let rest = amount;
  for (const money of at.prepaid.filter((one) => one.contract === from)) {
    const moved = Math.min(rest, money.amount);
    at.spend(money, moved);
    at.keep({ ...money, contract: to, amount: moved });
    rest -= moved;
  }
  at.offset(day);
  at.payCovered(to);
  return at.outcome();
}

/** A contract that was not handed over is called off: what is prepaid for it becomes free. */
export function callOff(book: Book, id: number): Outcome {
  const at = new Writing(book);
  if (at.of(id).charged) throw new RangeError(`contract ${id} is handed over`);
  at.change(id, (one) => ({ ...one, over: true }));
  at.free(id);
  return at.outcome();
}

/** What a contract owes is given up, instalment by instalment. @throws RangeError where it owes nothing */
export function writeOff(book: Book, id: number): Outcome {
  const at = new Writing(book);
  const { charged, over, debts } = at.of(id);
  if (!charged || over) throw new RangeError(`contract ${id} owes nothing`);
  for (const debt of debts.filter((one) => unpaidOf(one) > 0))
    at.entries.push({ kind: 'write_off', contract: id, instalment: debt.number, amount: unpaidOf(debt) });
  const givenUp = (debt: Debt): Debt => ({ ...debt, writtenOff: (debt.writtenOff ?? 0) + unpaidOf(debt) });
  at.change(id, (one) => ({
    ...one,
    over: true,
    debts: one.debts.map((debt) => (unpaidOf(debt) > 0 ? givenUp(debt) : debt)),
  }));
  at.free(id);
  return at.outcome();
}

export type Stage = 'none' | 'soft' | 'hard' | 'pre_court' | 'court';

export interface Overdue {
  /** From the due date of the oldest unpaid instalment. */
  readonly days: number;
  /** Soʻm, of what was due before D. */
  readonly sum: number;
  readonly stage: Stage;
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (24 * 3_600_000));

/** Days from which a stage begins (areas 3.6, stages of debt). */
const STAGES: readonly (readonly [from: number, stage: Stage])[] = [
  [91, 'court'],
  [61, 'pre_court'],
  [31, 'hard'],
  [1, 'soft'],
];

export const stageOf = (days: number): Stage => STAGES.find(([from]) => days >= from)?.[1] ?? 'none';

export function overdueOf({ charged, over, debts }: Contract, day: string): Overdue {
  const late = charged && !over ? debts.filter((debt) => debt.due < day && unpaidOf(debt) > 0) : [];
  const [oldest] = late;
  const days = oldest === undefined ? 0 : daysBetween(oldest.due, day);
  return {
    days,
    sum: late.reduce((total, debt) => total + unpaidOf(debt), 0),
    stage: stageOf(days),
  };
}

/** The day on which an instalment was paid whole; null where it was not. */
export const paidOn = (debt: Debt): string | null =>
  paidOf(debt) < debt.amount ? null : debt.parts.reduce((last, { on }) => (on > last ? on : last), '') || debt.due;

/** How many days after its due date an instalment was paid. */
export function daysLate(debt: Debt): number | null {
  const on = paidOn(debt);
  return on === null ? null : Math.max(0, daysBetween(debt.due, on));
}

/** Change in cash up to so much is given back, soʻm; more is a mistake in typing (decision 69). */
export const MOST_CHANGE = 1_000_000;

export type TenderFault = 'nothing_tendered' | 'nothing_owed' | 'change_too_large' | 'more_than_owed';

/** What is taken of what was put on the counter, and the change. @param most of `mostFor` */
export function tender(
  channel: 'cash' | 'terminal',
  tendered: number,
  most: number,
): { readonly taken: number; readonly change: number } | { readonly fault: TenderFault } {
  if (!Number.isSafeInteger(tendered) || tendered <= 0) return { fault: 'nothing_tendered' };
  if (most <= 0) return { fault: 'nothing_owed' };
  const taken = Math.min(tendered, most);
  const change = tendered - taken;
  if (change > 0 && channel === 'terminal') return { fault: 'more_than_owed' };
  return change > MOST_CHANGE ? { fault: 'change_too_large' } : { taken, change };
}
