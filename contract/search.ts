/**
 * Search over Uzbek and Russian names (decision 29): case, apostrophes, script and a wrong keyboard layout make no
 * difference. The server keeps `searchKey` of a row in its `search_key` column, the browser filters by the same key.
 */

/** Everything that people type for oʻ, gʻ and the tutuq belgisi. */
const APOSTROPHES = /['’‘‛ʻʼʽˈʹ`´′＇]/gu;

/** Both Cyrillic alphabets. What one script writes with one letter and the other with two is folded below. */
const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ғ: 'g',
  д: 'd',
  е: 'e',
  ё: 'yo',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  қ: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  ң: 'ng',
  о: 'o',
  ў: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ҳ: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};

/**
 * Spellings of one sound: q and k; x, kh and h; dj, zh and j; ts and s; ye and e; w and v. In this order, so that the
 * key of a key is the key again.
 */
const SPELLINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/q/g, 'k'],
  [/k+h|x/g, 'h'],
  [/z+h/g, 'j'],
  [/d+j/g, 'j'],
  [/t+s/g, 's'],
  [/y+e/g, 'e'],
  [/w/g, 'v'],
];
/** Of them those that are one letter for another. */
const LETTERS_ALONE: typeof SPELLINGS = [
  [/q/g, 'k'],
  [/x/g, 'h'],
  [/w/g, 'v'],
];

/** What one letter with its marks gives to a key; a space for what is neither letter nor digit. */
const keyOf = (letters: string): string =>
  letters
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[а-яёўқғҳң]/g, (letter) => CYRILLIC[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');

/** One key for all spellings of a text: lower-case Latin words and digits, single spaces between them. */
export function searchKey(text: string): string {
  let key = keyOf(text.replace(APOSTROPHES, '')).trim();
  for (const [spelling, sound] of SPELLINGS) key = key.replace(spelling, sound);
  return key;
}

/** A key that knows which letters of the text each of its own came from: `text.slice(from[at], to[at])`. */
export interface PlacedKey {
  readonly key: string;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** A letter with its combining marks; what follows and gives nothing (apostrophes, ъ, ь) belongs to it. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * `searchKey` with the place of each letter in the text, for marking what was found.
 * @param pairs false leaves spellings of two letters as they are: a slip of the finger may have made such a pair.
 */
export function placedKey(text: string, pairs = true): PlacedKey {
  let key = '';
  let from: number[] = [];
  let to: number[] = [];
  const put = (letters: string, begin: number, end: number) => {
    for (const letter of letters) {
      if (letter === ' ' && (key === '' || key.endsWith(' '))) continue;
      key += letter;
      from.push(begin);
      to.push(end);
    }
  };
  for (const { 0: letter, index } of text.matchAll(LETTER)) {
    const end = index + letter.length;
    const letters = keyOf(letter.replace(APOSTROPHES, ''));
    put(letters, index, end);
    if (letters === '' && to.length > 0 && !key.endsWith(' ')) to[to.length - 1] = end;
  }
  if (key.endsWith(' ')) key = key.slice(0, -1);
  for (const [spelling, sound] of pairs ? SPELLINGS : LETTERS_ALONE) {
    const places = [...key.matchAll(spelling)].map(({ 0: letters, index }) => [index, index + letters.length] as const);
    for (const [begin, end] of places.reverse()) {
      key = key.slice(0, begin) + sound + key.slice(end);
      from.splice(begin, end - begin, from[begin] ?? 0);
      to.splice(begin, end - begin, to[end - 1] ?? 0);
    }
  }
  from = from.slice(0, key.length);
  to = to.slice(0, key.length);
  return { key, from, to };
}

const QWERTY = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю';
/** The Uzbek Cyrillic layout differs from the Russian one in these keys. */
const UZBEK: Readonly<Record<string, string>> = { o: 'ў', s: 'қ', '-': 'ғ', '=': 'ҳ' };
/** The same keys with Shift held. */
const SHIFTED: Readonly<Record<string, string>> = {
  '~': '`',
  '{': '[',
  '}': ']',
  ':': ';',
  '"': "'",
  '<': ',',
  '>': '.',
};

const TO_RUSSIAN = new Map([...QWERTY].map((key, at) => [key, [...RUSSIAN][at] ?? key]));
for (const [shifted, key] of Object.entries(SHIFTED)) TO_RUSSIAN.set(shifted, TO_RUSSIAN.get(key) ?? shifted);
const TO_UZBEK = new Map([...TO_RUSSIAN, ...Object.entries(UZBEK)]);
const TO_QWERTY = new Map([
  ...Object.entries(UZBEK).map(([key, letter]) => [letter, key] as const),
  ...[...RUSSIAN].map((letter, at) => [letter, QWERTY[at] ?? letter] as const),
  // the key of the slash, which stands in numbers of documents
  ['.', '/'],
]);

const retype = (text: string, layout: ReadonlyMap<string, string>): string =>
  [...text.toLowerCase()].map((char) => layout.get(char) ?? char).join('');

/** A text as typed, then as it reads when the keyboard was in the wrong layout. */
export function readingsOf(text: string): string[] {
  const readings = [text];
  if (/[a-z]/i.test(text)) readings.push(retype(text, TO_RUSSIAN), retype(text, TO_UZBEK));
  if (/\p{Script=Cyrillic}/u.test(text)) readings.push(retype(text, TO_QWERTY));
  return readings;
}

/**
 * The number of a document as it was typed, then as the other layouts read it: unlike words it keeps its signs, in small
 * letters. An apostrophe is none of them.
 */
export const numberReadings = (query: string): string[] => [
  ...new Set(readingsOf(query).map((reading) => reading.toLowerCase().replace(APOSTROPHES, ''))),
];

/** The keys of a query, that of the query as typed first. */
export const searchKeys = (query: string): string[] =>
  [...new Set(readingsOf(query).map(searchKey))].filter((key) => key !== '');

/** Whether a row with this key answers the query: every word of one reading is in it. An empty query matches all. */
export function matches(key: string, query: string): boolean {
  const keys = searchKeys(query);
  return keys.length === 0 || keys.some((one) => one.split(' ').every((word) => key.includes(word)));
}
