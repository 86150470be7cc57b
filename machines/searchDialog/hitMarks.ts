/** The letters of a hit by which the server found it (decision 29). Pure. */
import { placedKey, searchKeys } from '../../contract/search.ts';
import type { Mark } from './searchIndex.ts';

/** Every place of a word in a text, in the text's own letters. */
function placesOf(text: string, word: string): [number, number][] {
  const { key, from, to } = placedKey(text);
  const places: [number, number][] = [];
  for (let at = key.indexOf(word); at !== -1; at = key.indexOf(word, at + word.length))
    places.push([from[at] ?? 0, to[at + word.length - 1] ?? text.length]);
  return places;
}

/** Ranges in their order, joined where they touch. */
function joined(places: [number, number][]): Mark[] {
  const marks: [number, number][] = [];
  for (const [from, to] of places.toSorted(([one], [other]) => one - other)) {
    const last = marks.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else marks.push([from, to]);
  }
  return marks;
}

/** For each text of a hit its marks, by the first reading of what was typed whose every word is in one of the texts. */
export function hitMarks(query: string, texts: readonly string[]): Mark[][] {
  for (const key of searchKeys(query)) {
    const words = key.split(' ');
    const found = texts.map((text) => words.map((word) => placesOf(text, word)));
    if (words.every((_, at) => found.some((places) => (places[at] ?? []).length > 0)))
      return found.map((places) => joined(places.flat()));
  }
  return texts.map(() => []);
}
