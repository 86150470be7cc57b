/** Columns of a directory's table, by kind of field: how they are made, read and written. */
import { type RawBuilder, sql } from 'kysely';
import {
  type Chosen,
  FIRST_YEAR,
  type Field,
  type FieldOf,
  type Fields,
  isInBoth,
  type Kind,
  LAST_YEAR,
  type Line,
  limitsOf,
  type Names,
  optionsOf,
  type Period,
  type Years,
} from '../../contract/directory/fields.ts';
import type { StoredImage } from '../../contract/images.ts';
import { MAX_LINK } from '../../contract/link.ts';

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly initially?: string;
  readonly check?: string;
  /** Made by the database of other columns. */
  readonly generated?: string;
  /** Of another directory: its name. */
  readonly to?: string;
}

const words = (check: (column: string, field: never) => string) => (name: string, field: Field) => [
  { name, type: 'text', check: check(name, field as never) },
];
const upTo = words((column, { max }: { max: number }) => `char_length(${column}) BETWEEN 1 AND ${max}`);
const inBoth = (name: string, field: Field) => [...upTo(`${name}_uz`, field), ...upTo(`${name}_ru`, field)];
const like = (pattern: string) => words((column) => `${column} ~ '${pattern}'`);
const figure = (type: string) => (name: string, field: Field) => {
  const { min, max } = limitsOf(field);
  return [{ name, type, check: `${name} BETWEEN ${min} AND ${max}` }];
};
const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/** Columns of a field; none where its values are rows of a table of their own. */
const COLUMNS: { readonly [K in Kind]: (name: string, field: FieldOf<K>) => readonly Omit<Column, 'nullable'>[] } = {
  text: upTo,
  area: upTo,
  reason: upTo,
  names: inBoth,
  message: inBoth,
  link: words((column) => `${column} ~ '^https?://' AND char_length(${column}) <= ${MAX_LINK}`),
  digits: (name, { length }) => [{ name, type: 'text', check: `${name} ~ '^[0-9]{${length}}$'` }],
  code: upTo,
  tin: like('^[0-9]{9}$'),
  pinfl: like('^[0-9]{14}$'),
  identity: like('^[A-Z]{2}[0-9]{7}$'),
  taxNumber: like('^([0-9]{9}|[0-9]{14})$'),
  phone: like('^[+]998[0-9]{9}$'),
  plate: like('^[0-9]{2} ([A-Z] [0-9]{3} [A-Z]{2}|[0-9]{3} [A-Z]{3})$'),
  vin: like('^[A-HJ-NPR-Z0-9]{17}$'),
  barcode: like('^([0-9]{8}|[0-9]{12,14})$'),
  sum: figure('numeric(15,0)'),
  fx: figure('numeric(15,2)'),
  percent: figure('numeric(5,2)'),
  quantity: figure('integer'),
  year: figure('integer'),
  decimal: figure('numeric(15,3)'),
  date: (name) => [{ name, type: 'date' }],
  birthDay: (name) => [{ name, type: 'date', check: `${name} >= '1900-01-01'` }],
  period: (name) => [
    { name: `${name}_from`, type: 'date' },
    { name: `${name}_to`, type: 'date', check: `${name}_to >= ${name}_from` },
  ],
  years: (name) => [
    { name: `${name}_from`, type: 'integer', check: `${name}_from BETWEEN ${FIRST_YEAR} AND ${LAST_YEAR}` },
    { name: `${name}_to`, type: 'integer', check: `${name}_to BETWEEN ${name}_from AND ${LAST_YEAR}` },
  ],
  bool: (name) => [{ name, type: 'boolean', initially: 'false' }],
  oneOf: (name, { values }) => [{ name, type: 'text', check: `${name} IN (${listed(values)})` }],
  someOf: (name, { values }) => [
    { name, type: 'text[]', initially: `'{}'`, check: `${name} <@ ARRAY[${listed(values)}]` },
  ],
  ref: (name, { to }) => [{ name: `${name}_id`, type: 'integer', to }],
  refs: () => [],
  colour: like('^#[0-9a-fA-F]{6}$'),
  image: (name) => [{ name: `${name}_id`, type: 'integer', to: 'file' }],
  rows: () => [],
  secret: (name) => [
    // never the value itself: what `server/secrets/seal.ts` makes of it
    { name: `${name}_sealed`, type: 'text', check: `${name}_sealed ~ '^v1[.][0-9a-f]{8}[.]'` },
    { name: `${name}_set_at`, type: 'timestamp with time zone' },
    { name: `${name}_set_by`, type: 'integer', to: 'user' },
  ],
};

export function columnsOf(name: string, field: Field): Column[] {
  const columns = (COLUMNS[field.kind] as (name: string, field: Field) => readonly Omit<Column, 'nullable'>[])(
    name,
    field,
  );
  // a secret is written once its row is there
  const mayBeEmpty = field.kind === 'secret' || (optionsOf(field).optional === true && field.kind !== 'someOf');
  const mayBeOpen = field.kind === 'years' || (field.kind === 'period' && field.open === true);
  const isOpenEnd = (column: string) => mayBeOpen && column === `${name}_to`;
  return columns.map((column) => ({ ...column, nullable: mayBeEmpty || isOpenEnd(column.name) }));
}

/** Kinds whose words have an order of their own: a stored column beside them (decision 28). */
const WORDS: ReadonlySet<Kind> = new Set(['text', 'names']);

/** The column that a sort reads; of a name in two languages that of the reader's. */
export function orderColumn(name: string, field: Field, language: 'uz' | 'ru'): string {
  const [first, second = first] = columnsOf(name, field);
  const column = (language === 'ru' ? second : first) as Column;
  return WORDS.has(field.kind) ? `${column.name}_order` : column.name;
}

/** Stored order columns of a field, each with the column that it orders. */
export const orderColumns = (name: string, field: Field): { name: string; of: string }[] =>
  WORDS.has(field.kind) && optionsOf(field).sort
    ? columnsOf(name, field).map((column) => ({ name: `${column.name}_order`, of: column.name }))
    : [];

/** A table beside the directory's own that has the values of one `refs` field. */
export interface Child {
  readonly table: string;
  /** The record that the rows belong to. */
  readonly own: string;
  /** The record of the other directory that they name. */
  readonly other: string;
}

/** The title of a reference, in the alias of its table. */
export type TitleOf = (to: string, alias: string) => RawBuilder<unknown>;

/** How one field is read from the alias `r`, by the name that the answer has; a reference from the alias `t_<field>`. */
export function selected(name: string, field: Field, titleOf: TitleOf): RawBuilder<unknown> {
  const columns = columnsOf(name, field).map((column) => sql.ref(`r.${column.name}`));
  const [first, second, third] = columns;
  if (isInBoth(field)) return sql`json_build_object('uz', ${first}, 'ru', ${second})`;
  if (field.kind === 'period' || field.kind === 'years')
    return sql`CASE WHEN ${first} IS NOT NULL THEN json_build_object('from', ${first}, 'to', ${second}) END`;
  if (field.kind === 'ref')
    return sql`CASE WHEN ${first} IS NOT NULL THEN json_build_object('id', ${first}, 'title', ${titleOf(field.to, `t_${name}`)}) END`;
  if (field.kind === 'secret')
    return sql`CASE WHEN ${first} IS NOT NULL THEN json_build_object(
      'at', to_char(${second} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'by', (SELECT json_build_object('id', u.id, 'fullname', u.fullname) FROM app_user u WHERE u.id = ${third})) END`;
  if (field.kind === 'image')
    return sql`(SELECT json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size) FROM file f WHERE f.id = ${first})`;
  return first as RawBuilder<unknown>;
}

/** What a field writes, by column; nothing where it was not sent. Secrets and rows of other tables are written after it. */
export function written(name: string, field: Field, value: unknown): Record<string, unknown> {
  if (value === undefined || field.kind === 'refs' || field.kind === 'rows' || field.kind === 'secret') return {};
  if (isInBoth(field) && value !== null) {
    const { uz, ru } = value as Names;
    return { [`${name}_uz`]: uz, [`${name}_ru`]: ru };
  }
  if (field.kind === 'period' || field.kind === 'years') {
    const ends = value as Period | Years | null;
    return { [`${name}_from`]: ends?.from ?? null, [`${name}_to`]: ends?.to ?? null };
  }
  const [column] = columnsOf(name, field);
  return { [(column as Column).name]: value };
}

/** Words of a value by which its record is found. */
export function searchedWords(field: Field, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (isInBoth(field)) {
    const { uz, ru } = value as Names;
    return [uz, ru];
  }
  if (field.kind === 'rows')
    return (value as readonly Line[]).flatMap((line) =>
      ownSearched(field.fields).flatMap(([name, one]) => searchedWords(one, line[name])),
    );
  if (field.kind === 'plate') return [String(value), String(value).replace(/\s/g, '')];
  return [field.kind === 'phone' ? String(value).replace(/\D/g, '') : String(value)];
}

/** A value as the log has it: names instead of ids. */
export function loggedValue(field: Field, value: unknown): unknown {
  if (field.kind === 'ref') return (value as Chosen | null)?.title ?? null;
  if (field.kind === 'image') return (value as StoredImage | null)?.name ?? null;
  if (field.kind === 'refs') return (value as readonly Chosen[]).map(({ title }) => title);
  // in the order in which they came, whatever their state
  if (field.kind === 'rows')
    return [...(value as readonly Line[])]
      .sort((one, other) => one.id - other.id)
      .map(({ id: _, active, ...line }) => ({
        ...(!field.removed && { active }),
        ...loggedFields(Object.entries(field.fields), line),
      }));
  return value;
}

/** The fields of a record as the log has them. */
export const loggedFields = (fields: readonly [string, Field][], record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(fields.map(([name, field]) => [name, loggedValue(field, record[name])]));

/** Fields whose words are found in the directory's own search column. */
export const ownSearched = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(
    ([, field]) => optionsOf(field).search && field.kind !== 'ref' && field.kind !== 'refs',
  );
