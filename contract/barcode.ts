/** One number for one product, however long it is written: a UPC-A is an EAN-13 that begins with 0. */
export const sameBarcode = (barcode: string): string => barcode.padStart(14, '0');

/** Whether words may be the barcode of a product, or of a box of it. */
export const mayBeBarcode = (words: string): boolean => /^\d{6,14}$/.test(words);

/** Every spelling of the same barcode, with and without leading zeros. */
export function writtenBarcodes(barcode: string): string[] {
  const digits = barcode.replace(/^0+/, '');
  return Array.from({ length: 15 - Math.max(digits.length, 1) }, (_, zeros) => '0'.repeat(zeros) + digits);
}
