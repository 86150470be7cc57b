/** A client's book as a cashier goes through it: each step, then the whole schedule. */
import {
  type Book,
  beginDay,
  type Contract,
  callOff,
  daysLate,
  type Entry,
  handOver,
  mostFor,
  move,
  type Outcome,
  overdueOf,
  owedBy,
  paidOf,
  pay,
  prepaidOf,
  reverse,
  unpaidOf,
} from '../../contract/sale/allocation.ts';
import { scheduleOf, type Terms } from '../../contract/sale/schedule.ts';

/** `23.11.2026` as the examples write it, `2026-11-23` as it is kept. */
export const kept = (day: string): string => day.split('.').reverse().join('-');
export const written = (day: string): string => day.split('-').reverse().join('.');

/** A contract that is signed and not handed over. */
export function contractOf(id: number, terms: Terms, signed: string): Contract {
  const { instalments } = scheduleOf(terms, signed);
  return plainContract(id, signed, terms.firstPayment, instalments);
}

export const plainContract = (
  id: number,
  signed: string,
  firstPayment: number,
  instalments: readonly { due: string; amount: number }[],
): Contract => ({
  ...{ id, charged: false, over: false },
  debts: [{ due: signed, amount: firstPayment }, ...instalments].map(({ due, amount }, number) => ({
    ...{ number, due, amount },
    parts: [],
  })),
});

export class Desk {
  book: Book = { contracts: [], prepaid: [] };
  day = '';
  /** Entries of the last step, and of all. */
  entries: readonly Entry[] = [];
  readonly all: Entry[] = [];
  /** Soʻm in the drawer. */
  cash = 0;
  closed: readonly number[] = [];
  reopened: readonly number[] = [];

  #take({ book, entries, closed, reopened }: Outcome): this {
    this.book = book;
    this.entries = entries;
    this.all.push(...entries);
    this.closed = closed;
    this.reopened = reopened;
    return this;
  }

  on(day: string): this {
    this.day = kept(day);
    return this;
  }
  sign(contract: Contract): this {
    this.book = { ...this.book, contracts: [...this.book.contracts, contract] };
    return this;
  }
  begin(): this {
    return this.#take(beginDay(this.book, this.day));
  }
  pay(source: number, amount: number, contracts: readonly number[] = [1]): this {
    this.cash += amount;
    return this.#take(pay(this.book, { source, contracts, amount }, this.day));
  }
  handOver(id = 1): this {
    return this.#take(handOver(this.book, id, this.day));
  }
  reverse(source: number, amount: number): this {
    this.cash -= amount;
    return this.#take(reverse(this.book, source, this.day));
  }
  move(from: number | null, to: number, amount: number): this {
    return this.#take(move(this.book, from, to, amount, this.day));
  }
  callOff(id: number): this {
    return this.#take(callOff(this.book, id));
  }

  contract(id = 1): Contract {
    return this.book.contracts.find((one) => one.id === id) as Contract;
  }
  most(...contracts: number[]): number {
    return mostFor(this.book, contracts);
  }
  /** Debt is of charged contracts alone (decision 56). */
  debt(id = 1): number {
    const contract = this.contract(id);
    return contract.charged ? owedBy(contract) : 0;
  }
  prepaid(contract: number | null = 1): number {
    return prepaidOf(this.book, contract);
  }
  /** Due, paid, unpaid, days late of each instalment, the first payment first. */
  schedule(id = 1): [due: string, paid: number, unpaid: number, late: number | null][] {
    return this.contract(id).debts.map((debt) => [written(debt.due), paidOf(debt), unpaidOf(debt), daysLate(debt)]);
  }
  overdue(id = 1): [days: number, sum: number, stage: string] {
    const { days, sum, stage } = overdueOf(this.contract(id), this.day);
    return [days, sum, stage];
  }
}
