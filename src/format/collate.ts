import { APOSTROPHES, CYRILLIC, LATIN } from '../../contract/alphabet.ts';

/**
 * Uzbek alphabetical order: oʻ, gʻ, sh, ch and ng are letters of their own and come after z. Digits come first and
 * are compared as numbers, Cyrillic comes after Latin in its own Uzbek order (… я ў қ ғ ҳ).
 */
const FIRST_LATIN = 1_000;
const FIRST_CYRILLIC = 2_000;
const OTHER = 10_000;
const DIGITS = 100;

const rank = new Map<string, number>([
  ...LATIN.map((letter, index): [string, number] => [letter, FIRST_LATIN + index]),
  ...CYRILLIC.map((letter, index): [string, number] => [letter, FIRST_CYRILLIC + index]),
]);

const apostrophe = new RegExp(`[${APOSTROPHES}]`);

export type SortKey = readonly number[];

/** The key of a text; compare keys with `compareKeys` when many texts are sorted. */
export function sortKey(text: string): SortKey {
  const letters = text.normalize('NFC').toLowerCase();
  const key: number[] = [];
  for (let at = 0; at < letters.length; ) {
    const digits = /^\d+/.exec(letters.slice(at, at + 15))?.[0];
    if (digits !== undefined) {
      key.push(DIGITS, Number(digits));
      at += digits.length;
      continue;
    }
    const letter = letters[at] ?? '';
    const next = letters[at + 1] ?? '';
    if ((letter === 'o' || letter === 'g') && apostrophe.test(next)) {
      key.push(rank.get(`${letter}ʻ`) ?? OTHER);
      at += 2;
      continue;
    }
    const pair = letter + next;
    const isPair = pair === 'sh' || pair === 'ch' || (pair === 'ng' && !apostrophe.test(letters[at + 2] ?? ''));
    if (isPair) {
      key.push(rank.get(pair) ?? OTHER);
      at += 2;
      continue;
    }
    at += 1;
    if (apostrophe.test(letter)) continue;
    if (/\s/.test(letter)) {
      key.push(1);
      continue;
    }
    const plain = rank.get(letter) ?? rank.get(letter.normalize('NFD')[0] ?? '');
    key.push(plain ?? (/\p{L}/u.test(letter) ? OTHER + letter.charCodeAt(0) : 2));
  }
  return key;
}

export function compareKeys(one: SortKey, other: SortKey): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Comparator for `sort`. Texts equal but for signs and case keep a stable order by their characters. */
export function collateUz(one: string, other: string): number {
  const order = compareKeys(sortKey(one), sortKey(other));
  if (order !== 0) return order;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A sorted copy; each key is made once. */
export function sortUz<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, key: sortKey(textOf(item)) }))
    .sort((one, other) => compareKeys(one.key, other.key))
    .map(({ item }) => item);
}
