/** Searching all pages at each keystroke, as the search dialog does, against a frame of 16 ms. */
import { readFileSync } from 'node:fs';
import { listingOf } from '../machines/searchDialog/listing.ts';
import type { SearchLanguage } from '../machines/searchDialog/search.ts';
import { pages } from '../src/routes/registry.ts';
import { type SearchTexts, searchEntries } from '../src/shell/searchEntries.ts';
import { median, report, timed } from './kit.ts';

const FRAME = 16;

function textsIn(language: SearchLanguage): SearchTexts {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../locales/${language}/${name}.json`, import.meta.url), 'utf8'));
  return { pages: read('pages'), areas: read('shell').areas, aliases: read('aliases') };
}

const entries = searchEntries(pages, { uz: textsIn('uz'), ru: textsIn('ru') });

// Found at once, in the other script, in the wrong layout, with a slip, and nowhere: the last two look at every word.
for (const query of ['undiruv rejasi', 'қолдиқлар', 'njdfhs crkflf', 'shartnmoa tuzihs', 'qwzxqwzxqwzx']) {
  const strokes: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (let length = 1; length <= query.length; length += 1) {
      const asked = { query: query.slice(0, length), language: 'uz', entries, recent: [], toggled: [] } as const;
      const took = await timed(() => listingOf(asked));
      if (round > 1) strokes.push(took);
    }
  }
  report(`search "${query}" in ${entries.length} pages, a keystroke`, median(strokes), FRAME, 1, 'a frame');
  process.stdout.write(`  worst ${Math.max(...strokes).toFixed(2)} ms\n`);
}
