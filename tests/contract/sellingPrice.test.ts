/** The selling price against a hand-calculated table, and its properties (spec 5, decision 22). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineSum, type PriceFigures, priceSteps, sellingPrice, unitCost } from '../../machines/invoice/sellingPrice.ts';

const figures = (
  value: number,
  no_cash = 100,
  additional = 0,
  other_additional = 0,
  currency_change = 1,
): PriceFigures => ({ value, no_cash, additional, other_additional, currency_change });

describe('calculated by hand', () => {
  it.each<[string, PriceFigures, number]>([
    // 1 000 000 / 0.8 = 1 250 000; + 3 % = 1 287 500; to ten thousands 1 290 000
    ['with all factors', figures(1_000_000, 80, 3), 1_290_000],
    // 1 287 500 + 2 600 = 1 290 100
    ['another amount on top', figures(1_000_000, 80, 3, 2_600), 1_290_000],
    ['half of ten thousand goes up', figures(1_285_000), 1_290_000],
    ['just below the half', figures(1_284_999.99), 1_280_000],
    // 100 000 is not above 100 000: to hundreds
    ['exactly a hundred thousand', figures(100_000), 100_000],
    ['a hundredth above', figures(100_000.01), 100_000],
    ['fine rounding below', figures(99_949.99), 99_900],
    ['fine half goes up', figures(99_950), 100_000],
    ['coarse half above', figures(105_000), 110_000],
    ['small change', figures(49.99), 0],
    ['fifty soʻm', figures(50), 100],
    // 100 USD × 11 811.68 = 1 181 168; / 0.85 = 1 389 609.41…; + 5 % = 1 459 089.88…
    ['dollars', figures(100, 85, 5, 0, 11_811.68), 1_460_000],
    // 199.99 × 12 650.55 = 2 529 983.4945; / 0.97 = 2 608 230.4067…; + 12.5 % = 2 934 259.2075…; + 15 000
    ['dollars with cents', figures(199.99, 97, 12.5, 15_000, 12_650.55), 2_950_000],
    // 3 / 0.03 = 100: what binary numbers make 99.999… or 100.000…1 of
    ['a third that is none', figures(3, 3), 100],
    // 70 000 / 0.7 = 100 000 exactly: to hundreds; in binary it is 100 000.00000000001 and so to ten thousands
    ['seven tenths', figures(70_000, 70), 100_000],
    // 94 500 / 0.9 = 105 000 exactly: half up
    ['nine tenths', figures(94_500, 90), 110_000],
    // 0.1 + 0.2 of a percent and a rate with four decimals: 12.5 × 12 345.6789 = 154 320.98625
    ['a rate with four decimals', figures(12.5, 100, 0.3, 0, 12_345.6789), 150_000],
  ])('%s', (_, given, price) => {
    expect(sellingPrice(given)).toBe(price);
  });

  it('shows every factor with its figure', () => {
    expect(priceSteps(figures(100, 85, 5, 7_000, 11_811.68))).toEqual({
      base: 1_181_168,
      afterNoCash: 1_389_609.41,
      afterAdditional: 1_459_089.88,
      afterOther: 1_466_089.88,
      roundedTo: 10_000,
      price: 1_470_000,
    });
    expect(priceSteps(figures(1_000))?.roundedTo).toBe(100);
  });

  it.each<[string, PriceFigures]>([
    ['no value', figures(Number.NaN)],
    ['an endless value', figures(Number.POSITIVE_INFINITY)],
    ['a value below zero', figures(-1)],
    ['no_cash of zero', figures(1000, 0)],
    ['no_cash below zero', figures(1000, -5)],
    ['a rate of zero', figures(1000, 100, 0, 0, 0)],
    ['no additional', figures(1000, 100, Number.NaN)],
    ['other below zero', figures(1000, 100, 0, -1)],
    ['more than a number holds', figures(1_000_000_000_000, 0.01, 0, 0, 1_000_000)],
  ])('has no price for %s', (_, given) => {
    expect(priceSteps(given)).toBeNull();
  });

  it('keeps a unit at whole soʻm, half up, and sums exactly', () => {
    expect(unitCost({ value: 199.99, currency_change: 12_650.55 })).toBe(2_529_983);
    expect(unitCost({ value: 0.5, currency_change: 1 })).toBe(1);
    expect(lineSum({ value: 0.1, count: 3 })).toBe(0.3);
    expect(lineSum({ value: 19.99, count: 100 })).toBe(1_999);
  });
});

const decimal = (most: number, digits: number) =>
  fc.integer({ min: 0, max: most * 10 ** digits }).map((whole) => Number((whole / 10 ** digits).toFixed(digits)));
const above = (most: number, digits: number) => decimal(most, digits).map((value) => value + 10 ** -digits);
const anyFigures = fc.record<PriceFigures>({
  value: decimal(1_000_000, 2),
  no_cash: above(99, 2).map((value) => Number(value.toFixed(2))),
  additional: decimal(100, 2),
  other_additional: fc.integer({ min: 0, max: 10_000_000 }),
  currency_change: fc.oneof(
    fc.constant(1),
    above(20_000, 4).map((value) => Number(value.toFixed(4))),
  ),
});
const priceOf = (given: PriceFigures): number => sellingPrice(given) as number;

describe('properties', () => {
  it('is a whole number of the step it was rounded to, never NaN', () => {
    fc.assert(
      fc.property(anyFigures, (given) => {
        const steps = priceSteps(given);
        expect(steps).not.toBeNull();
        const { price, roundedTo, afterOther } = steps as NonNullable<typeof steps>;
        expect(Number.isSafeInteger(price)).toBe(true);
        expect(price % roundedTo).toBe(0);
        // never further off than half a step, with the hundredth that the shown figure is rounded to
        expect(Math.abs(price - afterOther)).toBeLessThanOrEqual(roundedTo / 2 + 0.01);
      }),
      { numRuns: 2000 },
    );
  });

  it('grows with the value, the rate and what comes on top, falls with no_cash', () => {
    const grown = (key: keyof PriceFigures, by: fc.Arbitrary<number>) =>
      fc.assert(
        fc.property(anyFigures, by, (given, more) => {
          const larger = { ...given, [key]: Number((given[key] + more).toFixed(4)) };
          if (key === 'no_cash') expect(priceOf(larger)).toBeLessThanOrEqual(priceOf(given));
          else expect(priceOf(larger)).toBeGreaterThanOrEqual(priceOf(given));
        }),
        { numRuns: 1000 },
      );
    grown('value', decimal(1_000, 2));
    grown('currency_change', decimal(1_000, 4));
    grown('additional', decimal(50, 2));
    grown('other_additional', fc.integer({ min: 0, max: 100_000 }));
    grown('no_cash', decimal(50, 2));
  });

  it('of dollars is that of their worth in soʻm', () => {
    fc.assert(
      fc.property(anyFigures, (given) => {
        // a worth of at most two decimals can be written as a value of its own
        const rate = Math.max(1, Math.round(given.currency_change));
        const inDollars = { ...given, currency_change: rate };
        const worth = lineSum({ value: given.value, count: rate });
        expect(priceOf(inDollars)).toBe(priceOf({ ...given, value: worth, currency_change: 1 }));
      }),
    );
  });
});
