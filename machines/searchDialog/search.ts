/**
 * Finding pages by what a person types (decision 29): in Uzbek or Russian, in either script, with any apostrophe, in
 * the wrong keyboard layout, by an alias, by the section, and with one slip of the fingers. Pure.
 *
 * What was found is marked on the original letters of the shown text, though keys have other lengths: `sh` of a query
 * marks the `ш` of a title.
 */
import { type PlacedKey, placedKey, searchKey, searchKeys } from '../../contract/search.ts';

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

/** A word that is not shown otherwise and by which something was found. */
export interface Via {
  readonly kind: 'alias' | 'other';
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface FoundPage {
  readonly entry: SearchEntry;
  readonly title: string;
  readonly marks: readonly Mark[];
  readonly via: Via | null;
  /** How well it answers: less is better. */
  readonly rank: number;
}

export interface FoundGroup {
  readonly area: string;
  readonly title: string;
  readonly marks: readonly Mark[];
  readonly via: Via | null;
  /** The best first. */
  readonly pages: readonly FoundPage[];
}

/** Where a query was found, the best first. */
export const RANK = {
  wholeTitle: 0,
  titlePrefix: 1,
  titleWord: 2,
  titleInside: 3,
  section: 4,
  alias: 5,
  otherLanguage: 6,
  slip: 7,
  sectionSlip: 8,
} as const;

/** Slips are looked for only while fewer pages than this answer exactly. */
const FEW = 8;
/** A word shorter than this is found as it is or not at all. */
const SLIP_FROM = 4;
/** From here on a word is looked for inside the words of long texts, and in the other keyboard layout. */
const TELLING = 3;

// ------------------------------------------------------------------------------------------------ the index

interface Word {
  readonly at: number;
  readonly letters: string;
  /** The same with `sh`, `ch`, `ya`, `yu`, `yo` as one letter each: one slip in Cyrillic is one slip here. */
  readonly sounds: string;
}

interface Reading extends PlacedKey {
  readonly words: readonly Word[];
}

/** A text as it is found: a second reading has е for each ё, as most people type. */
interface Field {
  readonly text: string;
  readonly readings: readonly Reading[];
}

interface Indexed {
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
}

const SOUNDS: Readonly<Record<string, string>> = { sh: 'ш', ch: 'ч', ya: 'я', yu: 'ю', yo: 'ё' };
const soundsOf = (letters: string) => letters.replace(/sh|ch|y[auo]/g, (pair) => SOUNDS[pair] ?? pair);
/** How many letters of a key so many sounds are. */
const lettersIn = (sounds: string) => [...sounds].reduce((sum, sound) => sum + (sound > 'z' ? 2 : 1), 0);

function readingOf(text: string): Reading {
  const placed = placedKey(text);
  const words = [...placed.key.matchAll(/[^ ]+/g)].map(({ 0: letters, index }) => ({
    at: index,
    letters,
    sounds: soundsOf(letters),
  }));
  return { ...placed, words };
}

const fieldOf = (text: string): Field => ({
  text,
  readings: (/ё/i.test(text) ? [text, text.replaceAll('ё', 'е').replaceAll('Ё', 'Е')] : [text]).map(readingOf),
});

/** Once for a person and a language; sections share their texts. */
export function buildIndex(entries: readonly SearchEntry[], language: SearchLanguage): SearchIndex {
  const other = language === 'uz' ? 'ru' : 'uz';
  const sections = new Map<string, Field>();
  const sectionOf = (text: string) => {
    const known = sections.get(text) ?? fieldOf(text);
    sections.set(text, known);
    return known;
  };
  return {
    entries: entries.map((entry) => ({
      entry,
      title: fieldOf(entry.texts[language].title),
      section: sectionOf(entry.texts[language].section),
      aliases: entry.texts[language].aliases.map(fieldOf),
      otherTitle: fieldOf(entry.texts[other].title),
      otherSection: sectionOf(entry.texts[other].section),
      otherAliases: entry.texts[other].aliases.map(fieldOf),
    })),
  };
}

// ------------------------------------------------------------------------------------------------ the query

interface Query {
  readonly key: string;
  readonly words: readonly string[];
  /** False for what would have been typed in the other keyboard layout. */
  readonly typed: boolean;
}

function queriesOf(query: string): Query[] {
  const typed = searchKey(query);
  return searchKeys(query)
    .filter((key) => key === typed || key.length >= TELLING)
    .map((key) => ({ key, words: key.split(' '), typed: key === typed }));
}

/** Whether nothing is asked: no letter and no digit in any layout. */
export const asksNothing = (query: string): boolean => searchKeys(query).length === 0;

/** How a word may stand in a text. */
type Way = 'prefix' | 'inside' | 'slip';

/**
 * How many letters of `word` were meant by `typed`, when one letter too many or too few, a wrong one, or two that
 * changed places are forgiven; 0 when more is wrong. The end of `word` need not be typed yet.
 */
function meantLetters(word: string, typed: string): number {
  for (const length of [word.length, typed.length, typed.length + 1, typed.length - 1]) {
    if (length <= word.length && isOneSlip(word.slice(0, length), typed)) return length;
  }
  return 0;
}

/** Damerau–Levenshtein distance of at most one. */
export function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + 1) === long.slice(at + 1) || (swapped && short.slice(at + 2) === long.slice(at + 2));
}

/** Places `[at, end)` of a word in a reading's key, found in one way. */
function placesOf(reading: Reading, word: string, way: Way): Mark[] {
  const places: Mark[] = [];
  if (way === 'inside') {
    for (let at = reading.key.indexOf(word); at !== -1; at = reading.key.indexOf(word, at + word.length)) {
      places.push([at, at + word.length]);
    }
    return places;
  }
  const sounds = way === 'slip' ? soundsOf(word) : '';
  for (const one of reading.words) {
    let length = 0;
    if (way === 'prefix') length = one.letters.startsWith(word) ? word.length : 0;
    else {
      length = meantLetters(one.letters, word) || lettersIn(one.sounds.slice(0, meantLetters(one.sounds, sounds)));
    }
    if (length > 0) places.push([one.at, one.at + length]);
  }
  return places;
}

const stands = (field: Field, word: string, way: Way): boolean =>
  (way !== 'slip' || word.length >= SLIP_FROM) &&
  field.readings.some((reading) => placesOf(reading, word, way).length > 0);

/** Ranges of the original text, joined where they touch. */
function marksIn(field: Field, { words, typed }: Query, slips: boolean): Mark[] {
  const ways: Way[] = ['prefix', ...(typed ? (['inside'] as const) : []), ...(slips ? (['slip'] as const) : [])];
  const marks: [number, number][] = [];
  for (const word of words) {
    for (const way of ways) {
      if (way === 'slip' && word.length < SLIP_FROM) continue;
      const reading = field.readings.find((one) => placesOf(one, word, way).length > 0);
      if (reading === undefined) continue;
      for (const [at, end] of placesOf(reading, word, way)) {
        marks.push([reading.from[at] ?? 0, reading.to[end - 1] ?? field.text.length]);
      }
      break;
    }
  }
  marks.sort(([one], [other]) => one - other);
  const joined: [number, number][] = [];
  for (const [from, to] of marks) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

// ------------------------------------------------------------------------------------------------ ranking

interface Place {
  readonly rank: number;
  /** The text by which it was found when the title does not show it. */
  readonly via?: { readonly kind: Via['kind']; readonly field: Field };
}

function exactPlace(page: Indexed, word: string, typed: boolean): Place | null {
  const inside = typed && word.length >= TELLING;
  const within = (field: Field) => stands(field, word, 'prefix') || (inside && stands(field, word, 'inside'));
  if (stands(page.title, word, 'prefix')) return { rank: RANK.titleWord };
  if (typed && stands(page.title, word, 'inside')) return { rank: RANK.titleInside };
  if (within(page.section)) return { rank: RANK.section };
  const alias = page.aliases.find((field) => stands(field, word, 'prefix'));
  if (alias !== undefined) return { rank: RANK.alias, via: { kind: 'alias', field: alias } };
  if (within(page.otherTitle)) return { rank: RANK.otherLanguage, via: { kind: 'other', field: page.otherTitle } };
  const otherAlias = page.otherAliases.find((field) => stands(field, word, 'prefix'));
  if (otherAlias !== undefined) return { rank: RANK.otherLanguage, via: { kind: 'alias', field: otherAlias } };
  return within(page.otherSection) ? { rank: RANK.otherLanguage } : null;
}

function slipPlace(page: Indexed, word: string): Place | null {
  const slips = (field: Field) => stands(field, word, 'slip');
  if (slips(page.title)) return { rank: RANK.slip };
  const alias = page.aliases.find(slips);
  if (alias !== undefined) return { rank: RANK.slip, via: { kind: 'alias', field: alias } };
  if (slips(page.otherTitle)) return { rank: RANK.slip, via: { kind: 'other', field: page.otherTitle } };
  const otherAlias = page.otherAliases.find(slips);
  if (otherAlias !== undefined) return { rank: RANK.slip, via: { kind: 'alias', field: otherAlias } };
  return slips(page.section) || slips(page.otherSection) ? { rank: RANK.sectionSlip } : null;
}

interface Answer {
  readonly page: Indexed;
  readonly query: Query;
  readonly rank: number;
  readonly slips: boolean;
  readonly via: Place['via'];
}

/** Every word must be somewhere; the worst place ranks the page. */
function answerOf(page: Indexed, query: Query, slips: boolean): Answer | null {
  let worst: Place = { rank: -1 };
  for (const word of query.words) {
    const place = exactPlace(page, word, query.typed) ?? (slips ? slipPlace(page, word) : null);
    if (place === null) return null;
    if (place.rank > worst.rank) worst = place;
  }
  const keys = page.title.readings.map(({ key }) => key);
  let { rank } = worst;
  if (keys.includes(query.key)) rank = RANK.wholeTitle;
  else if (keys.some((key) => key.startsWith(query.key))) rank = RANK.titlePrefix;
  return { page, query, rank, slips, via: rank <= RANK.section ? undefined : worst.via };
}

function bestAnswer(page: Indexed, queries: readonly Query[]): Answer | null {
  let best: Answer | null = null;
  for (const query of queries) {
    const answer = answerOf(page, query, false);
    if (answer !== null && (best === null || answer.rank < best.rank)) best = answer;
  }
  return best;
}

const viaOf = ({ via, query, slips }: Answer): Via | null =>
  via === undefined ? null : { kind: via.kind, text: via.field.text, marks: marksIn(via.field, query, slips) };

function groupOf(answers: readonly Answer[]): FoundGroup {
  const [first] = answers as readonly [Answer, ...Answer[]];
  const { section, otherSection, entry } = first.page;
  const own = answers.map(({ query, slips }) => marksIn(section, query, slips)).find((marks) => marks.length > 0);
  const other = own ? undefined : answers.find(({ rank, via }) => rank >= RANK.otherLanguage && via === undefined);
  return {
    area: entry.area,
    title: section.text,
    marks: own ?? [],
    via: other
      ? { kind: 'other', text: otherSection.text, marks: marksIn(otherSection, other.query, other.slips) }
      : null,
    pages: answers.map((answer) => ({
      entry: answer.page.entry,
      title: answer.page.title.text,
      marks: marksIn(answer.page.title, answer.query, answer.slips),
      via: viaOf(answer),
      rank: answer.rank,
    })),
  };
}

/** Groups in the order of their best page, pages in the order of their ranks; the order of the menu where they tie. */
export function search(index: SearchIndex, query: string): FoundGroup[] {
  const queries = queriesOf(query);
  const answers: Answer[] = [];
  const unanswered: Indexed[] = [];
  for (const page of index.entries) {
    const answer = bestAnswer(page, queries);
    if (answer === null) unanswered.push(page);
    else answers.push(answer);
  }
  const typed = queries.find((one) => one.typed);
  if (answers.length < FEW && typed !== undefined) {
    for (const page of unanswered) {
      const answer = answerOf(page, typed, true);
      if (answer !== null) answers.push(answer);
    }
  }
  const byArea = new Map<string, Answer[]>();
  for (const answer of answers.toSorted((one, another) => one.rank - another.rank)) {
    const { area } = answer.page.entry;
    const group = byArea.get(area);
    if (group === undefined) byArea.set(area, [answer]);
    else group.push(answer);
  }
  return [...byArea.values()].map(groupOf);
}
