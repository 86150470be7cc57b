/** Codes of goods that are scanned into the field over the grid. */
import { mayBeBarcode, sameBarcode } from '../../../../contract/barcode.ts';
import type { VariantInSelect } from '../../../../contract/invoices/choices.ts';
import { inLatin } from '../../../../contract/serial.ts';

/** Codes as a scanner writes them, under any keyboard layout. */
const codeOf = (words: string): string => inLatin(words.trim()).toUpperCase();

/** Whether words are the very code of a product. */
export const isCodeOf = (
  words: string,
  { barcode, barcodes = [], sku }: Pick<VariantInSelect, 'barcode' | 'barcodes' | 'sku'>,
): boolean => {
  const code = codeOf(words);
  const own = barcode === null ? barcodes : [barcode, ...barcodes];
  if (mayBeBarcode(code) && own.some((one) => sameBarcode(one) === sameBarcode(code))) return true;
  return barcode === code || sku.toUpperCase() === code;
};
