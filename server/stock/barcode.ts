/** Barcodes of goods (EAN-8, UPC-A, EAN-13, GTIN-14) and the shop's own ones (EAN-13, prefix 2). */
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** The check digit of digits without one: weights 3 and 1 from the right. */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits[digits.length - 1 - at]) * (at % 2 ? 1 : 3);
  return (10 - (sum % 10)) % 10;
}

/** What is wrong with a barcode, in words; nothing when it is right. */
export function barcodeError(barcode: string): string | undefined {
  if (!/^\d+$/.test(barcode)) return 'has other characters than digits';
  if (![8, 12, 13, 14].includes(barcode.length)) return `has ${barcode.length} digits, not 8, 12, 13 or 14`;
  const right = checkDigit(barcode.slice(0, -1));
  return right === Number(barcode.at(-1)) ? undefined : `has a wrong check digit (${right} would be right)`;
}

export function internalBarcode(number: number): string {
  const digits = `2${String(number).padStart(11, '0')}`;
  return digits + checkDigit(digits);
}

/** Barcodes never issued before; those already used by a file or a person are skipped. */
export async function nextInternalBarcodes(
  trx: Kysely<Schema>,
  count: number,
  avoid: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const given: string[] = [];
  while (given.length < count) {
    const { rows } = await sql<{ number: number }>`
      select nextval('internal_barcode') as number from generate_series(1, ${count - given.length}::int)`.execute(trx);
    const drawn = rows.map((row) => internalBarcode(row.number));
    const { rows: taken } = await sql<{ barcode: string }>`
      select barcode from product_variant where barcode = any(${drawn}::text[])
      union all select barcode from product_barcode where barcode = any(${drawn}::text[])`.execute(trx);
    const used = new Set(taken.map((row) => row.barcode));
    given.push(...drawn.filter((barcode) => !used.has(barcode) && !avoid.has(barcode)));
  }
  return given;
}
