/** What two written answers are compared by, when one is graded (spec 4 "Tests", decision 29). */
import { readingsOf, searchKey } from '../../contract/search.ts';

/**
 * Signs that change the meaning of a short answer: of arithmetic, a point or comma within a figure, a minus before one. Other
 * punctuation, like case, apostrophes and script, makes no difference.
 */
const SIGNS = /([+%#*=<>@$€°^]|(?<=\d)[.,/](?=\d)|(?<![\p{L}\p{N}]\s*)-(?=\s*\d))/u;

/** The spaces that part the thousands of a figure: `1 000 000` is `1000000`. */
const THOUSANDS = /(?<=(?<!\d)\d{1,3}(?:\s\d{3})*)\s(?=\d{3}(?:\s\d{3})*(?!\d))/gu;

/** Empty when nothing of the words can be compared. */
export const answerKey = (words: string): string =>
  words
    .normalize('NFKC')
    .replace(THOUSANDS, '')
    .replace(/[‐-―−]/g, '-')
    .split(SIGNS)
    .map((part, at) => (at % 2 === 1 ? part.replace(',', '.') : searchKey(part)))
    .join('');

/** Whether a written answer is one of those that count as right, also when the keyboard was in the wrong layout. */
export function isAccepted(accepted: readonly string[], words: string): boolean {
  const keys = new Set(readingsOf(words).map(answerKey));
  return accepted.map(answerKey).some((key) => key !== '' && keys.has(key));
}
