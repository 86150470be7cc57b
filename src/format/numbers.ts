/** Quantities, percent and money, the same in both languages; how a number itself is written is in the contract. */
import { formatNumber } from '../../contract/figures.ts';

export { formatNumber };

export type Language = 'uz' | 'ru';

const NO_BREAK = '\u00a0';

/** `+3`, `−2`, `0` */
export const formatDifference = (value: number, decimals = 0) => formatNumber(value, { decimals, plus: true });

/** `12,5 %` */
export const formatPercent = (value: number, decimals = 1) =>
  `${formatNumber(value, { decimals, trim: true })}${NO_BREAK}%`;

const units: Record<Language, Record<string, string>> = {
  uz: { UZS: 'soʻm' },
  ru: { UZS: 'сум' },
};

/** How a currency is written after a figure. */
export const currencyUnit = (currency: string, language: Language) => units[language][currency] ?? currency;

/** soʻm is written without fractions, every other currency with two digits. */
export const currencyDecimals = (currency: string) => (currency === 'UZS' ? 0 : 2);

/** `12 450 000 soʻm`, `41 360,00 USD` */
export function formatMoney(value: number, currency: string, language: Language, options: { plus?: boolean } = {}) {
  const figure = formatNumber(value, { decimals: currencyDecimals(currency), ...options });
  return `${figure}${NO_BREAK}${currencyUnit(currency, language)}`;
}

/** Reads what a person typed or pasted: groups by any space, comma or point, any minus. `null` if it is no number. */
export function parseNumber(text: string): number | null {
  const plain = text.replace(/[\s\u00a0\u2009\u202f']/g, '').replace(/[\u2212\u2012-\u2014]/g, '-');
  if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(plain)) return null;
  return Number(plain.replace(',', '.'));
}

/** Digits in threes for the eye; what is copied should stay without them, so use it for rendering only. */
export const inThrees = (digits: string) => digits.replace(/(\d{3})(?=\d)/g, '$1\u2009');
