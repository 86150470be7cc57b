/** The search of a directory: its own words, and those of what it refers to. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Field, type Fields, optionsOf } from '../../contract/directory/fields.ts';
import { numbersIn } from '../../contract/directory/numbers.ts';
import { searchKey } from '../../contract/search.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre, likeLiteral, numberIs } from '../db/search.ts';
import { referencesOf } from '../lists/ids.ts';
import { ownSearched, searchedWords } from './columns.ts';
import { type DirectoryTable, isSearched, type Table } from './table.ts';
import { targetOf } from './targets.ts';

type Db = Kysely<Schema>;

/** What a record is found by, as its column has it. @param beside words that are in none of its own fields */
export const keyOfRecord = ({ spec }: AnyDirectory, values: Readonly<Record<string, unknown>>, beside = ''): string =>
  searchKey(
    [
      spec.document ? (values.number ?? '') : '',
      ...ownSearched(spec.fields).flatMap(([name, field]) => searchedWords(field, values[name])),
      beside,
    ]
      .join(' ')
      .trim(),
  );

/** Words that are a number as papers have it, with spaces or a plus. */
const isNumber = (words: string): boolean => /^[\d\s+()-]{4,}$/.test(words);

const own = (words: string): RawBuilder<unknown> =>
  isNumber(words)
    ? sql`(${keysAre('r.search_key', words)} OR r.search_key LIKE ${`%${likeLiteral(words.replace(/\D/g, ''))}%`})`
    : keysAre('r.search_key', words);

/** Ids of the records that a word means in the directory that a field refers to. */
const meant = async (db: Db, to: string, words: string): Promise<number[]> => {
  const { table, by, numbered } = targetOf(to);
  if (numbered)
    return referencesOf(db, sql`SELECT t.id FROM document t WHERE ${numberIs(sql`lower(t.number)`, words)}`);
  if (by !== undefined) {
    const named = await meant(db, by.to, words);
    return referencesOf(
      db,
      sql`SELECT t.id FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${by.column}`)} = ANY (${named}::integer[])`,
    );
  }
  return referencesOf(db, sql`SELECT t.id FROM ${sql.table(table)} t WHERE ${keysAre('t.search_key', words)}`);
};

/** The condition on `r`. References are looked up in statements of their own: an OR across tables uses no index. */
export async function searched(
  db: Db,
  directory: AnyDirectory,
  table: Table,
  words: string,
): Promise<RawBuilder<unknown>> {
  const conditions: RawBuilder<unknown>[] = isSearched(directory) ? [own(words)] : [];
  for (const [name, field] of Object.entries(directory.spec.fields)) {
    if (!optionsOf(field).search) continue;
    if (field.kind === 'ref') {
      const ids = await meant(db, field.to, words);
      if (ids.length > 0) conditions.push(sql`${sql.ref(`r.${name}_id`)} = ANY (${ids}::integer[])`);
    } else if (field.kind === 'refs') {
      const ids = await meant(db, field.to, words);
      const child = table.children[name];
      if (ids.length === 0 || !child) continue;
      const named = await referencesOf(
        db,
        sql`SELECT DISTINCT c.${sql.ref(child.own)} AS id FROM ${sql.table(child.table)} c
          WHERE c.${sql.ref(child.other)} = ANY (${ids}::integer[])`,
      );
      if (named.length > 0) conditions.push(sql`r.id = ANY (${named}::integer[])`);
    }
  }
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
}

/** The condition on `r` that one of its fields, or of its lines', is the number as it is kept. */
export function numbered({ spec }: AnyDirectory, { lines }: DirectoryTable, written: string): RawBuilder<unknown> {
  const kept = numbersIn(spec.fields, written);
  const among = (fields: Fields, alias: string): RawBuilder<unknown>[] =>
    Object.entries<Field>(fields).flatMap(([name, { kind }]) =>
      kept[kind] === undefined ? [] : [sql`${sql.ref(`${alias}.${name}`)} = ${kept[kind]}`],
    );
  const ofLines = Object.values(lines).flatMap(({ table, own, fields }) =>
    among(fields, 'n').map(
      (condition) => sql`r.id IN (SELECT ${sql.ref(`n.${own}`)} FROM ${sql.table(table)} n WHERE ${condition})`,
    ),
  );
  const conditions = [...among(spec.fields, 'r'), ...ofLines];
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
}
