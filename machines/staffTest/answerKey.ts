/** What two written answers are compared by, when one is graded (spec 4 "Tests", decision 29). */
import { searchKey } from '../../contract/search.ts';

/**
 * Signs that change what a short answer says: of reckoning, a point or comma within a figure, a minus before one. Other
 * punctuation, like case, apostrophes and script, makes no difference.
 */
const SIGNS = /([+%#*=<>@$€°^]|(?<=\d)[.,/](?=\d)|(?<![\p{L}\p{N}]\s*)-(?=\s*\d))/u;

/** Empty when nothing of the words can be compared. */
export const answerKey = (words: string): string =>
  words
    .normalize('NFKC')
    .replace(/[‐-―−]/g, '-')
    .split(SIGNS)
    .map((part, at) => (at % 2 === 1 ? part.replace(',', '.') : searchKey(part)))
    .join('');
