/** Numbers of persons stand in no address (decision 98): which words of a search are one, by what the directory declares. */
import type { Fields } from '../../contract/directory/fields.ts';
import { kindsOf } from '../../contract/directory/numbers.ts';

/** A number as papers have it. */
const NUMBER = /^\+?[\d\s()-]+$/;
/** Series and number of a paper, in either script. */
const IDENTITY = /^\p{L}{2}\s?\d{5,7}$/u;
/** Tax numbers of companies begin so; mobile numbers with 9, and with 2 to 6 only where no tax number is meant. */
const COMPANY = /^[2-6]/;

/** Whether the words are a phone, a PINFL or a document where the directory has such a field; a part of one is not yet. */
export function isPersonNumber(fields: Fields, words: string): boolean {
  const kinds = new Set(kindsOf(fields));
  const typed = words.trim();
  if (kinds.has('identity') && IDENTITY.test(typed)) return true;
  if (!NUMBER.test(typed)) return false;
  const figures = typed.replace(/\D/g, '');
  const { length } = figures;
  const taxed = kinds.has('tin') || kinds.has('taxNumber');
  const company = taxed && length === 9 && !typed.startsWith('+') && COMPANY.test(figures);
  if (kinds.has('phone') && length >= 7 && length <= 12 && !company) return true;
  return (kinds.has('pinfl') || kinds.has('taxNumber')) && length >= 10 && length <= 14;
}
