/** The words of pages as the search reads them: letters, sounds and readings, sorted for look-up. */
import { type PlacedKey, placedKey } from '../../contract/search.ts';

export type SearchLanguage = 'uz' | 'ru';

export interface EntryTexts {
  readonly title: string;
  readonly section: string;
  readonly aliases: readonly string[];
}

/** A page that the person may open. */
export interface SearchEntry {
  readonly id: string;
  readonly path: string;
  readonly area: string;
  readonly built: boolean;
  readonly texts: Readonly<Record<SearchLanguage, EntryTexts>>;
}

/** Letters `[from, to)` of the shown text. */
export type Mark = readonly [from: number, to: number];

// ------------------------------------------------------------------------------------------------ the index

/** A word of the indexed texts: compared once for a query, however often it occurs. */
export interface Word {
  readonly letters: string;
  /** The same with `sh`, `ch`, `ts`, `ya`, `yu`, `yo` as one letter each: one slip in Cyrillic is one slip here. */
  readonly sounds: string;
  /** Letters as they are written. */
  readonly size: number;
  /** Numbers of the texts that have it, and of those that have it only in a loose reading. */
  readonly fields: readonly number[];
  readonly looseFields: readonly number[];
}

export interface Reading extends PlacedKey {
  /** Spellings of two letters are left as they are: slips are looked for here too, and nothing else. */
  readonly loose: boolean;
  /** Numbers of its words in the index, and where they begin. */
  readonly words: readonly number[];
  readonly begins: readonly number[];
}

/** A text as it is found. */
export interface Field {
  readonly number: number;
  readonly text: string;
  /** Also with е for each ё, as most people type. */
  readonly readings: readonly Reading[];
}

export interface Indexed {
  readonly entry: SearchEntry;
  readonly title: Field;
  readonly section: Field;
  readonly aliases: readonly Field[];
  readonly otherTitle: Field;
  readonly otherSection: Field;
  readonly otherAliases: readonly Field[];
}

export interface SearchIndex {
  readonly entries: readonly Indexed[];
  readonly words: readonly Word[];
  readonly fieldCount: number;
}

const SOUNDS: Readonly<Record<string, string>> = { sh: 'ш', ch: 'ч', ts: 'ц', ya: 'я', yu: 'ю', yo: 'ё' };
export const soundsOf = (letters: string) => letters.replace(/sh|ch|ts|y[auo]/g, (pair) => SOUNDS[pair] ?? pair);
/** How many letters of a key so many sounds are. */
export const lettersIn = (sounds: string) => [...sounds].reduce((sum, sound) => sum + (sound > 'z' ? 2 : 1), 0);

/** Texts and words of an index, each once. */
class Shelf {
  readonly words: (Word & { fields: number[]; looseFields: number[] })[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #fields = new Map<string, Field>();

  get fieldCount(): number {
    return this.#fields.size;
  }

  field(text: string): Field {
    const known = this.#fields.get(text);
    if (known !== undefined) return known;
    const number = this.#fields.size;
    const spellings = /ё/i.test(text) ? [text, text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')] : [text];
    const readings = spellings.map((one) => this.#reading(one, false, number));
    const loose = spellings.map((one) => this.#reading(one, true, number));
    const field = {
      number,
      text,
      readings: [...readings, ...loose.filter(({ key }, at) => key !== readings[at]?.key)],
    };
    this.#fields.set(text, field);
    return field;
  }

  #reading(text: string, loose: boolean, field: number): Reading {
    const placed = placedKey(text, !loose);
    const parts = [...placed.key.matchAll(/[^ ]+/g)];
    return {
      ...placed,
      loose,
      begins: parts.map(({ index }) => index),
      words: parts.map(({ 0: letters, index }) => {
        const number = this.#word(letters, text.slice(placed.from[index], placed.to[index + letters.length - 1]));
        this.words[number]?.[loose ? 'looseFields' : 'fields'].push(field);
        return number;
      }),
    };
  }

  #word(letters: string, written: string): number {
    const size = Math.max(letters.length, written.match(/\p{Script=Cyrillic}/gu)?.length ?? 0);
    const name = `${letters} ${size}`;
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.words.length);
    return this.words.push({ letters, sounds: soundsOf(letters), size, fields: [], looseFields: [] }) - 1;
  }
}

/** Once for a person and a language. */
export function buildIndex(entries: readonly SearchEntry[], language: SearchLanguage): SearchIndex {
  const other = language === 'uz' ? 'ru' : 'uz';
  const shelf = new Shelf();
  const fields = (texts: readonly string[]) => texts.map((text) => shelf.field(text));
  return {
    entries: entries.map((entry) => ({
      entry,
      title: shelf.field(entry.texts[language].title),
      section: shelf.field(entry.texts[language].section),
      aliases: fields(entry.texts[language].aliases),
      otherTitle: shelf.field(entry.texts[other].title),
      otherSection: shelf.field(entry.texts[other].section),
      otherAliases: fields(entry.texts[other].aliases),
    })),
    words: shelf.words,
    fieldCount: shelf.fieldCount,
  };
}
