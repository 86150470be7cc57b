/** What is looked up before a record is written: what it refers to, and whose value is taken. */
import { type Kysely, sql } from 'kysely';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import {
  type Chosen,
  type Field,
  type FieldOf,
  isSentById,
  optionsOf,
  sentName,
} from '../../contract/directory/fields.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import type { FieldFault } from '../http/refusal.ts';
import { columnsOf, written } from './columns.ts';
import type { FoundRecord } from './records.ts';
import type { Table } from './table.ts';
import { targetOf, titleIn } from './targets.ts';

type Db = Kysely<Schema>;

/** Whether one of the ids is no record that may be chosen. */
export async function areUnknown(db: Db, to: string, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return false;
  const { table, archived } = targetOf(to);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(table)} t
    WHERE t.id = ANY (${wanted}::integer[]) AND ${archived ? sql`t.active` : sql`true`}`.execute(db);
  return (rows[0]?.n ?? 0) < wanted.length;
}

interface Asked {
  directory: AnyDirectory;
  table: Table;
  name: string;
  field: Field;
  body: Readonly<Record<string, unknown>>;
  before: FoundRecord | null;
  id: number | null;
  language: Language;
}

/** What stands in a column after the write: what was sent, or what is there already. */
export function storedValue(body: Asked['body'], before: FoundRecord | null, name: string, field: Field): unknown {
  const sent = body[sentName(name, field)];
  if (sent !== undefined || before === null) return sent ?? null;
  return field.kind === 'ref' ? ((before[name] as Chosen | null)?.id ?? null) : before[name];
}

/** The other record that has a value already, archived ones too: it is restored instead (decision 92). */
export async function takenBy(db: Db, asked: Asked): Promise<Chosen | undefined> {
  const { directory, table, name, field, body, before, id, language } = asked;
  const { spec } = directory;
  const { unique } = optionsOf(field);
  const columns = Object.entries(written(name, field, body[sentName(name, field)]));
  const same = columns.map(([column, value]) =>
    typeof value === 'string'
      ? sql`lower(${sql.ref(`r.${column}`)}) = lower(${value})`
      : sql`${sql.ref(`r.${column}`)} = ${value}`,
  );
  const scope = typeof unique === 'string' ? (spec.fields[unique] as Field) : undefined;
  const within =
    scope === undefined
      ? sql`true`
      : sql`${sql.ref(`r.${columnsOf(unique as string, scope)[0]?.name}`)} IS NOT DISTINCT FROM ${storedValue(body, before, unique as string, scope)}`;
  const { rows } = await sql<Chosen>`SELECT r.id, ${titleIn(spec.name, 'r', language)} AS title
    FROM ${sql.table(table.name)} r
    WHERE (${sql.join(same, sql` OR `)}) AND ${within} AND r.id IS DISTINCT FROM ${id}::integer LIMIT 1`.execute(db);
  return rows[0];
}

/** Words of a value that another record has: of its name they say that the record is there, of another field which one it is. */
export const takenFault = ({ spec }: { spec: { label: string } }, name: string, other: Chosen): FieldFault => ({
  key: name === spec.label ? 'taken' : `taken_of.${name}`,
  values: { other: other.title, id: String(other.id) },
});

export const isTaken = (key: string): boolean => /^taken(_of\.|$)/.test(key);

interface AskedTogether {
  table: Table;
  name: string;
  field: Field;
  /** The field that the value is unique within. */
  within: { name: string; field: Field } | undefined;
  sent: readonly { id: number | null; columns: Readonly<Record<string, unknown>>; scoped: number | null }[];
}

/** Whether one of the values is another record's, or is there twice: `takenBy` of many changes at once. */
export async function areTaken(db: Db, { table, name, field, within, sent }: AskedTogether): Promise<boolean> {
  const scope = within === undefined ? undefined : columnsOf(within.name, within.field)[0];
  const parts = columnsOf(name, field).map((column) => {
    const values = sent.map(({ columns }) => columns[column.name] ?? null);
    const asked = sql`unnest(${values}::text[], ${sent.map(({ scoped }) => scoped)}::integer[],
      ${sent.map(({ id }) => id)}::integer[]) AS w (value, scope, own)`;
    const had = column.type === 'text' ? sql`lower(${sql.ref(`r.${column.name}`)})` : sql.ref(`r.${column.name}`);
    const value = column.type === 'text' ? sql`lower(w.value)` : sql`w.value::${sql.raw(column.type)}`;
    const same = scope === undefined ? sql`true` : sql`${sql.ref(`r.${scope.name}`)} IS NOT DISTINCT FROM w.scope`;
    return sql`(SELECT 1 FROM ${asked} JOIN ${sql.table(table.name)} r ON ${had} = ${value} AND ${same}
      WHERE r.id IS DISTINCT FROM w.own LIMIT 1)
      UNION ALL (SELECT 1 FROM ${asked} WHERE w.value IS NOT NULL GROUP BY ${value}, w.scope HAVING count(*) > 1 LIMIT 1)`;
  });
  const { rows } = await sql`${sql.join(parts, sql` UNION ALL `)}`.execute(db);
  return rows.length > 0;
}

/** Lines in words that compare: whatever is left out is empty, and a line works unless it says otherwise. */
const linesOf = ({ fields }: FieldOf<'rows'>, lines: unknown): string =>
  JSON.stringify(
    ((lines ?? []) as readonly Readonly<Record<string, unknown>>[])
      .map((line) => [line.id ?? 0, line.active ?? true, ...Object.keys(fields).map((name) => line[name] ?? null)])
      .sort(([one], [other]) => Number(one) - Number(other)),
  );

/** Whether what is sent is what the record has. */
export function isSame(field: Field, sent: unknown, had: unknown): boolean {
  const idsOf = (chosen: unknown) => (chosen as readonly Chosen[]).map(({ id }) => id).sort();
  if (isSentById(field)) return sent === ((had as Chosen | null)?.id ?? null);
  if (field.kind === 'rows') return linesOf(field, sent) === linesOf(field, had);
  if (field.kind === 'refs') return JSON.stringify([...(sent as number[])].sort()) === JSON.stringify(idsOf(had));
  return JSON.stringify(sent ?? null) === JSON.stringify(had ?? null);
}
