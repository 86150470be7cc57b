import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundTo } from '../../contract/figures.ts';
import {
  formatDifference,
  formatMoney,
  formatNumber,
  formatPercent,
  inThrees,
  parseNumber,
} from '../../src/format/numbers.ts';

describe('numbers', () => {
  it('groups by U+202F with a decimal comma', () => {
    expect(formatNumber(1927)).toBe('1\u202f927');
    expect(formatNumber(1234567.5, { decimals: 1 })).toBe('1\u202f234\u202f567,5');
    expect(formatNumber(999)).toBe('999');
    expect(formatNumber(12.5, { decimals: 3, trim: true })).toBe('12,5');
  });

  it('writes the minus as U+2212 and the plus on differences only', () => {
    expect(formatNumber(-4180000)).toBe('\u22124\u202f180\u202f000');
    expect(formatDifference(3)).toBe('+3');
    expect(formatDifference(0)).toBe('0');
    expect(formatNumber(-0.2)).toBe('0');
  });

  it('writes money with its unit', () => {
    expect(formatMoney(12450000, 'UZS', 'uz')).toBe('12\u202f450\u202f000\u00a0soʻm');
    expect(formatMoney(12450000, 'UZS', 'ru')).toBe('12\u202f450\u202f000\u00a0сум');
    expect(formatMoney(41360, 'USD', 'uz')).toBe('41\u202f360,00\u00a0USD');
    expect(formatPercent(12.5)).toBe('12,5\u00a0%');
  });

  it('rounds in decimal, half away from zero', () => {
    expect(roundTo(1.005, 2)).toBe(1.01);
    expect(roundTo(-2.5, 0)).toBe(-3);
  });

  it('reads what people type', () => {
    expect(parseNumber('1 234,5')).toBe(1234.5);
    expect(parseNumber('\u22123')).toBe(-3);
    expect(parseNumber('12.50')).toBe(12.5);
    expect(parseNumber('12a')).toBeNull();
    expect(parseNumber('')).toBeNull();
    expect(inThrees('356938035643809')).toBe('356\u2009938\u2009035\u2009643\u2009809');
  });

  it('reads back every whole number it writes', () => {
    fc.assert(fc.property(fc.integer(), (value) => parseNumber(formatNumber(value)) === value));
  });
});
