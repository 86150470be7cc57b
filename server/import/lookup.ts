/** What a slice of rows asks the database: one statement for all of them each time. */
import { type Kysely, sql } from 'kysely';
import { type Field, type Fields, isInBoth, optionsOf, sentName } from '../../contract/directory/fields.ts';
import type { Left } from '../../contract/imports.ts';
import type { Schema } from '../db/schema.ts';
import { columnsOf } from '../directory/columns.ts';
import type { Reader } from '../directory/reader.ts';
import type { Served } from '../directory/serve.ts';
import { targetOf, titleIn } from '../directory/targets.ts';
import { idsIn, isNaming, type SentTitles } from './names.ts';

type Db = Kysely<Schema>;
type Body = Readonly<Record<string, unknown>>;

export const lower = (value: unknown): string => String(value).toLowerCase();

export interface Named {
  readonly id: number;
  readonly active: boolean;
}

/** Records of another directory by their titles, in either language and any case of letters. */
export async function namedIn(db: Db, to: string, titles: readonly string[]): Promise<Map<string, Named[]>> {
  const wanted = [...new Set(titles.map(lower))];
  const found = new Map<string, Named[]>();
  if (wanted.length === 0) return found;
  const { table, archived, title, by } = targetOf(to);
  const uz = titleIn(to, 't', 'uz');
  const ru = by === undefined && title[0] === title[1] ? uz : titleIn(to, 't', 'ru');
  const { rows } = await sql<Named & { uz: string; ru: string }>`
    SELECT t.id, ${archived ? sql`t.active` : sql`true`} AS active, lower(${uz}::text) AS uz, lower(${ru}::text) AS ru
    FROM ${sql.table(table)} t
    WHERE lower(${uz}::text) = ANY (${wanted}::text[]) OR lower(${ru}::text) = ANY (${wanted}::text[])`.execute(db);
  for (const { id, active, uz: one, ru: other } of rows)
    for (const name of new Set([one, other])) found.set(name, [...(found.get(name) ?? []), { id, active }]);
  return found;
}

/** Titles of records of another directory by their ids, in the order of the titles. */
async function titledIn({ db, language }: Reader, to: string, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT t.id, ${titleIn(to, 't', language)}::text AS title FROM ${sql.table(targetOf(to).table)} t
    WHERE t.id = ANY (${ids}::integer[]) ORDER BY 2`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Titles of the records that rows would refer to: one statement for each directory. */
export async function titlesOf(reader: Reader, wanted: ReadonlyMap<string, readonly number[]>): Promise<SentTitles> {
  const found = new Map<string, ReadonlyMap<number, string>>();
  for (const [to, ids] of wanted) found.set(to, await titledIn(reader, to, ids));
  return found;
}

/** Ids that bodies would refer to, by what they refer to. */
export function referredIn(
  fields: Fields,
  rows: readonly { readonly body: Body; readonly changed: readonly string[] }[],
): Map<string, number[]> {
  const wanted = new Map<string, number[]>();
  for (const { body, changed } of rows)
    for (const name of changed) {
      const field = fields[name] as Field;
      if (isNaming(field))
        wanted.set(field.to, [...(wanted.get(field.to) ?? []), ...idsIn(body[sentName(name, field)])]);
    }
  return wanted;
}

export interface Taken {
  readonly id: number;
  readonly title: string;
  /** The value, in small letters, and what it is unique within. */
  readonly value: string;
  readonly scope: number | null;
  /** The person may see it. */
  readonly seen: boolean;
}

/** Records that have one of the values in a field, of a name in either language. */
export async function having(
  { db, language, user }: Reader,
  { directory, table, visible }: Served,
  name: string,
  values: readonly unknown[],
): Promise<Taken[]> {
  const field = directory.spec.fields[name] as Field;
  const wanted = [...new Set(values.map(lower))];
  if (wanted.length === 0) return [];
  const { unique } = optionsOf(field);
  const scope =
    typeof unique === 'string'
      ? sql.ref(`r.${columnsOf(unique, directory.spec.fields[unique] as Field)[0]?.name}`)
      : sql`NULL::integer`;
  const parts = columnsOf(name, field).map((column) => {
    const value = sql`lower(${sql.ref(`r.${column.name}`)}::text)`;
    return sql`SELECT r.id, ${titleIn(directory.spec.name, 'r', language)}::text AS title, ${value} AS value, ${scope} AS scope,
        ${visible(user)} AS seen FROM ${sql.table(table.name)} r WHERE ${value} = ANY (${wanted}::text[])`;
  });
  const { rows } = await sql<Taken>`${sql.join(parts, sql` UNION `)}`.execute(db);
  return rows;
}

/** The ids that the person may see. */
export async function seenOf({ db, user }: Reader, { table, visible }: Served, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`SELECT r.id FROM ${sql.table(table.name)} r
    WHERE r.id = ANY (${ids}::integer[]) AND ${visible(user)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Values of a field that must be there once: one, or that of each language. */
export function onceOf(name: string, field: Field, value: unknown): [string, string][] {
  if (value === null || value === undefined || value === '') return [];
  if (!isInBoth(field)) return [[name, lower(value)]];
  const { uz, ru } = value as { uz?: string; ru?: string };
  return [
    ...(uz ? [[`${name}.uz`, lower(uz)] as [string, string]] : []),
    ...(ru ? [[`${name}.ru`, lower(ru)] as [string, string]] : []),
  ];
}

export interface ChangedSince {
  readonly user_id: number | null;
  readonly fullname: string | null;
  readonly at: Date;
  readonly payload: {
    before?: Record<string, unknown>;
    after?: Record<string, unknown>;
    import?: number;
  };
}

/** Log rows of records, the newest first; each step of a record raises its version by one. */
export async function logsOf(db: Db, kind: string, ids: readonly number[]): Promise<Map<number, ChangedSince[]>> {
  const found = new Map<number, ChangedSince[]>();
  if (ids.length === 0) return found;
  const { rows } = await sql<ChangedSince & { record_id: number }>`
    SELECT l.record_id, l.user_id, u.fullname, l.at, l.payload FROM record_log l LEFT JOIN app_user u ON u.id = l.user_id
    WHERE l.kind = ${kind} AND l.record_id = ANY (${ids}::integer[]) ORDER BY l.id DESC`.execute(db);
  for (const { record_id, ...line } of rows) found.set(record_id, [...(found.get(record_id) ?? []), line]);
  return found;
}

/** The person and the moment of a log row, as an answer has them. */
export const changedBy = (line: ChangedSince | undefined): Pick<Left, 'by' | 'at'> => ({
  by: line?.user_id == null || line.fullname === null ? null : { id: line.user_id, fullname: line.fullname },
  at: line?.at.toISOString() ?? null,
});
