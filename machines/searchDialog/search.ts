/**
 * Finding pages by what a person types (decision 29): in Uzbek or Russian, in either script, with any apostrophe, in
 * the wrong keyboard layout, by an alias, by the section, and with one slip of the fingers. Pure.
 *
 * What was found is marked on the original letters of the shown text, though keys have other lengths: `sh` of a query
 * marks the `ш` of a title.
 */
import { placedKey, searchKey, searchKeys } from '../../contract/search.ts';
import {
  type Field,
  type Indexed,
  lettersIn,
  type Mark,
  type Reading,
  type SearchEntry,
  type SearchIndex,
  soundsOf,
  type Word,
} from './searchIndex.ts';

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
  /** The whole of an alias, or of the title in the other language. */
  wholeName: 4,
  section: 5,
  alias: 6,
  otherLanguage: 7,
  slip: 8,
  aliasSlip: 9,
  otherSlip: 10,
  sectionSlip: 11,
  ending: 12,
} as const;

/** Slips are looked for only while fewer pages than this answer exactly. */
const FEW = 8;
/** A word of a text that is shorter than this is found as it is or not at all. */
const SLIP_FROM = 4;
/** From here on a word is looked for inside words that are not the title's, and a query in the other layout. */
const TELLING = 3;
/** A letter alone is looked for at the beginnings of words. */
const INSIDE_FROM = 2;
/** From here on the end of a word may be another: `накладная` finds `накладные`. */
const ENDING_FROM = 6;

// ------------------------------------------------------------------------------------------------ the query

/** How a word may stand in a text. */
type Way = 'prefix' | 'inside' | 'slip' | 'ending';

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

/**
 * How many letters of `word` were meant by `typed`, when one letter too many or too few, a wrong one, or two that
 * changed places are forgiven; 0 when more is wrong. The end of `word` need not be typed yet, but of a few letters.
 */
function meantLetters(word: string, typed: string): number {
  const { length } = word;
  if (Math.abs(length - typed.length) <= 1 && isOneSlip(word, typed)) return length;
  if (typed.length < SLIP_FROM) return 0;
  for (const begun of [typed.length, typed.length + 1, typed.length - 1]) {
    if (begun < length && isOneSlip(word.slice(0, begun), typed)) return begun;
  }
  return 0;
}

/** Two letters at the beginning that are both others are more than one slip, unless they changed places. */
const beginsAlike = (word: string, typed: string): boolean =>
  word[0] === typed[0] || word[1] === typed[1] || word[0] === typed[1] || word[1] === typed[0];

/** What is left of a word without an ending of its own; empty when that is too little. */
function stemOf(letters: string, sounds: string): string {
  if (sounds.length < ENDING_FROM) return '';
  return letters.slice(0, sounds.length < ENDING_FROM + 2 ? -2 : -3);
}

/** A word as it was typed, and by its sounds. */
interface Spelled {
  readonly letters: string;
  readonly sounds: string;
}
const spelled = (letters: string): Spelled => ({ letters, sounds: soundsOf(letters) });

function slipEnd(word: Word, { letters, sounds }: Spelled): number {
  if (word.size < SLIP_FROM || letters.length < SLIP_FROM - 1) return 0;
  const end = beginsAlike(word.letters, letters) ? meantLetters(word.letters, letters) : 0;
  if (end > 0 || !beginsAlike(word.sounds, sounds)) return end;
  return lettersIn(word.sounds.slice(0, meantLetters(word.sounds, sounds)));
}

/** What a word of the query finds by one kind of match. */
interface Sight {
  /** By the number of a word: the end of what was found in it; 0 where nothing was. */
  readonly ends: Uint8Array;
  /** By the number of a text: 1 where it was found. */
  readonly fields: Uint8Array;
}

/** A word of the query as it was read; what it finds in the index is worked out once. */
class Asked {
  readonly letters: string;
  /** False for what would have been typed in the other keyboard layout. */
  readonly typed: boolean;
  readonly #own: Spelled;
  /** With spellings of two letters left as they are. */
  readonly #loose: Spelled;
  readonly #stem: string;
  readonly #index: SearchIndex;
  /** Null: in no text. */
  readonly #sights: { [way in Way]?: Sight | null } = {};

  constructor(letters: string, loose: string, typed: boolean, index: SearchIndex) {
    this.letters = letters;
    this.typed = typed;
    this.#own = spelled(letters);
    this.#loose = spelled(loose);
    this.#stem = stemOf(letters, this.#own.sounds);
    this.#index = index;
  }

  #end(word: Word, way: Way): number {
    const { letters } = this;
    switch (way) {
      case 'prefix':
        return word.letters.startsWith(letters) ? letters.length : 0;
      case 'inside': {
        const at = letters.length < INSIDE_FROM ? -1 : word.letters.indexOf(letters);
        return at === -1 ? 0 : at + letters.length;
      }
      case 'ending':
        return this.#stem !== '' && word.letters.startsWith(this.#stem) ? this.#stem.length : 0;
      case 'slip':
        return slipEnd(word, this.#own) || (this.#loose.letters === letters ? 0 : slipEnd(word, this.#loose));
    }
  }

  #look(way: Way): Sight | null {
    const { words, fieldCount } = this.#index;
    const ends = new Uint8Array(words.length);
    let fields: Uint8Array | null = null;
    for (const [at, word] of words.entries()) {
      const end = this.#end(word, way);
      if (end === 0) continue;
      ends[at] = end;
      fields ??= new Uint8Array(fieldCount);
      for (const field of word.fields) fields[field] = 1;
      if (way === 'slip') for (const field of word.looseFields) fields[field] = 1;
    }
    return fields && { ends, fields };
  }

  #sight(way: Way): Sight | null {
    let sight = this.#sights[way];
    if (sight === undefined) {
      sight = this.#look(way);
      this.#sights[way] = sight;
    }
    return sight;
  }

  stands(field: Field, way: Way): boolean {
    return this.#sight(way)?.fields[field.number] === 1;
  }

  /** Letters of the text. */
  marks(field: Field, way: Way): Mark[] {
    const sight = this.#sight(way);
    if (sight === null || !this.stands(field, way)) return [];
    const found = ({ words, loose }: Reading) => (way === 'slip' || !loose) && words.some((one) => sight.ends[one]);
    const reading = field.readings.find(found);
    if (reading === undefined) return [];
    const { from, to, begins } = reading;
    return reading.words.flatMap((word, at): Mark[] => {
      const end = (begins[at] ?? 0) + (sight.ends[word] ?? 0);
      const begin = way === 'inside' ? end - this.letters.length : (begins[at] ?? 0);
      return sight.ends[word] ? [[from[begin] ?? 0, to[end - 1] ?? field.text.length]] : [];
    });
  }
}

/** The text between two spaces, in each reading: a word, or several where punctuation separates them. */
type Token = readonly (readonly Asked[])[];

interface Query {
  /** The whole query, in each reading. */
  readonly keys: readonly string[];
  readonly tokens: readonly Token[];
}

/** Whether nothing is asked: no letter and no digit in any layout. */
export const asksNothing = (query: string): boolean => searchKeys(query).length === 0;

/** The text as typed, then as it reads when the keyboard was in the wrong layout. */
function readingsOf(text: string, layouts: boolean): { key: string; typed: boolean }[] {
  const own = searchKey(text);
  return searchKeys(text)
    .map((key) => ({ key, typed: key === own }))
    .filter(({ typed }) => typed || layouts);
}

function tokenOf(text: string, layouts: boolean, index: SearchIndex): Token {
  const loose = placedKey(text, false).key.split(' ');
  return readingsOf(text, layouts).map(({ key, typed }) =>
    key.split(' ').map((letters, at) => new Asked(letters, typed ? (loose[at] ?? letters) : letters, typed, index)),
  );
}

function queryOf(text: string, index: SearchIndex): Query {
  const layouts = text.trim().length >= TELLING;
  return {
    keys: readingsOf(text, layouts).map(({ key }) => key),
    tokens: text
      .split(/\s+/)
      .map((token) => tokenOf(token, layouts, index))
      .filter((token) => token.length > 0),
  };
}

/** Ranges of the original text, joined where they touch. */
function marksIn(field: Field, words: readonly Asked[], slips: boolean): Mark[] {
  const marks: [number, number][] = [];
  for (const asked of words) {
    const ways: Way[] = asked.typed ? ['prefix', 'inside'] : ['prefix'];
    if (slips) ways.push('slip', 'ending');
    const way = ways.find((one) => asked.stands(field, one));
    if (way === undefined) continue;
    for (const [from, to] of asked.marks(field, way)) marks.push([from, to]);
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
  readonly via?: { readonly kind: Via['kind']; readonly field: Field } | undefined;
}

/** The first of the page's names for which it is so, by the ranks of title, aliases and names in the other language. */
function namePlace(
  page: Indexed,
  isSo: (field: Field) => boolean,
  ranks: readonly [title: number, alias: number, other: number],
): Place | null {
  if (isSo(page.title)) return { rank: ranks[0] };
  for (const field of page.aliases) if (isSo(field)) return { rank: ranks[1], via: { kind: 'alias', field } };
  if (isSo(page.otherTitle)) return { rank: ranks[2], via: { kind: 'other', field: page.otherTitle } };
  for (const field of page.otherAliases) if (isSo(field)) return { rank: ranks[2], via: { kind: 'alias', field } };
  return null;
}

function exactPlace(page: Indexed, asked: Asked): Place | null {
  const { title, section, otherTitle, otherSection } = page;
  const inside = asked.typed && asked.letters.length >= TELLING;
  if (asked.stands(title, 'prefix')) return { rank: RANK.titleWord };
  if (asked.typed && asked.stands(title, 'inside')) return { rank: RANK.titleInside };
  if (asked.stands(section, 'prefix') || (inside && asked.stands(section, 'inside'))) return { rank: RANK.section };
  const place = namePlace(
    page,
    (field) => asked.stands(field, 'prefix') || (inside && field === otherTitle && asked.stands(field, 'inside')),
    [RANK.titleWord, RANK.alias, RANK.otherLanguage],
  );
  if (place !== null) return place;
  const byOther = asked.stands(otherSection, 'prefix') || (inside && asked.stands(otherSection, 'inside'));
  return byOther ? { rank: RANK.otherLanguage } : null;
}

function slipPlace(page: Indexed, asked: Asked): Place | null {
  const named = namePlace(page, (field) => asked.stands(field, 'slip'), [RANK.slip, RANK.aliasSlip, RANK.otherSlip]);
  if (named !== null) return named;
  if (asked.stands(page.section, 'slip') || asked.stands(page.otherSection, 'slip')) return { rank: RANK.sectionSlip };
  return namePlace(page, (field) => asked.stands(field, 'ending'), [RANK.ending, RANK.ending, RANK.ending]);
}

interface Answer {
  readonly page: Indexed;
  readonly rank: number;
  /** The ranks of all words together: distinguishes pages of one rank. */
  readonly sum: number;
  readonly via: Place['via'];
  /** The words as they were read. */
  readonly words: readonly Asked[];
  readonly slips: boolean;
}

const worse = (one: Place, other: Place): Place => (other.rank > one.rank ? other : one);

/** The best reading of the text between two spaces. */
function tokenPlace(page: Indexed, token: Token, slips: boolean): { place: Place; words: readonly Asked[] } | null {
  let best: { place: Place; words: readonly Asked[] } | null = null;
  for (const words of token) {
    let place: Place | null = { rank: -1 };
    for (const asked of words) {
      const one: Place | null = exactPlace(page, asked) ?? (slips && asked.typed ? slipPlace(page, asked) : null);
      place = place === null || one === null ? null : worse(place, one);
    }
    if (place !== null && (best === null || place.rank < best.place.rank)) best = { place, words };
  }
  return best;
}

/** Every word must be somewhere; the worst place ranks the page, unless the query is one of its names as a whole. */
function answerOf(page: Indexed, query: Query, slips: boolean): Answer | null {
  let worst: Place = { rank: -1 };
  let sum = 0;
  const words: Asked[] = [];
  for (const token of query.tokens) {
    const found = tokenPlace(page, token, slips);
    if (found === null) return null;
    worst = worse(worst, found.place);
    sum += found.place.rank;
    words.push(...found.words);
  }
  const isWhole = ({ readings }: Field) => readings.some(({ key }) => query.keys.includes(key));
  const isBegun = ({ readings }: Field) => readings.some(({ key }) => query.keys.some((one) => key.startsWith(one)));
  let place = worst;
  if (isWhole(page.title)) place = { rank: RANK.wholeTitle };
  else if (isBegun(page.title)) place = { rank: RANK.titlePrefix };
  else if (worst.rank > RANK.titleInside) {
    place = namePlace(page, isWhole, [RANK.wholeTitle, RANK.wholeName, RANK.wholeName]) ?? worst;
  }
  return { page, words, slips, sum, rank: place.rank, via: place.via };
}

const viaOf = ({ via, words, slips }: Answer): Via | null =>
  via === undefined ? null : { kind: via.kind, text: via.field.text, marks: marksIn(via.field, words, slips) };

function groupOf(answers: readonly [Answer, ...Answer[]]): FoundGroup {
  const { section, otherSection, entry } = answers[0].page;
  const marksOf = (field: Field) =>
    answers.map(({ words, slips }) => marksIn(field, words, slips)).find((marks) => marks.length > 0) ?? [];
  const own = marksOf(section);
  // the other language's name is shown only where it is the match
  const byOther = own.length === 0 && answers.some(({ rank, via }) => rank >= RANK.otherLanguage && via === undefined);
  const other = byOther ? marksOf(otherSection) : [];
  return {
    area: entry.area,
    title: section.text,
    marks: own,
    via: other.length > 0 ? { kind: 'other', text: otherSection.text, marks: other } : null,
    pages: answers.map((answer) => ({
      entry: answer.page.entry,
      title: answer.page.title.text,
      marks: marksIn(answer.page.title, answer.words, answer.slips),
      via: viaOf(answer),
      rank: answer.rank,
    })),
  };
}

const wordsIn = ({ readings }: Field) => readings[0]?.words.length ?? 0;

/** Where a slip was forgiven the shorter title is the likelier. */
const compare = (one: Answer, other: Answer): number =>
  one.rank - other.rank ||
  one.sum - other.sum ||
  (one.rank >= RANK.slip ? wordsIn(one.page.title) - wordsIn(other.page.title) : 0);

/**
 * Groups in the order of their best page, pages in the order of their ranks. Where groups tie, one whose own name was
 * found comes first, then the order of the menu.
 */
export function search(index: SearchIndex, text: string): FoundGroup[] {
  const query = queryOf(text, index);
  const answers: Answer[] = [];
  const unanswered: Indexed[] = [];
  for (const page of index.entries) {
    const answer = answerOf(page, query, false);
    if (answer === null) unanswered.push(page);
    else answers.push(answer);
  }
  if (answers.length < FEW) {
    for (const page of unanswered) {
      const answer = answerOf(page, query, true);
      if (answer !== null) answers.push(answer);
    }
  }
  const byArea = new Map<string, [Answer, ...Answer[]]>();
  for (const answer of answers.sort(compare)) {
    const { area } = answer.page.entry;
    const group = byArea.get(area);
    if (group === undefined) byArea.set(area, [answer]);
    else group.push(answer);
  }
  return [...byArea.values()]
    .map((group) => ({ best: group[0], group: groupOf(group) }))
    .sort(
      (one, other) =>
        compare(one.best, other.best) || Number(other.group.marks.length > 0) - Number(one.group.marks.length > 0),
    )
    .map(({ group }) => group);
}
