/**
 * Serial numbers as everybody writes them: one unit, whatever the case, the spaces and the keyboard layout of whoever
 * scanned or typed its number. The server stores this form alone, the browser compares by it.
 */

const RUSSIAN = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const TO_LATIN = new Map<string, string>([
  ...[...RUSSIAN].map((letter, at) => [letter, LATIN[at] ?? letter] as const),
  ['ў', 'o'],
  ['қ', 's'],
  ['ғ', '-'],
  ['ҳ', '='],
]);
for (const [letter, key] of [...TO_LATIN]) TO_LATIN.set(letter.toUpperCase(), key.toUpperCase());

/** A scanner presses keys, not letters: under a Cyrillic layout `SM-A55` arrives as `ЫЬ-Ф55`. */
export const inLatin = (code: string): string => [...code].map((char) => TO_LATIN.get(char) ?? char).join('');

/** Spaces of every kind, those without a width and other unseen characters too. */
const SPACES = /[\s\p{Cf}\u0085]+/gu;

/** The one form of a serial number or IMEI: Latin, upper case, without spaces. */
export const serialKey = (code: string): string => inLatin(code.replace(SPACES, '')).toUpperCase();
