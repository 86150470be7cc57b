/** Searching by name in every spelling (decision 29), and the order of names (decision 28). */
import { type RawBuilder, sql } from 'kysely';
import { APOSTROPHES, CYRILLIC, LATIN } from '../../contract/alphabet.ts';
import { searchKeys } from '../../contract/search.ts';

/** What stands for itself in LIKE: `%`, `_` and the backslash mean nothing there. */
export const likeLiteral = (words: string): string => words.replace(/[%_\\]/g, '\\$&');

type LikeBuilder = (column: 'search_key', op: 'like', value: string) => never;

/** Every word of the query, in any of its spellings (decision 29). */
export function likeKeys(where: unknown, column: string, query: string): never[] {
  const build = where as LikeBuilder & { and(parts: never[]): never };
  const keys = searchKeys(query);
  // Signs alone ask nothing.
  if (keys.length === 0) return [build.and([])];
  return keys.map((key) =>
    build.and(
      key
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => build(column as 'search_key', 'like', `%${likeLiteral(word)}%`)),
    ),
  );
}

/** The same for a query that is written by hand. */
export function keysAre(column: string, query: string): RawBuilder<boolean> {
  const readings = searchKeys(query).map((key) => {
    const words = key.split(' ').map((word) => sql`${sql.ref(column)} LIKE ${`%${likeLiteral(word)}%`}`);
    return sql`(${sql.join(words, sql` AND `)})`;
  });
  return readings.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(readings, sql` OR `)})`;
}

/** Letters of two signs, each as the one byte that stands in their order after z. */
const PAIRS = LATIN.filter((letter) => letter.length > 1).map(
  (pair, at) => [pair, String.fromCharCode('z'.charCodeAt(0) + 1 + at)] as const,
);
/** Signs of Cyrillic in the order of the alphabet: that of their code points is another. */
const CYRILLIC_PLACES = CYRILLIC.map((_, at) => String.fromCharCode(0xe000 + at)).join('');

/** A name as it is sorted by the Uzbek alphabet: a search key writes x as h and q as k, and is no order. */
export function uzbekOrder(column: string): RawBuilder<string> {
  const plain = sql`translate(lower(${sql.ref(column)}), ${APOSTROPHES}::text, ${'ʻ'.repeat(APOSTROPHES.length)}::text)`;
  const paired = PAIRS.reduce((text, [pair, one]) => sql`replace(${text}, ${pair}::text, ${one}::text)`, plain);
  const letters = CYRILLIC.join('');
  return sql<string>`translate(replace(${paired}, 'ʻ', ''), ${letters + letters.toUpperCase()}::text,
    ${CYRILLIC_PLACES + CYRILLIC_PLACES}::text) COLLATE "C"`;
}
