/** What of a choice does not fit the terms of a sale (decisions 65, 72, 76); a discount on the lines of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingsIn, spreadDiscount, type TermsOfSale } from '../../contract/sale/terms.ts';
import { leastFirst } from '../../server/sale/terms.ts';

const sale = (more: Partial<TermsOfSale> = {}): TermsOfSale => ({
  ...{ day: '2026-11-23', kind: 'new', goods: 10_000_000, limit: null, used: 0, guarantor_from: null },
  ...{ guarantors: 1, pledge_from: null, least: null, greatest: null, confirmed_above: null },
  terms: [{ term: 10, markup: 0, value_setting_id: 1, least_first: 1_000_000, barred: null }],
  ...more,
});
const choice = { firstPayment: 5_500_000, term: 10, paymentDay: 15 };
const codes = (terms: TermsOfSale, more: Partial<typeof choice> = {}, confirms = false) =>
  findingsIn(terms, { ...choice, ...more }, confirms).map(({ code }) => code);

describe('findings', () => {
  it('the limit counts to the soʻm: of 10,000,000 with 5,500,000 used 4,500,000 fits, one more does not', () => {
    const limited = sale({ limit: { sum: 10_000_000, of: 'scoring', until: null }, used: 4_000_000 + 1_500_000 });
    expect(codes(limited)).toEqual([]);
    expect(findingsIn(limited, { ...choice, firstPayment: 5_499_999 }, false)).toEqual([
      { code: 'limit_exceeded', values: { owed: 4_500_001, free: 4_500_000, over: 1 } },
    ]);
  });

  it('a first payment is not less than the least one, and less than the goods', () => {
    expect(codes(sale(), { firstPayment: 1_000_000 })).toEqual([]);
    expect(codes(sale(), { firstPayment: 999_999 })).toEqual(['first_payment_least']);
    expect(codes(sale(), { firstPayment: 10_000_000 })).toEqual(['first_payment_wrong']);
  });

  it('guarantor and pledge are asked for from a sum of T − F on', () => {
    const asks = sale({ guarantor_from: 4_500_000, pledge_from: 4_500_001 });
    expect(codes(asks)).toEqual(['guarantor_needed']);
    expect(codes(asks, { firstPayment: 5_500_001 })).toEqual([]);
    expect(codes(asks, { firstPayment: 5_499_999 })).toEqual(['guarantor_needed', 'pledge_needed']);
  });

  it('least, greatest and what a manager confirms are of T', () => {
    expect(codes(sale({ least: 10_000_001 }))).toEqual(['contract_least']);
    expect(codes(sale({ least: 10_000_000, greatest: 10_000_000, confirmed_above: 10_000_000 }))).toEqual([]);
    expect(codes(sale({ greatest: 9_999_999 }))).toEqual(['contract_greatest']);
    expect(codes(sale({ confirmed_above: 9_999_999 }))).toEqual(['sum_confirm']);
    expect(codes(sale({ confirmed_above: 9_999_999 }), {}, true)).toEqual([]);
  });

  it('a term that is not offered, or is barred, and sums that are too small', () => {
    expect(codes(sale(), { term: 11 })).toEqual(['term_not_offered']);
    const [offer] = sale().terms as [TermsOfSale['terms'][number]];
    expect(codes(sale({ terms: [{ ...offer, barred: { by: 'category', of: 'Smartfonlar' } }] }))).toEqual([
      'term_barred',
    ]);
    // contract B of the examples: 22,000 for 24 months
    const b = sale({
      goods: 100_000,
      terms: [{ term: 24, markup: 10, value_setting_id: 1, least_first: 0, barred: null }],
    });
    expect(findingsIn(b, { firstPayment: 80_000, term: 24, paymentDay: 15 }, false)).toEqual([
      { code: 'instalment_too_small', values: { owed: 22_000, least: 24_000, term: 24 } },
    ]);
    expect(codes({ ...b, goods: 90_000 }, { firstPayment: 0, term: 24 })).toEqual(['total_too_small']);
  });
});

describe('the least first payment', () => {
  it('is by line, not less than that of the whole, rounded up to a thousand', () => {
    const line = (sum: number, percent: number) => ({ sum, percent });
    expect(leastFirst([line(6_089_900, 20)], 0)).toBe(1_218_000);
    expect(leastFirst([line(1_000_000, 10), line(1_000_000, 30)], 0)).toBe(400_000);
    expect(leastFirst([line(1_000_000, 10), line(1_000_000, 30)], 25)).toBe(500_000);
    expect(leastFirst([line(1, 0.01)], 0)).toBe(1_000);
    expect(leastFirst([line(1_000_000, 20)], 20)).toBe(200_000);
  });
});

describe('a discount on the lines', () => {
  it('comes to exactly the whole, and no line gets more than it is worth', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        (sums, n) => {
          const all = sums.reduce((total, sum) => total + sum, 0);
          const parts = spreadDiscount(n % all, sums);
          expect(parts.reduce((total, part) => total + part, 0)).toBe(n % all);
          for (const [at, part] of parts.entries()) {
            expect(part).toBeGreaterThanOrEqual(0);
            expect(part).toBeLessThanOrEqual(sums[at] ?? 0);
          }
        },
      ),
    );
    expect(spreadDiscount(50_100, [5_050_000])).toEqual([50_100]);
    expect(spreadDiscount(100, [200, 100])).toEqual([67, 33]);
  });
});
