/**
 * The selling price of a line (spec 5 "Selling price rule", decision 22): the same on server and browser.
 *
 * Exact: figures are read as decimals and reckoned as fractions of whole numbers, so no binary fraction and no cut
 * division comes between a price and its rounding.
 */
import { MAX_VALUE } from '../../contract/invoices/shared.ts';

export interface PriceFigures {
  /** Price of a unit in its currency. */
  value: number;
  /** Soʻm for one unit of the currency; 1 for soʻm. */
  currency_change: number;
  /** Percent, above 0: the price is divided by this share. */
  no_cash: number;
  /** Percent on top. */
  additional: number;
  /** Soʻm on top of that. */
  other_additional: number;
}

/** How the price came about: soʻm with two decimals after each factor, and the whole soʻm it ends in. */
export interface PriceSteps {
  /** The cost of a unit in soʻm. */
  base: number;
  afterNoCash: number;
  afterAdditional: number;
  afterOther: number;
  /** What it was rounded to: 100 or 10,000 soʻm. */
  roundedTo: 100 | 10_000;
  price: number;
}

/** Above this many soʻm prices are rounded to ten thousands, else to hundreds (decision 22). */
export const FINE_UNTIL = 100_000;

interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** A JSON number as the decimal it is written as: `0.1` is one tenth. */
function decimal(value: number): Fraction {
  const [digits = '0', exponent = '0'] = String(value).toLowerCase().split('e');
  const [whole = '0', part = ''] = digits.split('.');
  const power = part.length - Number(exponent);
  const top = BigInt(whole + part);
  return power >= 0 ? { top, bottom: 10n ** BigInt(power) } : { top: top * 10n ** BigInt(-power), bottom: 1n };
}

const times = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.top,
  bottom: one.bottom * other.bottom,
});
const plus = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom + other.top * one.bottom,
  bottom: one.bottom * other.bottom,
});
const over = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom,
  bottom: one.bottom * other.top,
});

/** Half up, to so many soʻm; nothing here is below zero. */
const roundTo = ({ top, bottom }: Fraction, unit: bigint): bigint =>
  ((2n * top + bottom * unit) / (2n * bottom * unit)) * unit;

const cents = (amount: Fraction): number => Number(roundTo(times(amount, { top: 100n, bottom: 1n }), 1n)) / 100;

const ONE_PERCENT: Fraction = { top: 1n, bottom: 100n };
const WHOLE: Fraction = { top: 1n, bottom: 1n };

const isFigure = (value: number, least: number): boolean => Number.isFinite(value) && value >= least;

/**
 * The price with its steps; null while a figure is missing, not a number, below zero, or `no_cash` or
 * `currency_change` is 0, and for a price beyond what a number holds exactly.
 */
export function priceSteps(figures: PriceFigures): PriceSteps | null {
  const { value, currency_change, no_cash, additional, other_additional } = figures;
  const complete =
    [value, additional, other_additional].every((figure) => isFigure(figure, 0)) &&
    [currency_change, no_cash].every((figure) => isFigure(figure, Number.MIN_VALUE));
  if (!complete) return null;
  const base = times(decimal(value), decimal(currency_change));
  const afterNoCash = over(base, times(decimal(no_cash), ONE_PERCENT));
  const afterAdditional = times(afterNoCash, plus(WHOLE, times(decimal(additional), ONE_PERCENT)));
  const afterOther = plus(afterAdditional, decimal(other_additional));
  // No price beyond the integers that a number holds exactly.
  if (afterOther.top > BigInt(Number.MAX_SAFE_INTEGER - 10_000) * afterOther.bottom) return null;
  const coarse = afterOther.top > BigInt(FINE_UNTIL) * afterOther.bottom;
  const roundedTo = coarse ? 10_000 : 100;
  return {
    base: cents(base),
    afterNoCash: cents(afterNoCash),
    afterAdditional: cents(afterAdditional),
    afterOther: cents(afterOther),
    roundedTo,
    price: Number(roundTo(afterOther, BigInt(roundedTo))),
  };
}

/** Whole soʻm, or null as `priceSteps`. */
export const sellingPrice = (figures: PriceFigures): number | null => priceSteps(figures)?.price ?? null;

/** A selling price, and whether a person set it against the rule. */
export interface KeptPrice {
  selling_price: number;
  selling_price_overridden: boolean;
}

/**
 * The selling price after the cost of a unit was corrected (decisions 21 and 22): one that a person set stays theirs,
 * any other follows the rule. Null as `priceSteps`.
 */
export function correctedPrice(line: PriceFigures & KeptPrice): KeptPrice | null {
  const rule = sellingPrice(line);
  if (rule === null) return null;
  const selling_price = line.selling_price_overridden ? line.selling_price : rule;
  return { selling_price, selling_price_overridden: selling_price !== rule };
}

/** The cost of a unit in whole soʻm, half up: what a batch is kept at. */
export function unitCost({ value, currency_change }: Pick<PriceFigures, 'value' | 'currency_change'>): number {
  return Number(roundTo(times(decimal(value), decimal(currency_change)), 1n));
}

/**
 * Why a price cannot be kept: soʻm have no fractions (decision 27), and the cost of a unit stays within what JSON and the
 * ledger hold exactly. Null when it can.
 * @param currency abbreviation.
 */
export function valueFault(
  figures: Pick<PriceFigures, 'value' | 'currency_change'>,
  currency: string | undefined,
): 'whole' | 'most' | null {
  if (currency === 'UZS' && !Number.isInteger(figures.value)) return 'whole';
  return unitCost(figures) > MAX_VALUE ? 'most' : null;
}

/** A sum of a line in its currency, two decimals, exactly. */
export function lineSum({ value, count }: { value: number; count: number }): number {
  return cents(times(decimal(value), decimal(count)));
}
