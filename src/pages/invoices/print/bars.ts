/**
 * Bars of EAN-13 (a UPC-A is one with a zero before) and Code 128, as widths of bars and gaps in turn,
 * beginning with a bar (ISO/IEC 15420 and 15417). Ours, because the two tables are all that is needed.
 */

/** Seven modules of a digit of the left half with odd parity, as gap, bar, gap, bar; the other sets follow from it. */
const LEFT = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
/** Which digits of the left half have even parity, by the first digit of the code. */
const PARITY = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];

const widths = (text: string): number[] => [...text].map(Number);
const odd = (digit: string): string => LEFT[Number(digit)] ?? '';
const even = (digit: string): string => [...odd(digit)].reverse().join('');

/** Whether thirteen digits end in their check digit. */
export function isEan13(code: string): boolean {
  if (!/^\d{13}$/.test(code)) return false;
  const sum = [...code].reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** 95 modules: guard, six digits, middle, six digits, guard. */
export function ean13(code: string): number[] {
  const [first = '0', ...digits] = code;
  const parity = PARITY[Number(first)] ?? '';
  const left = digits.slice(0, 6).map((digit, at) => (parity[at] === 'L' ? odd(digit) : even(digit)));
  // the right half has the left one's widths, begun with a bar: after the middle guard the turn is the bar's
  const right = digits.slice(6).map(odd);
  return widths(`111${left.join('')}11111${right.join('')}111`);
}

/** Values 0 to 106 of Code 128: bar, gap, bar, gap, bar, gap; the last is the stop with its closing bar. */
const SYMBOLS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

const SET_B = 100;
const SET_C = 99;
const START_B = 104;
const START_C = 105;
const STOP = 106;

/** Printable ASCII alone can be written in set B. */
export const isCode128 = (code: string): boolean => /^[\x20-\x7e]{1,48}$/.test(code);

/** The values of a code with start, check sum and stop: pairs of digits in set C where that is shorter, else set B. */
export function code128Values(code: string): number[] {
  const values: number[] = [];
  const pairsAt = (at: number) => Math.floor((/^\d*/.exec(code.slice(at))?.[0].length ?? 0) / 2);
  let set: 'B' | 'C' | null = null;
  for (let at = 0; at < code.length; ) {
    const pairs = pairsAt(at);
    // four digits pay for the change of set at the ends, six within; one left over goes first in set B
    const ends = values.length === 0 || at + pairs * 2 >= code.length - 1;
    const inC = pairs > 0 && (set === 'C' || pairs >= (ends ? 2 : 3) || (set === null && code.length === 2));
    if (inC) {
      if (set !== 'C') values.push(set === null ? START_C : SET_C);
      set = 'C';
      values.push(Number(code.slice(at, at + 2)));
      at += 2;
    } else {
      if (set !== 'B') values.push(set === null ? START_B : SET_B);
      set = 'B';
      values.push(code.charCodeAt(at) - 32);
      at += 1;
    }
  }
  const sum = values.reduce((all, value, at) => all + value * Math.max(1, at), 0);
  return [...values, sum % 103, STOP];
}

export const code128 = (code: string): number[] => code128Values(code).flatMap((value) => widths(SYMBOLS[value] ?? ''));

export interface Bars {
  /** Quiet zones at both ends are not among them. */
  widths: number[];
  modules: number;
  /** Modules that must stay white at each end. */
  quiet: number;
}

/** How a barcode of the catalogue is drawn; null when no scanner could read it. */
export function barsOf(code: string): Bars | null {
  const plain = code.trim();
  // twelve digits of a UPC-A are an EAN-13 with a zero before
  const ean = plain.length === 12 && isEan13(`0${plain}`) ? `0${plain}` : plain;
  const known = isEan13(ean) ? ean13(ean) : isCode128(plain) ? code128(plain) : null;
  if (known === null) return null;
  return { widths: known, modules: known.reduce((all, width) => all + width, 0), quiet: isEan13(ean) ? 11 : 10 };
}
