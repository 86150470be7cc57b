/**
 * Numbers as people read them, on the screen and in the server's words, the same in both languages: groups of three
 * parted by U+202F, decimal comma, minus U+2212. `Intl` is not asked: Chromium prints `1,234.5` for `uz`.
 */
const GROUP = '\u202f';
const MINUS = '\u2212';

interface NumberOptions {
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
