/** Codes that end in a check digit: the IMEI of a phone (15 digits, 3GPP TS 23.003, Luhn), barcodes, a person's number. */

/** Whether a row of digits ends in its Luhn check digit. */
export function luhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The check digit that makes a row of digits right. */
export function luhnDigit(digits: string): number {
  for (let digit = 0; digit < 9; digit += 1) if (luhn(`${digits}${digit}`)) return digit;
  return 9;
}

/** Why this is no IMEI; null when it is one. */
export function imeiFault(code: string): 'imeiLength' | 'imeiCheck' | null {
  if (!/^\d{15}$/.test(code)) return 'imeiLength';
  return luhn(code) ? null : 'imeiCheck';
}

/** Whether digits are a barcode of goods by their length and check digit: EAN-8, UPC-A, EAN-13, ITF-14. */
export function isBarcode(code: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(code)) return false;
  let sum = 0;
  for (let at = 1; at < code.length; at += 1) {
    sum += Number(code[code.length - 1 - at]) * (at % 2 === 1 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10 === Number(code.at(-1));
}

const PINFL_WEIGHTS = [7, 3, 1] as const;

/** The last digit of a PINFL is the weighted sum of the others (areas 2, "Fields used everywhere"). */
export const pinflDigit = (first13: string): number =>
  [...first13].reduce((total, digit, at) => total + Number(digit) * (PINFL_WEIGHTS[at % 3] ?? 0), 0) % 10;

export const isPinfl = (number: string): boolean =>
  /^[3-6]\d{13}$/.test(number) && pinflDigit(number.slice(0, 13)) === Number(number[13]);
