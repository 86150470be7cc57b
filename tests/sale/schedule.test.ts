/** Worked examples for the sale, "Schedule" (A, B, C), and random terms against the naive second implementation. */
import { describe, expect, it } from 'vitest';
import { firstDue, scheduleOf, type Terms, termsFault } from '../../contract/sale/schedule.ts';
import { proveSchedules } from './termProofs.ts';

const dues = (terms: Terms, signed: string) => scheduleOf(terms, signed).instalments.map(({ due }) => due);
const amounts = (terms: Terms, signed = '2026-11-23') =>
  scheduleOf(terms, signed).instalments.map(({ amount }) => amount);

describe('A. P 4,999,900; F 1,000,000; n 12; markup 38.5 %; signed 23.11.2026; payment day 10', () => {
  const terms = { goods: 4_999_900, firstPayment: 1_000_000, term: 12, markup: 38.5, paymentDay: 10 };

  it('T is 6,539,862: 3,999,900 × 1.385 = 5,539,861.5, half a soʻm up', () => {
    expect(scheduleOf(terms, '2026-11-23').total).toBe(6_539_862);
  });
  it('eleven of 461,000, the last 468,862', () => {
    expect(amounts(terms)).toEqual([...Array.from({ length: 11 }, () => 461_000), 468_862]);
  });
  it('23.11 + 20 days is 13.12, so 10.01.2027 to 10.12.2027', () => {
    const days = dues(terms, '2026-11-23');
    expect([days[0], days.at(-1), days.length]).toEqual(['2027-01-10', '2027-12-10', 12]);
    expect(new Set(days.map((day) => day.slice(8)))).toEqual(new Set(['10']));
  });
});

describe('B. P 100,000; F 80,000; markup 10 %', () => {
  const terms = { goods: 100_000, firstPayment: 80_000, markup: 10, paymentDay: 10 };

  it('T is 102,000; n 18: seventeen of 1,000, the last 5,000', () => {
    expect(scheduleOf({ ...terms, term: 18 }, '2026-11-23').total).toBe(102_000);
    expect(amounts({ ...terms, term: 18 })).toEqual([...Array.from({ length: 17 }, () => 1_000), 5_000]);
  });
  it('n 24 is refused: 22,000 < 24,000', () => {
    expect(termsFault({ ...terms, term: 24 })).toBe('instalment_too_small');
    expect(termsFault({ ...terms, term: 22 })).toBeNull();
    expect(() => scheduleOf({ ...terms, term: 24 }, '2026-11-23')).toThrow(RangeError);
  });
  it('F 0, markup 0, n 24: twenty-three of 4,000, the last 8,000', () => {
    const free = { ...terms, firstPayment: 0, markup: 0, term: 24 };
    expect(amounts(free)).toEqual([...Array.from({ length: 23 }, () => 4_000), 8_000]);
  });
  it('P − F 1,310,900 at 27.5 % is 1,671,398, where a binary float makes …397', () => {
    const { total } = scheduleOf(
      { goods: 1_310_900, firstPayment: 0, markup: 27.5, term: 6, paymentDay: 1 },
      '2026-11-23',
    );
    expect(total).toBe(1_671_398);
    expect(Math.round(1_310_900 * 1.275)).toBe(1_671_397);
  });
});

describe('C. The first due date', () => {
  it.each([
    [20, '2027-01-31', '2027-02-20'],
    [20, '2027-02-01', '2027-03-20'],
    [28, '2027-02-08', '2027-02-28'],
    [28, '2027-02-09', '2027-03-28'],
    [28, '2028-02-08', '2028-02-28'],
    [28, '2028-02-09', '2028-03-28'],
    // signed at 01:10 on 1 December in Tashkent, in the practice day of 30 November and in that of 1 December
    [20, '2026-11-30', '2026-12-20'],
    [20, '2026-12-01', '2027-01-20'],
  ])('payment day %i, signed %s → %s', (paymentDay, signed, due) => {
    expect(firstDue(signed, paymentDay)).toBe(due);
  });
  it.each([0, 29, 31, 1.5])('payment day %s is refused', (paymentDay) => {
    const terms = { goods: 1_000_000, firstPayment: 0, term: 12, markup: 10, paymentDay };
    expect(termsFault(terms)).toBe('payment_day_wrong');
  });
});

describe('decision 72: 0 ≤ F < P; T ≥ 100,000; T − F ≥ n × 1,000', () => {
  const right = { goods: 1_000_000, firstPayment: 200_000, term: 12, markup: 38.5, paymentDay: 10 };
  it.each([
    ['first_payment_wrong', { firstPayment: -1 }],
    ['first_payment_wrong', { firstPayment: 1_000_000 }],
    ['first_payment_wrong', { firstPayment: 0.5 }],
    ['goods_wrong', { goods: 0 }],
    ['term_wrong', { term: 0 }],
    ['term_wrong', { term: 1.5 }],
    ['markup_wrong', { markup: -1 }],
    ['markup_wrong', { markup: 38.555 }],
    ['markup_wrong', { markup: Number.NaN }],
    ['total_too_small', { goods: 99_999, firstPayment: 0, markup: 0 }],
    [null, { goods: 100_000, firstPayment: 0, markup: 0 }],
    [null, { firstPayment: 999_999 - 12_000 }],
  ] as const)('%s: %o', (fault, more) => {
    expect(termsFault({ ...right, ...more })).toBe(fault);
  });
});

it('random terms have the schedule of the naive implementation, exact to the soʻm (V2)', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { difference, made } = proveSchedules(10_000, seed);
  expect(difference, `seed ${seed}`).toBeNull();
  expect(made).toBeGreaterThan(5_000);
});
