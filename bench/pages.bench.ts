/** Searching all pages at each keystroke, as the search dialog does, against a frame of 16 ms. */
import { readFileSync } from 'node:fs';
import { listingOf, prepareListing } from '../machines/searchDialog/listing.ts';
import type { SearchLanguage } from '../machines/searchDialog/searchIndex.ts';
import { median } from '../scripts/median.ts';
import { isSearched } from '../src/routes/page.ts';
import { pages } from '../src/routes/registry.ts';
import { type SearchTexts, searchEntries } from '../src/shell/searchEntries.ts';
import { report, timed } from './kit.ts';

const FRAME = 16;

function textsIn(language: SearchLanguage): SearchTexts {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../locales/${language}/${name}.json`, import.meta.url), 'utf8'));
  return { pages: read('pages'), areas: read('shell').areas, aliases: read('aliases') };
}

const entries = searchEntries(pages.filter(isSearched), { uz: textsIn('uz'), ru: textsIn('ru') });
prepareListing(entries, 'uz');

// Found at once, in the other script, in the wrong layout, with a slip, and nowhere: the last two look at every word.
for (const query of ['undiruv rejasi', 'қолдиқлар', 'njdfhs crkflf', 'shartnmoa tuzihs', 'qwzxqwzxqwzx']) {
  const letters = Array.from(query, (_, at) => query.slice(0, at + 1));
  const strokes = new Map(letters.map((letter) => [letter, [] as number[]]));
  for (let round = 0; round < 10; round += 1) {
    for (const letter of letters) {
      const asked = { query: letter, language: 'uz', entries, recent: [], groups: [], toggled: [] } as const;
      strokes.get(letter)?.push(await timed(() => listingOf(asked)));
    }
  }
  // each letter by the median of its rounds, and of the letters the slowest
  const worst = Math.max(...[...strokes.values()].map(median));
  report(`search "${query}" in ${entries.length} pages, the slowest keystroke`, worst, FRAME, 1, 'a frame');
}
