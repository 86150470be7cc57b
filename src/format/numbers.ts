/**
 * Numbers, quantities and money, the same in both languages: groups of three parted by U+202F, decimal comma, minus
 * U+2212. The browser's own `Intl` is not asked: Chromium prints `1,234.5` for `uz`.
 */
export type Language = 'uz' | 'ru';

export const GROUP = '\u202f';
export const MINUS = '\u2212';
const NO_BREAK = '\u00a0';

export interface NumberOptions {
  /** digits after the comma; with `trim` the greatest number of them */
  decimals?: number;
  /** leave trailing zeros after the comma away */
  trim?: boolean;
  /** a plus sign on positive values, for differences */
  plus?: boolean;
}

/** Rounds half away from zero, in decimal: 1.005 becomes 1.01. */
export function roundTo(value: number, decimals: number): number {
  const text = String(Math.abs(value));
  if (text.includes('e')) return Number(value.toFixed(decimals));
  const rounded = Number(`${Math.round(Number(`${text}e${decimals}`))}e-${decimals}`);
  return value < 0 ? -rounded : rounded;
}

export function formatNumber(value: number, { decimals = 0, trim = false, plus = false }: NumberOptions = {}): string {
  if (!Number.isFinite(value)) return '—';
  const rounded = roundTo(value, decimals);
  const [whole = '0', fraction = ''] = Math.abs(rounded).toFixed(decimals).split('.');
  const rest = trim ? fraction.replace(/0+$/, '') : fraction;
  const sign = rounded < 0 ? MINUS : plus && rounded > 0 ? '+' : '';
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, GROUP)}${rest === '' ? '' : `,${rest}`}`;
}

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
