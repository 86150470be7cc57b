/** The question turned round: so much now and so much a month (pictures of the order window; decisions 65, 72, 76). */
import { describe, expect, it } from 'vitest';
import { fitsSecured, nearestOf, offersOf } from '../../contract/sale/offers.ts';
import type { TermsOfSale } from '../../contract/sale/terms.ts';
import { proveOffers } from './termProofs.ts';

/** Goods without a category of their own; nothing limits the client. */
const sale = (goods: number, more: Partial<TermsOfSale> = {}): TermsOfSale => ({
  ...{ day: '2026-11-23', kind: 'new', goods, limit: null, used: 0, guarantor_from: null, guarantors: 1 },
  ...{ pledge_from: null, least: null, greatest: null, confirmed_above: null },
  terms: [
    { term: 12, markup: 38.5, value_setting_id: 1, least_first: 0, barred: null },
    { term: 18, markup: 52, value_setting_id: 2, least_first: 0, barred: null },
  ],
  ...more,
});
const wish = { firstPayment: 1_000_000, month: 450_000 };
const termsIn = (one: TermsOfSale, asked = wish, confirms = false) =>
  offersOf(one, asked, confirms).map(({ term }) => term);

describe('1,000,000 now and 450,000 a month', () => {
  it('a phone of 4,999,900 fits in 18 months and not in 12, whose last instalment is 468,862 (schedule A)', () => {
    expect(offersOf(sale(4_999_900), wish, false)).toEqual([
      { term: 18, regular: 337_000, last: 350_848, total: 7_079_848 },
    ]);
  });

  it('the last instalment counts too: 468,862 a month takes the 12 months, one soʻm less does not', () => {
    expect(termsIn(sale(4_999_900), { ...wish, month: 468_862 })).toEqual([12, 18]);
    expect(termsIn(sale(4_999_900), { ...wish, month: 468_861 })).toEqual([18]);
  });

  it('what signing would refuse is no offer: a term that is barred, the limit, the least first payment, a guarantor', () => {
    const goods = 3_000_000;
    expect(termsIn(sale(goods))).toEqual([12, 18]);
    const [twelve, eighteen] = sale(goods).terms as [TermsOfSale['terms'][number], TermsOfSale['terms'][number]];
    expect(
      termsIn(sale(goods, { terms: [{ ...twelve, barred: { by: 'category', of: 'Soatlar' } }, eighteen] })),
    ).toEqual([18]);
    expect(termsIn(sale(goods, { terms: [{ ...twelve, least_first: 1_000_001 }, eighteen] }))).toEqual([18]);
    // 2,000,000 × 1.385 = 2,770,000 is owed
    expect(termsIn(sale(goods, { limit: { sum: 2_770_000, of: 'scoring', until: null } }))).toEqual([12]);
    expect(termsIn(sale(goods, { limit: { sum: 2_770_000, of: 'scoring', until: null }, used: 1 }))).toEqual([]);
    expect(termsIn(sale(goods, { guarantor_from: 2_770_001 }))).toEqual([12]);
    // 1,000,000 + 2,770,000 is what a manager confirms from
    expect(termsIn(sale(goods, { confirmed_above: 3_770_000 }))).toEqual([12]);
    expect(termsIn(sale(goods, { confirmed_above: 3_769_999 }), wish, true)).toEqual([12, 18]);
  });

  it('goods that cost no more than what is paid at once are bought for cash', () => {
    expect(termsIn(sale(1_000_000))).toEqual([]);
  });
});

describe('goods that fit but for somebody who answers for them', () => {
  const secured = (more: Partial<TermsOfSale>, asked = wish) => fitsSecured(sale(4_999_900, more), asked, false);

  it('a guarantor or a pledge that the settings ask for is all that is missing', () => {
    for (const needs of [{ guarantor_from: 0 }, { pledge_from: 0 }, { guarantor_from: 0, pledge_from: 0 }]) {
      expect(termsIn(sale(4_999_900, needs))).toEqual([]);
      expect(secured(needs)).toBe(true);
    }
  });

  it('neither helps where the instalment is more than the month, or another rule speaks against it', () => {
    expect(secured({ guarantor_from: 0 }, { ...wish, month: 350_847 })).toBe(false);
    expect(secured({ guarantor_from: 0 }, { ...wish, month: 350_848 })).toBe(true);
    expect(secured({ guarantor_from: 0, least: 8_000_000 })).toBe(false);
  });
});

describe('what nearly fits', () => {
  it('the phone in 12 months: 109,000 more now, the last instalment is 449,897', () => {
    const twelve = sale(4_999_900, { terms: sale(0).terms.slice(0, 1) });
    expect(nearestOf(twelve, wish, false)).toEqual({
      ...{ more: 109_000, term: 12, regular: 449_000, last: 449_897, total: 6_497_897 },
    });
    expect(nearestOf(twelve, wish, false, 109_000)).toBeNull();
  });

  it('nothing where more money helps nobody: each term is barred', () => {
    const terms = sale(0).terms.map((one) => ({ ...one, barred: { by: 'workplace' as const, of: 'Maktab' } }));
    expect(nearestOf(sale(4_999_900, { terms }), wish, false)).toBeNull();
  });
});

it('random wishes have the offers that trying every term finds, and the least more money that trying every thousand does', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const { difference, made } = proveOffers(100, seed);
  expect(difference, `seed ${seed}`).toBeNull();
  expect(made).toBeGreaterThan(20);
});
