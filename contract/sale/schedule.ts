/**
 * The schedule of an instalment contract (areas 2 "Schedule"; decision 72). Sums are whole soʻm and are computed in whole
 * numbers alone: a binary float makes 1,310,900 × 1.275 one soʻm less than it is. Days are `YYYY-MM-DD`.
 */

/** Least total of a contract, soʻm. */
export const LEAST_TOTAL = 100_000;
/** Least instalment, and what instalments are rounded down to, soʻm. */
export const LEAST_INSTALMENT = 1_000;
/** The first instalment is due so many days after signing at the earliest. */
export const FIRST_DUE_AFTER = 20;
/** Days of a month on which instalments may be due. */
export const PAYMENT_DAYS = { first: 1, last: 28 } as const;

export interface Terms {
  /** P: the goods after discounts, soʻm. */
  readonly goods: number;
  /** F, soʻm. */
  readonly firstPayment: number;
  /** n, months. */
  readonly term: number;
  /** m, percent with two decimals. */
  readonly markup: number;
  readonly paymentDay: number;
}

export interface Instalment {
  /** 1 … n. */
  readonly number: number;
  readonly due: string;
  /** Soʻm. */
  readonly amount: number;
}

export interface Schedule {
  /** T, soʻm: the first payment and all instalments. */
  readonly total: number;
  readonly instalments: readonly Instalment[];
}

/** Why no schedule can be made of the terms, the field first that is wrong. */
export type TermsFault =
  | 'goods_wrong'
  | 'first_payment_wrong'
  | 'term_wrong'
  | 'markup_wrong'
  | 'payment_day_wrong'
  | 'total_too_small'
  | 'instalment_too_small';

const isSum = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** Hundredths of a percent: a markup has two decimals. */
const hundredths = (markup: number): number => Math.round(markup * 100);

/** T − F: what the client owes beside the first payment, half a soʻm up. */
export function financed({ goods, firstPayment, markup }: Pick<Terms, 'goods' | 'firstPayment' | 'markup'>): number {
  const scale = 10_000n;
  const exact = BigInt(goods - firstPayment) * (scale + BigInt(hundredths(markup)));
  return Number((exact * 2n + scale) / (scale * 2n));
}

export function termsFault(terms: Terms): TermsFault | null {
  const { goods, firstPayment, term, markup, paymentDay } = terms;
  if (!isSum(goods) || goods === 0) return 'goods_wrong';
  if (!isSum(firstPayment) || firstPayment >= goods) return 'first_payment_wrong';
  if (!Number.isInteger(term) || term < 1) return 'term_wrong';
  if (!(markup >= 0) || Math.abs(hundredths(markup) - markup * 100) > 1e-6) return 'markup_wrong';
  if (!Number.isInteger(paymentDay) || paymentDay < PAYMENT_DAYS.first || paymentDay > PAYMENT_DAYS.last)
    return 'payment_day_wrong';
  const owed = financed(terms);
  if (firstPayment + owed < LEAST_TOTAL) return 'total_too_small';
  return owed < term * LEAST_INSTALMENT ? 'instalment_too_small' : null;
}

const DAY = 24 * 3_600_000;
const written = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
const instantOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The first payment day that is so many days after the day of signing, that day included. */
export function firstDue(signed: string, paymentDay: number): string {
  const earliest = new Date(instantOf(signed) + FIRST_DUE_AFTER * DAY);
  const month = earliest.getUTCDate() <= paymentDay ? 0 : 1;
  return written(Date.UTC(earliest.getUTCFullYear(), earliest.getUTCMonth() + month, paymentDay));
}

/** The same day of a later month; there is one in every month, as no payment day is after the 28th. */
export function monthsAfter(day: string, months: number): string {
  const date = new Date(instantOf(day));
  return written(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate()));
}

/** What is owed in so many instalments: all are rounded down, and the last one takes the rest. */
export function instalmentsOf(owed: number, term: number): { regular: number; last: number } {
  const regular = Math.floor(owed / term / LEAST_INSTALMENT) * LEAST_INSTALMENT;
  return { regular, last: owed - regular * (term - 1) };
}

/** @param signed the practice date. @throws RangeError for terms that `termsFault` names */
export function scheduleOf(terms: Terms, signed: string): Schedule {
  const fault = termsFault(terms);
  if (fault !== null) throw new RangeError(`no schedule: ${fault}`);
  const { firstPayment, term, paymentDay } = terms;
  const owed = financed(terms);
  const { regular, last } = instalmentsOf(owed, term);
  const first = firstDue(signed, paymentDay);
  return {
    total: firstPayment + owed,
    instalments: Array.from({ length: term }, (_, at) => ({
      number: at + 1,
      due: monthsAfter(first, at),
      amount: at === term - 1 ? last : regular,
    })),
  };
}
