/**
 * The page about each workflow is there in three languages that say the same, as far as can be seen without reading: the same
 * form, links, code words and numbers. A change of one language alone is noticed by them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'docs/workflows');
const TRANSLATIONS = ['ru', 'uz'] as const;

const pagesIn = (path: string): string[] => readdirSync(path).filter((file) => file.endsWith('.md'));
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found]) => found ?? '');
const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

/** What a translation keeps. The order of words is its own, so what stands within sentences is sorted. */
function kept(markdown: string) {
  const code = all(markdown, /`([^`\n]+)`/g).sort();
  const links = all(markdown, /\]\((?:[^)]*\/)?([^)/]+)\)/g).sort();
  const prose = markdown
    .replaceAll(/`[^`\n]+`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    // thousands: 2,000 in English, 2 000 in Russian and Uzbek
    .replaceAll(/(?<=\b\d{1,3})[,\u00a0\u202f ](?=\d{3}\b)/g, '');
  return {
    headings: all(markdown, /^(#+) /gm),
    items: count(markdown, /^ *(?:-|\d+\.) /gm),
    bold: count(markdown, /\*\*[^*\n]+\*\*/g),
    rows: all(markdown, /^(\|.*)$/gm).map((row) => count(row, /(?<!\\)\|/g)),
    links,
    code,
    numbers: all(prose, /(\d+(?:\.\d+)*)/g).sort(),
  };
}

const pages = pagesIn(folder);

it.each(TRANSLATIONS)('%s has the pages that English has', (language) => {
  expect(pagesIn(join(folder, language))).toEqual(pages);
});

describe.each(TRANSLATIONS)('%s says what English says', (language) => {
  it.each(pages)('%s', (page) => {
    const of = (...path: string[]) => kept(readFileSync(join(folder, ...path, page), 'utf8'));
    expect(of(language)).toEqual(of());
  });
});

it('a number, a link, a code word, a row or an item of one language alone is seen', () => {
  const page = '# One\n\n- **Up to 2,500** of `a.b`, see [two](two.md).\n\n| a | b |\n|---|---|\n| 1 | 4.19 |\n';
  const same = '# Bir\n\n- [ikki](../two.md): `a.b` **2 500 tagacha**.\n\n| a | b |\n|---|---|\n| 1 | 4.19 |\n';
  expect(kept(same)).toEqual(kept(page));
  for (const [before, after] of [
    ['2 500', '2 600'],
    ['two.md', 'three.md'],
    ['a.b', 'a.c'],
    ['| 1 | 4.19 |\n', ''],
    ['4.19', '4.20'],
    ['- [', '['],
    ['**2 500 tagacha**', '2 500 tagacha'],
    ['# Bir', '## Bir'],
  ] as const) {
    expect(same).toContain(before);
    expect(kept(same.replace(before, after)), after).not.toEqual(kept(page));
  }
});
