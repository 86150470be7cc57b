/** A sum as it is written out in a contract, in the words of a language. */

/** Words from `contractPaper.numerals`: those of one row are divided by `|`. */
export interface Numerals {
  readonly none: string;
  /** 1 to 9; before thousands they may have another gender. */
  readonly ones: string;
  readonly thousandOnes: string;
  /** 10 to 19. */
  readonly teens: string;
  /** 20 to 90. */
  readonly tens: string;
  /** 100 to 900. */
  readonly hundreds: string;
  /** After one, after two to four, after others. */
  readonly thousand: string;
  readonly million: string;
  readonly milliard: string;
  readonly trillion: string;
}

const SCALES = ['trillion', 'milliard', 'million', 'thousand'] as const;

const wordIn = (row: string, place: number): string => row.split('|')[place] ?? '';

/** 1 to 999. */
function groupIn(words: Numerals, group: number, ones: string): string[] {
  const [hundreds, rest] = [Math.floor(group / 100), group % 100];
  const said = hundreds > 0 ? [wordIn(words.hundreds, hundreds - 1)] : [];
  if (rest >= 10 && rest < 20) return [...said, wordIn(words.teens, rest - 10)];
  if (rest >= 20) said.push(wordIn(words.tens, Math.floor(rest / 10) - 2));
  if (rest % 10 > 0) said.push(wordIn(ones, (rest % 10) - 1));
  return said;
}

/** Which of its forms a word takes after a number. */
function formAfter(number: number): 0 | 1 | 2 {
  const [last, tens] = [number % 10, Math.floor(number / 10) % 10];
  if (tens === 1 || last === 0 || last > 4) return 2;
  return last === 1 ? 0 : 1;
}

/** @param sum whole and not negative, below 10^15 */
export function sumInWords(words: Numerals, sum: number): string {
  if (sum === 0) return words.none;
  const said = SCALES.flatMap((scale, at) => {
    const group = Math.floor(sum / 1_000 ** (SCALES.length - at)) % 1_000;
    if (group === 0) return [];
    const ones = scale === 'thousand' ? words.thousandOnes : words.ones;
    return [...groupIn(words, group, ones), wordIn(words[scale], formAfter(group))];
  });
  return [...said, ...groupIn(words, sum % 1_000, words.ones)].join(' ');
}
