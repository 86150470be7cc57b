/** Searching by name in every spelling (decision 29), and the order of names (decision 28). */
import { type RawBuilder, sql } from 'kysely';
import { APOSTROPHES, CYRILLIC, LATIN } from '../../contract/alphabet.ts';
import { numberReadings, searchKeys } from '../../contract/search.ts';

/** Escapes `%`, `_` and the backslash for LIKE. */
export const likeLiteral = (words: string): string => words.replace(/[%_\\]/g, '\\$&');

/**
 * A word of a query in a column of words: anywhere in it from three letters on, by their trigrams; one or two letters
 * begin a word, or every row would be read for half of the rows.
 */
function wordIn(column: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const letters = likeLiteral(word);
  return [...word].length > 2
    ? sql<boolean>`${column} LIKE ${`%${letters}%`}`
    : sql<boolean>`(${column} LIKE ${`${letters}%`} OR ${column} LIKE ${`% ${letters}%`})`;
}

/** Every word of the query, in any of its spellings (decision 29). Punctuation alone matches all. */
export function keysAre(column: string, query: string): RawBuilder<boolean> {
  const readings = searchKeys(query).map((key) => {
    const words = key.split(' ').filter((word) => word !== '');
    return sql`(${sql.join(
      words.map((word) => wordIn(sql.ref(column), word)),
      sql` AND `,
    )})`;
  });
  return readings.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(readings, sql` OR `)})`;
}

/**
 * A document's number or its supplier's, whole or a part of it, in any keyboard layout: signs are a part of them
 * (`numbers_key` of the database).
 */
export const numberIs = (column: RawBuilder<unknown>, query: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    numberReadings(query).map((reading) => wordIn(column, reading)),
    sql` OR `,
  )})`;

/** Letters of two signs, each as one byte that sorts after z. */
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
