/** Documents as people name them: with the word of their kind before the number, and with spaces for its signs. */
import { type RawBuilder, sql } from 'kysely';
import { QUEUED, type Queued } from '../../contract/day.ts';
import { searchKey, searchKeys } from '../../contract/search.ts';
import { numberIs } from '../db/search.ts';
import { LANGUAGES } from '../http/messages.ts';
import { wordsOfKind } from '../queue/words.ts';

/** "акт CHL-26-0005", "накладная № chl 26 0005". */
const WITH_KIND = /^(?<kind>[\p{L}-]+)\.?\s+(?:№\s*)?(?<number>\S*\d\S*|\p{L}+(?:\s\p{L})?\s\d{2}\s\d+)$/u;
/** "chl 26 0005", "CHL K 26 6919". */
const SPACED = /^\p{L}+(?:\s\p{L})?\s\d{2}\s\d+$/u;

const tidied = (query: string): string => query.trim().replace(/\s+/g, ' ');
const partsOf = (words: string) => WITH_KIND.exec(words)?.groups as { kind: string; number: string } | undefined;

/**
 * Numbers that the words may mean, as they are kept. The whole comes first: the number of a paper may have spaces. Figures
 * alone may also be those of a document that has no number yet.
 */
export function numbersMeant(query: string): readonly string[] {
  const words = tidied(query);
  const meant = [words, partsOf(words)?.number ?? words];
  const spelled = meant.flatMap((one) => (SPACED.test(one) ? [one, one.replaceAll(' ', '-')] : [one]));
  return [...new Set([...spelled, ...meant.filter((one) => /^\d+$/.test(one)).map((one) => `#${one}`)])];
}

/** By its number, or by its id while it has none: "#40179", as lists call it. */
export function isCalled(alias: 'd' | 'r', words: string): RawBuilder<boolean> {
  const id = /^#(?<id>\d{1,9})$/.exec(words)?.groups?.id;
  const number = sql.ref(`${alias}.number`);
  return id === undefined
    ? numberIs(sql`lower(${number})`, words)
    : sql<boolean>`${sql.ref(`${alias}.id`)} = ${Number(id)} AND ${number} IS NULL`;
}

/** A person's own list of an act is found by the act's number. */
const CHARTS: Readonly<Record<string, readonly Queued[]>> = {
  act: ['countingAct'],
  counter: ['counter', 'countingAct'],
};
const chartsOf = (kind: string) => CHARTS[kind] ?? QUEUED.filter((chart) => chart === kind);

/** Whether the words name a document of this kind, in either language. */
export function namesKind(kind: string, query: string): boolean {
  const word = partsOf(tidied(query))?.kind;
  if (word === undefined) return false;
  const names = chartsOf(kind).flatMap((chart) => LANGUAGES.map((language) => wordsOfKind(language, chart)));
  // "akt" is not meant by "faktura": words are looked for from their beginning
  const begins = (name: string, part: string) => ` ${searchKey(name)}`.includes(` ${part}`);
  return searchKeys(word).some((key) => names.some((name) => key.split(' ').every((part) => begins(name, part))));
}
